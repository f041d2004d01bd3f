#include "models/kernels/adamw.h"

#include <cmath>

#include "models/kernels/vector.h"

namespace retable::models::kernels {

void Adamw(const AdamwStep& step, float decay, std::int64_t count, const float* gradient, float* first_moment,
           float* second_moment, float* weights) {
  const float first_scale = step.rate / step.first_correction;
  const float second_scale = 1.0F / step.second_correction;
  const float keep = 1.0F - step.rate * decay;
  for (std::int64_t i = 0; i < count; ++i) {
    const float g = step.clip * gradient[i];
    first_moment[i] = step.beta1 * first_moment[i] + (1.0F - step.beta1) * g;
    second_moment[i] = step.beta2 * second_moment[i] + (1.0F - step.beta2) * g * g;
    const float scale = std::sqrt(second_moment[i] * second_scale) + step.epsilon;
    weights[i] = keep * weights[i] - first_scale * first_moment[i] / scale;
  }
}

double SquaredNorm(const float* values, std::int64_t count) {
  double sums[kLanes] = {};
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const double value = values[i + lane];
      sums[lane] += value * value;
    }
  }
  for (; i < count; ++i) sums[0] += static_cast<double>(values[i]) * values[i];
  double sum = 0;
  for (const double lane : sums) sum += lane;
  return sum;
}

}  // namespace retable::models::kernels
