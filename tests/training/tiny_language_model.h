// A language model and its text that train in milliseconds. Everything follows from constants.
#ifndef RETABLE_TESTS_TRAINING_TINY_LANGUAGE_MODEL_H_
#define RETABLE_TESTS_TRAINING_TINY_LANGUAGE_MODEL_H_

#include <string>

#include "data/random.h"
#include "data/windows.h"
#include "training/recipe.h"
#include "training/text.h"

namespace retable::training {

inline LanguageModelRecipe TinyRecipe() {
  return {.text = {.dataset = "none", .tokenizer = "none", .vocabulary = 11, .split_seed = 3},
          .model = {.layers = 2, .heads = 2, .width = 16, .context = 8, .vocabulary = 11},
          .optimizer = {.learning_rate = 0.02,
                        .warmup_steps = 2,
                        .decay_steps = 14,
                        .final_rate_fraction = 0.1,
                        .beta1 = 0.9,
                        .beta2 = 0.95,
                        .epsilon = 1e-8,
                        .weight_decay = 0.1,
                        .clip_norm = 1},
          .batch = 3,
          .steps = 14,
          .evaluation = {.every = 4, .windows = 5}};
}

// Documents of 20 to 50 tokens in which a token is mostly the one before plus 3, modulo 11.
inline data::TokenizedCorpus TinyCorpus(const std::string& name, int documents) {
  data::Random random(data::StreamKey(1, name));
  data::TokenizedCorpus corpus;
  for (int d = 0; d < documents; ++d) {
    std::vector<std::int32_t> tokens(20 + random.Below(31));
    for (std::size_t t = 0; t < tokens.size(); ++t) {
      const bool follows = t > 0 && random.Uniform() < 0.8;
      tokens[t] = follows ? (tokens[t - 1] + 3) % 11 : static_cast<std::int32_t>(random.Below(11));
    }
    corpus.documents.push_back({name + std::to_string(d), std::move(tokens)});
  }
  return corpus;
}

inline Text TinyText() {
  return {TinyCorpus("train", 6), TinyCorpus("held_out", 4), TinyCorpus("reference", 3)};
}

}  // namespace retable::training

#endif  // RETABLE_TESTS_TRAINING_TINY_LANGUAGE_MODEL_H_
