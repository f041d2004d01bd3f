// Steps-to-threshold: when does a held-out loss curve reach given losses?
#ifndef RETABLE_TRAINING_THRESHOLDS_H_
#define RETABLE_TRAINING_THRESHOLDS_H_

#include <optional>
#include <vector>

#include "training/run.h"

namespace retable::training {

// The losses that `curves` reach, on average, after each fraction of `steps`: curves are averaged point by
// point and read off linearly between evaluations. All curves must have the same steps; fractions lie in
// (0, 1] and increase. Throws std::invalid_argument otherwise, or where the losses do not strictly decrease.
std::vector<double> ThresholdLosses(const std::vector<std::vector<CurvePoint>>& curves,
                                    const std::vector<double>& fractions, int steps);

// The first step, interpolated linearly between evaluations, at which the curve is at or below `loss`;
// nothing where it never is (the run is censored).
std::optional<double> CrossingStep(const std::vector<CurvePoint>& curve, double loss);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_THRESHOLDS_H_
