// AdamW over a model's flat weights, with linear warm-up, a cosine, and clipping of the gradient's norm.
#ifndef RETABLE_TRAINING_OPTIMIZER_H_
#define RETABLE_TRAINING_OPTIMIZER_H_

#include <ATen/core/Tensor.h>

#include "models/weights.h"
#include "training/recipe.h"

namespace retable::training {

// The rate of update `step` (the first is 0): rate * (step + 1) / warmup_steps while that is below the rate;
// then a half cosine from the rate down to final_rate_fraction of it at decay_steps, and constant after.
double LearningRate(const OptimizerRecipe& recipe, int step);

class Optimizer {
 public:
  Optimizer(const OptimizerRecipe& recipe, models::Weights& weights);

  // One update from weights.gradients(), which it then sets to zero. Returns the gradient's L2 norm before
  // clipping; where that is not finite the weights are left as they were.
  double Step();

  int steps_done() const { return steps_done_; }

  // For checkpoints: both moments, [2, parameters], and the count they belong to.
  const at::Tensor& moments() const { return moments_; }
  void Restore(const at::Tensor& moments, int steps_done);

 private:
  void Update(double rate, double clip);

  OptimizerRecipe recipe_;
  models::Weights& weights_;
  at::Tensor moments_;
  int steps_done_ = 0;
};

}  // namespace retable::training

#endif  // RETABLE_TRAINING_OPTIMIZER_H_
