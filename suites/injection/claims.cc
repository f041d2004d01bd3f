#include "suites/injection/claims.h"

#include "suites/injection/source.h"

namespace retable::suites::injection {

Claim AboveZero(const std::string& id, const std::string& statement, const std::string& arm,
                const std::string& locator, double printed) {
  return {.id = id,
          .statement = statement,
          .locator = locator,
          .arm = arm,
          .against = "baseline",
          .test = Test::kBaselineNoise,
          .printed = PrintedEffect{.difference = printed}};
}

Claim UniformIsZero() {
  return {.id = "uniform_is_zero",
          .statement = "A causal-uniform prior neither speeds training up nor slows it down.",
          .locator = "table of injected patterns, row 4: +0.01 %; the first of the falsified hypotheses",
          .arm = "uniform",
          .against = "baseline",
          .test = Test::kBaselineNoise,
          .side = Side::kEquivalent,
          .margin = kSameSpeedup,
          .printed = PrintedEffect{.difference = 0.0001}};
}

Claim OwnEqualsBestFit() {
  return {.id = "own_equals_best_fit",
          .statement = "A head's own program speeds training up as much as the best-fit program.",
          .locator = "table of injected patterns, rows 2 and 3: +0.42 % and +0.34 %, p = 0.41",
          .arm = "own_program",
          .against = "best_fit",
          .side = Side::kEquivalent,
          .margin = kSameSpeedup,
          .printed = PrintedEffect{.difference = 0.0008}};
}

Claim More(const std::string& id, const std::string& statement, const std::string& locator,
           const std::string& arm, const std::string& against, std::optional<double> printed) {
  Claim claim = {.id = id, .statement = statement, .locator = locator, .arm = arm, .against = against};
  if (printed) claim.printed = PrintedEffect{.difference = *printed};
  return claim;
}

}  // namespace retable::suites::injection
