// How large is what a claim speaks of? Effects in its own units; evidence.h says which effect goes with which claim.
#ifndef RETABLE_REPORTS_CLAIM_EFFECT_H_
#define RETABLE_REPORTS_CLAIM_EFFECT_H_

#include <optional>

#include "reports/claim_data.h"
#include "stats/interval.h"
#include "suites/claim.h"

namespace retable::reports {

// An estimate and its interval, each where defined.
struct Effect {
  std::optional<double> estimate = {};
  std::optional<stats::Interval> interval = {};
};

// The claim's effect under its own test.
Effect EffectOf(const suites::Claim& claim, const ClaimData& data);

// Hodges and Lehmann's, of the differences.
Effect CenterOf(const suites::Claim& claim, const ClaimData& data);

// By how many standard errors of a mean of draws the chosen lie below the pool.
std::optional<double> ZOfChoice(const ClaimData& data);

// The level of the claim's intervals: 1 - 2 alpha of an equivalence, else 0.95.
double ConfidenceOf(const suites::Claim& claim);

// Where a number lies beside an interval.
enum class Place { kBelow, kInside, kAbove };
Place PlaceIn(const stats::Interval& interval, double value);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_CLAIM_EFFECT_H_
