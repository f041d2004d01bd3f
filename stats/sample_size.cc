#include "stats/sample_size.h"

#include <cmath>

#include "stats/checks.h"

namespace retable::stats {

void RequirePowerAbove(double power, double alpha) {
  RequireLevel(alpha, "alpha");
  RequireLevel(power, "power");
  if (power <= alpha) throw Undefined("a power of alpha or less needs no data");
}

void RequireEffectTowards(double effect, Side side) {
  if (!std::isfinite(effect) || effect == 0)
    throw Undefined("an effect of 0 is seen by no sample, and it must be finite");
  if ((side == Side::kGreater && effect < 0) || (side == Side::kLess && effect > 0)) {
    throw Undefined("the effect points away from the one-sided alternative: no sample would do");
  }
}

}  // namespace retable::stats
