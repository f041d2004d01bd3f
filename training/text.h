// The text that a recipe asks for, as tokens and windows ready for a model.
#ifndef RETABLE_TRAINING_TEXT_H_
#define RETABLE_TRAINING_TEXT_H_

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <filesystem>
#include <vector>

#include "data/windows.h"
#include "training/recipe.h"

namespace retable::training {

struct Text {
  data::TokenizedCorpus train;
  data::TokenizedCorpus held_out;
  data::TokenizedCorpus reference;
};

// Makes the text artifact of a recipe in `folder`: by the program training/tokenize, which see. Throws
// std::runtime_error with what the program printed where it fails, std::invalid_argument where it refuses the recipe.
void MakeText(const TextRecipe& recipe, const std::filesystem::path& folder);

// Reads a text artifact.
Text ReadText(const std::filesystem::path& folder);

// Of the held-out windows that are measured on.
std::uint64_t EvaluationStream(const TextRecipe& recipe);

// A split of a corpus in windows, each of which can be paired with a window of another document.
class WindowedCorpus {
 public:
  WindowedCorpus(const data::TokenizedCorpus& corpus, int context);

  int size() const { return static_cast<int>(windows_.size()); }

  // Inputs and targets of these windows, [N, T] each, int64, on the CPU.
  struct Batch {
    at::Tensor tokens;
    at::Tensor targets;
  };
  Batch Gather(const std::vector<int>& indices) const;

  // So many of the windows, drawn without return by the stream: the same first ones for every number asked for.
  // Throws std::invalid_argument where there are not so many.
  std::vector<int> Sample(int windows, std::uint64_t stream_key) const;

  // For every window one of another document: documents are deranged (data/random.h) by the stream, and a
  // document's k-th window gets the k-th of its partner, counted round. Throws std::invalid_argument where
  // fewer than two documents have windows.
  std::vector<int> OtherDocument(std::uint64_t stream_key) const;

 private:
  const data::TokenizedCorpus& corpus_;
  int context_;
  std::vector<data::Window> windows_;  // of one document consecutive
};

}  // namespace retable::training

#endif  // RETABLE_TRAINING_TEXT_H_
