// The catalog of //stats:evaluate: every statistic by name, with the fields it takes and the
// function that answers.
//
// --list prints it, requests are checked against it, and the answer comes from it.
#ifndef RETABLE_STATS_CATALOG_H_
#define RETABLE_STATS_CATALOG_H_

#include <span>
#include <string_view>
#include <vector>

#include "stats/request.h"

namespace retable::stats {

struct CatalogEntry {
  std::string_view name;
  std::string_view question;
  std::vector<std::string_view> data;
  std::vector<std::string_view> options;
  Json (*run)(const Request& request);
};

std::vector<CatalogEntry> TestsOfPairs();           // catalog_pairs.cc
std::vector<CatalogEntry> TestsOfCorrelations();    // catalog_correlations.cc
std::vector<CatalogEntry> TestsBesideReferences();  // catalog_references.cc
std::vector<CatalogEntry> TestsOfTables();          // catalog_tables.cc
std::vector<CatalogEntry> StatisticsOfSteps();      // catalog_steps.cc
std::vector<CatalogEntry> DistancesOfFeatures();    // catalog_features.cc
std::vector<CatalogEntry> PlansOfDesigns();         // catalog_plans.cc

// All of them.
std::span<const CatalogEntry> Catalog();

}  // namespace retable::stats

#endif  // RETABLE_STATS_CATALOG_H_
