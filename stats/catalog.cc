#include "stats/catalog.h"

namespace retable::stats {

std::span<const CatalogEntry> Catalog() {
  static const std::vector<CatalogEntry> kCatalog = [] {
    std::vector<CatalogEntry> entries = TestsOfColumns();
    for (const CatalogEntry& entry : TestsOfTables()) entries.push_back(entry);
    return entries;
  }();
  return kCatalog;
}

}  // namespace retable::stats
