#include "stats/correlation.h"

#include <cmath>

#include "stats/checks.h"
#include "stats/normal.h"
#include "stats/undefined.h"

namespace retable::stats {

Interval FisherInterval(double r, double standard_error, double confidence) {
  RequireLevel(confidence, "confidence");
  if (!(std::abs(r) < 1)) throw Undefined("a correlation of 1 or -1 has no interval through Fisher's transform");
  const double reach = NormalQuantile(0.5 + confidence / 2) * standard_error;
  return {.low = std::tanh(std::atanh(r) - reach), .high = std::tanh(std::atanh(r) + reach), .confidence = confidence};
}

Tails CorrelationStudentTails(double r, double df) {
  if (!(df >= 1)) throw Undefined("too few points for a t of a correlation");
  if (!(std::abs(r) < 1)) throw Undefined("a correlation of 1 or -1 has no t; ask for the exact distribution");
  return StudentTails(r * std::sqrt(df / ((1 - r) * (1 + r))), df);
}

}  // namespace retable::stats
