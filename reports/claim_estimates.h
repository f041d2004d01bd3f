// Estimates that stand beside a claim and decide nothing (suites/claim.h).
//
// Share: which share of a gap does an arm recover? Ratio of the means over blocks of x = arm - against and y = whole -
// against, with Fieller's 95 % interval (stats/ratio_of_means.h).
//
// Place: at which share of real attention does the interpolation curve reach the arm? The curve goes through the means
// of its arms over blocks, made monotone by isotonic regression (pool adjacent violators, equal weights), straight
// between them. The first share at which it reaches the arm's mean; held at its ends, and `words` says so. Percentile
// interval of 9,999 seeded bootstraps over blocks (stats/bootstrap.h): with few blocks, descriptive.
//
// Both use the blocks in which every arm of theirs has reached the thresholds, seeds averaged over those that all have.
// Of a claim with `against` empty or the baseline, 0 stands in its place.
#ifndef RETABLE_REPORTS_CLAIM_ESTIMATES_H_
#define RETABLE_REPORTS_CLAIM_ESTIMATES_H_

#include <optional>
#include <string>
#include <vector>

#include "reports/claim_effect.h"
#include "reports/responses.h"
#include "suites/claim.h"
#include "suites/table.h"

namespace retable::reports {

struct Estimate {
  Effect effect = {};
  int blocks = 0;
  std::optional<double> printed = {};
  std::optional<Place> printed_place = {};  // the paper's number beside our interval
  std::string words = "";                   // why there is no estimate, or what else to know of it
};

// Nothing where the claim asks for none.
std::optional<Estimate> ShareOf(const suites::Claim& claim, const suites::Scale& scale,
                                const Responses& responses);
std::optional<Estimate> PlaceOf(const suites::Claim& claim, const suites::Scale& scale,
                                const Responses& responses);

// The nearest values that never fall, in squares: means of pooled neighbours.
std::vector<double> Isotonic(const std::vector<double>& values);

// The first share at which straight lines through (shares, rising values) reach `value`; the first or last share where
// they never do.
double ShareAt(const std::vector<double>& shares, const std::vector<double>& rising, double value);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_CLAIM_ESTIMATES_H_
