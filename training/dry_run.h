// What would be done, and why, in a form that a person reads: a line for each group of runs with one reason.
#ifndef RETABLE_TRAINING_DRY_RUN_H_
#define RETABLE_TRAINING_DRY_RUN_H_

#include <string>

#include "training/plan.h"
#include "training/reasons.h"

namespace retable::training {

// Text of several lines:
//   12 of 219 runs are stored; 207 runs and 2 artifacts to do, about 45 min with 2 workers
//     cost: 207 trainings on at most 170e6 tokens, at most 312e12 floating-point operations (training/flops.h)
//     artifacts (2): tokenizer-12ab..., teacher-34cd...: new; time unknown
//     baseline (12): seed 1 replicate 0, seed 1 replicate 1, ... seed 3 replicate 3: new; about 10 min
std::string DescribePlan(const Plan& plan, History& history, int workers);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_DRY_RUN_H_
