#include "stats/catalog.h"

namespace retable::stats {

std::span<const CatalogEntry> Catalog() {
  static const std::vector<CatalogEntry> kCatalog = [] {
    std::vector<CatalogEntry> entries;
    for (const auto& part : {TestsOfPairs(), TestsOfCorrelations(), TestsBesideReferences(), TestsOfTables(),
                             StatisticsOfSteps(), DistancesOfFeatures(), PlansOfDesigns()}) {
      entries.insert(entries.end(), part.begin(), part.end());
    }
    return entries;
  }();
  return kCatalog;
}

}  // namespace retable::stats
