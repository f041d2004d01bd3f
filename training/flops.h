// What does a training cost, in tokens and floating-point operations, by its recipe alone?
//
//   V vocabulary, C width, L layers, T tokens of a window, D = C / heads
//   N = V C + L (12 C^2 + 13 C) + 2 C   parameters, but for the positions' (an addition a token)
//   forward    F = 2 N + 4 L C T        a token: a multiplication and an addition for each parameter, and for
//                                       each of T keys in scores and in values of every layer
//   training   3 F = 6 N + 12 L C T     backward takes twice the forward
//   the teacher's attention in heads of layers up to l, read anew for each window:
//              l (24 C^2 + 26 C + 4 C T) + 4 C D + 2 D T a head
//
// The whole square of an attention is counted, as it is computed on a device; our CPU kernels compute its lower
// half. Biases and gains count as if they multiplied (below 1 % at C = 48, 0.1 % at C = 384). Sources: Kaplan et
// al. 2020 (arXiv 2001.08361), section 2.1, for 2 N and 6 N; Chowdhery et al. 2022 (arXiv 2204.02311), appendix B,
// for attention. Not counted: texts, templates, and runs that measure and train nothing.
#ifndef RETABLE_TRAINING_FLOPS_H_
#define RETABLE_TRAINING_FLOPS_H_

#include <optional>

#include "models/gpt_shape.h"
#include "training/recipe.h"
#include "training/run.h"

namespace retable::training {

// F.
double ForwardFlops(const models::GptShape& shape);

// What the teacher computes for each token so that the attention of these heads is known.
double AttentionFlops(const models::GptShape& shape, const std::vector<models::Head>& heads, int tokens);

struct Cost {
  double tokens = 0;  // trained on
  double flops = 0;   // of training, evaluation and the teacher's attention
};

// Of the whole budget: a run that stops at its last threshold costs less.
Cost TrainingCost(const LanguageModelRun& run);

// Of a language model's run, and of the artifact of a teacher that is trained; nothing for other kinds.
std::optional<Cost> CostOf(const Run& run);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_FLOPS_H_
