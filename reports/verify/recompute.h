// The responses of a table once more, from raw lines: crossings by walking the curve, means by adding up, metrics as they
// stand.
#ifndef RETABLE_REPORTS_VERIFY_RECOMPUTE_H_
#define RETABLE_REPORTS_VERIFY_RECOMPUTE_H_

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "reports/verify/places.h"
#include "suites/table.h"

namespace retable::reports::verify {

enum class State { kMissing, kCensored, kReached };

// What one run, or one block, gives; only a speedup can be censored.
struct Value {
  State state = State::kMissing;
  double number = 0;       // where reached
  std::string words = "";  // where not: as the report's begin, "censored at 5 of 6 thresholds"
};
// The number where there is one.
std::optional<double> Measured(const Value& value);
// Seeds averaged: missing ones are left out, and one that is censored makes the whole so.
Value MeanOf(const std::vector<Value>& seeds);

// The steps at which the curve falls to each loss; nothing where it never does.
std::vector<std::optional<double>> WalkCurve(const nlohmann::json& curve, const nlohmann::json& losses);

// One quantity of one arm in one block.
struct ValuePlace {
  std::string arm;
  suites::Quantity quantity = suites::Quantity::kSpeedup;
  std::string block;
  auto operator<=>(const ValuePlace&) const = default;
};

// Every number that a report can hold, but for statistics of them.
struct Recomputed {
  std::vector<double> thresholds;  // from the calibration runs' mean curve; empty where one is missing
  std::map<std::uint64_t, std::vector<double>> baseline_steps;         // of each seed, where defined
  std::vector<double> baseline_against_others;                         // A/A speedups
  std::map<std::uint64_t, std::vector<double>> baseline_against_mean;  // of each seed, its own among them
  // Seed by seed in the scale's order; one where it is measured once a block, whatever the seeds.
  std::map<ValuePlace, std::vector<Value>> values;
};
Recomputed Recompute(const suites::Table& table, const suites::Scale& scale, const PlacedRuns& placed);

// What an arm measures, in the order of suites::Quantity.
std::vector<suites::Quantity> QuantitiesOf(const suites::Arm& arm);

// Of a block that the arm has not: none.
const std::vector<Value>& SeedsOf(const Recomputed& numbers, const ValuePlace& place);

}  // namespace retable::reports::verify

#endif  // RETABLE_REPORTS_VERIFY_RECOMPUTE_H_
