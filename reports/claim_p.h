// The p-values of a claim's data under a test: on the claim's side, and on the other.
//
//   kGreater     p of "centre > 0"; opposite: of "centre < 0"
//   kTwoSided    the two-sided p; no opposite (the sign of the effect decides)
//   kEquivalent  two one-sided tests: the larger p of "centre > -margin" and "centre < margin"; opposite, that the
//                centre lies outside: min(1, 2 min(p of "centre > margin", p of "centre < -margin"))
// The centre is that of the differences; of Page's test, the trend along the ladder; of a correlation, rho; of a choice,
// by how much the chosen lie below the pool.
//
// Any test of differences serves for an equivalence, the differences shifted by the margin; correlations do through
// Fisher's scale (stats/correlation_equivalence.h); Page's test and that of choices do not. A censored difference is
// infinite: the rank and sign tests take it, Student's t, sign flips and the baselines' noise do not.
#ifndef RETABLE_REPORTS_CLAIM_P_H_
#define RETABLE_REPORTS_CLAIM_P_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "reports/claim_data.h"
#include "suites/claim.h"

namespace retable::reports {

// Nothing where the data do not define it.
struct ClaimP {
  std::optional<double> p;
  std::optional<double> opposite;
};

// Whether the test counts every outcome with so many differences, or points: of the paired tests Student's t does not,
// sign flips up to 40, ranks up to 1,000; Page's test up to 500 blocks, Spearman's up to 13 points.
bool IsExact(suites::Test test, std::size_t differences);

// Of the claim's data by that test, which may be another than the claim's own. Refuses, with std::invalid_argument, a
// test that is none of claims of its form (TestsOf).
ClaimP PValues(const suites::Claim& claim, suites::Test test, const ClaimData& data);

// The tests that can judge a claim, in the order of a report: the paired tests of differences; for a ladder Page's
// before them; both rank correlations; and one alone where no other test asks the same question.
std::vector<suites::Test> TestsOf(const suites::Claim& claim);

// Rank correlation of the points, by either test. Nothing with fewer than 4 points or where a column is constant (of
// kWithinLayers, within every layer).
std::optional<double> RankCorrelation(suites::Test test, const ClaimData& data);

// The points that an interval of rho counts (stats/partial_spearman.h): of kWithinLayers one fewer for each layer past
// the first.
std::size_t EffectivePoints(suites::Test test, const ClaimData& data);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_CLAIM_P_H_
