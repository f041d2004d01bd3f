// What the tables of P2 have in common in words and margins.
#ifndef RETABLE_SUITES_INJECTION_SOURCE_H_
#define RETABLE_SUITES_INJECTION_SOURCE_H_

#include <string>

#include "suites/table.h"

namespace retable::suites::injection {

inline Source FromP2(const std::string& locator) {
  return {
      .paper = "P2",
      .title = "the short paper on programmatic attention patterns as initialisation (our copy is untitled)",
      .locator = locator};
}

// "The same": within a quarter of the paper's +3.60 % for real attention. The paper tests no equivalence;
// where it says that two arms do the same it prints a large p.
inline constexpr double kSameSpeedup = 0.009;
// Of mean row entropies, nats; the paper's two differ by 0.05.
inline constexpr double kSameEntropy = 0.2;
// Of a rank correlation that predicts nothing: weaker than the +0.25 that the paper calls a predictor. Over
// all 144 heads and with Holm over the table's claims, 0.2 could not be shown however clear the data.
inline constexpr double kNoCorrelation = 0.25;
// A head that gives the first token less of its attention than this on average is sink-free: the threshold of
// Gu et al., ICLR 2025 (arXiv 2410.10781).
inline constexpr double kSinkFreeBelow = 0.3;

}  // namespace retable::suites::injection

#endif  // RETABLE_SUITES_INJECTION_SOURCE_H_
