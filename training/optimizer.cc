#include "training/optimizer.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/kernels/adamw.h"
#include "models/kernels/supported.h"

namespace retable::training {
namespace {

bool OnKernels(const at::Tensor& values) { return values.device().is_cpu() && models::kernels::Supported(); }

double Norm(const at::Tensor& gradients) {
  if (!OnKernels(gradients)) return gradients.to(at::kDouble).norm().item<double>();
  return std::sqrt(models::kernels::SquaredNorm(gradients.data_ptr<float>(), gradients.numel()));
}

// Kernel and torch's operations alike work on one stretch of the flat buffers, decaying or not.
struct Stretch {
  at::Tensor gradient, first_moment, second_moment, weights;
};

void UpdateOnKernels(const models::kernels::AdamwStep& step, float decay, const Stretch& stretch) {
  models::kernels::Adamw(step, decay, stretch.weights.numel(), stretch.gradient.data_ptr<float>(),
                         stretch.first_moment.data_ptr<float>(), stretch.second_moment.data_ptr<float>(),
                         stretch.weights.data_ptr<float>());
}

void UpdateComposed(const models::kernels::AdamwStep& step, float decay, const Stretch& stretch) {
  const at::Tensor g = stretch.gradient * step.clip;
  stretch.first_moment.mul_(step.beta1).add_(g, 1.0F - step.beta1);
  stretch.second_moment.mul_(step.beta2).addcmul_(g, g, 1.0F - step.beta2);
  const at::Tensor scale = (stretch.second_moment / step.second_correction).sqrt_().add_(step.epsilon);
  stretch.weights.mul_(1.0F - step.rate * decay);
  stretch.weights.addcdiv_(stretch.first_moment, scale, -step.rate / step.first_correction);
}

}  // namespace

double LearningRate(const OptimizerRecipe& recipe, int step) {
  if (step < recipe.warmup_steps) return recipe.learning_rate * (step + 1) / recipe.warmup_steps;
  const double span = std::max(1, recipe.decay_steps - recipe.warmup_steps);
  const double done = std::min(1.0, (step - recipe.warmup_steps) / span);
  const double low = recipe.final_rate_fraction;
  return recipe.learning_rate * (low + (1 - low) * 0.5 * (1 + std::cos(std::numbers::pi * done)));
}

Optimizer::Optimizer(const OptimizerRecipe& recipe, models::Weights& weights)
    : recipe_(recipe), weights_(weights), moments_(at::zeros({2, weights.values().numel()}, weights.values().options())) {}

double Optimizer::Step() {
  const double norm = Norm(weights_.gradients());
  if (std::isfinite(norm)) {
    Update(LearningRate(recipe_, steps_done_), norm > recipe_.clip_norm ? recipe_.clip_norm / norm : 1.0);
  }
  weights_.gradients().zero_();
  return norm;
}

void Optimizer::Update(double rate, double clip) {
  ++steps_done_;
  const models::kernels::AdamwStep step = {
      .rate = static_cast<float>(rate),
      .beta1 = static_cast<float>(recipe_.beta1),
      .beta2 = static_cast<float>(recipe_.beta2),
      .first_correction = static_cast<float>(1 - std::pow(recipe_.beta1, steps_done_)),
      .second_correction = static_cast<float>(1 - std::pow(recipe_.beta2, steps_done_)),
      .epsilon = static_cast<float>(recipe_.epsilon),
      .clip = static_cast<float>(clip)};
  const std::int64_t decaying = weights_.decaying(), all = weights_.values().numel();
  const auto update = [&](std::int64_t first, std::int64_t count, double decay) {
    const Stretch stretch = {weights_.gradients().narrow(0, first, count), moments_[0].narrow(0, first, count),
                             moments_[1].narrow(0, first, count), weights_.values().narrow(0, first, count)};
    (OnKernels(stretch.weights) ? UpdateOnKernels : UpdateComposed)(step, static_cast<float>(decay), stretch);
  };
  update(0, decaying, recipe_.weight_decay);
  update(decaying, all - decaying, 0);
}

void Optimizer::Restore(const at::Tensor& moments, int steps_done) {
  moments_.copy_(moments);
  steps_done_ = steps_done;
}

}  // namespace retable::training
