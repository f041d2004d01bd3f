// Trains a language model by its recipe, with or without injected attention, and measures it.
//
// Streams of a seed: initial weights "init <tensor>", batch order "data_order" [replicate], and, for shuffled
// patterns, the pairing of documents "derangement" (training) and "derangement held out". None depends on the
// arm, so the arms of a block and seed share initial weights and batch order.
#ifndef RETABLE_TRAINING_LANGUAGE_MODEL_H_
#define RETABLE_TRAINING_LANGUAGE_MODEL_H_

#include <ATen/core/Tensor.h>

#include <memory>

#include "models/patterns/pattern.h"
#include "models/weights.h"
#include "training/recipe.h"
#include "training/run.h"
#include "training/text.h"
#include "training/trainer.h"

namespace retable::training {

struct TrainedLanguageModel {
  std::unique_ptr<models::Weights> weights;
  Measurement measurement;
};

// Trains `run` on `text` from `seed`. `pattern` gives what the run's heads are held to, and is not read without
// an injection. Where context.thresholds is not empty, training stops at the first evaluation by which all of
// them have been reached. A loss or gradient that is not finite ends the run with a failure of the method.
TrainedLanguageModel TrainLanguageModel(const LanguageModelRun& run, std::uint64_t seed, const Text& text,
                                        const models::Pattern& pattern, const TrainContext& context);

// "cpu", "cuda" or "auto" (cuda where there is one) as a device; throws std::runtime_error where it is not there.
at::Device FindDevice(const std::string& name);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_LANGUAGE_MODEL_H_
