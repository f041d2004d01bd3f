#include "stats/correlation.h"

#include <cmath>

#include "stats/checks.h"
#include "stats/normal.h"
#include "stats/random.h"
#include "stats/undefined.h"

namespace retable::stats {

Interval FisherInterval(double r, double standard_error, double confidence) {
  RequireLevel(confidence, "confidence");
  if (!(std::abs(r) < 1))
    throw Undefined("a correlation of 1 or -1 has no interval through Fisher's transform");
  const double reach = NormalQuantile(0.5 + confidence / 2) * standard_error;
  return {.low = std::tanh(std::atanh(r) - reach),
          .high = std::tanh(std::atanh(r) + reach),
          .confidence = confidence};
}

Tails CorrelationStudentTails(double r, double df) {
  if (!(df >= 1)) throw Undefined("too few points for a t of a correlation");
  if (!(std::abs(r) < 1))
    throw Undefined("a correlation of 1 or -1 has no t; ask for the exact distribution");
  return StudentTails(r * std::sqrt(df / ((1 - r) * (1 + r))), df);
}

Tails RandomPairingTails(std::vector<std::int64_t> b, const CorrelationOptions& options,
                         const std::function<std::int64_t(const std::vector<std::int64_t>&)>& statistic) {
  RequireDraws(b.size(), options.draws);
  const std::int64_t observed = statistic(b);
  Random random(options.seed);
  std::size_t less = 0;
  std::size_t greater = 0;
  for (std::size_t draw = 0; draw < options.draws; ++draw) {
    random.Shuffle(b);
    const std::int64_t drawn = statistic(b);
    less += drawn <= observed;
    greater += drawn >= observed;
  }
  const double all = static_cast<double>(options.draws + 1);
  return {.less = static_cast<double>(less + 1) / all, .greater = static_cast<double>(greater + 1) / all};
}

}  // namespace retable::stats
