// What an attention pattern is: for every window of tokens and every head asked for, a matrix whose row i
// says where token i looks. Rows sum to 1 (of "deletion" alone to 0), nothing lies above the diagonal, and row i
// depends on tokens 0 ... i only (or injecting it would tell the student the future).
#ifndef RETABLE_MODELS_PATTERNS_PATTERN_H_
#define RETABLE_MODELS_PATTERNS_PATTERN_H_

#include <ATen/core/Tensor.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/gpt.h"
#include "models/gpt_shape.h"
#include "models/patterns/pattern_file.h"
#include "models/programs/program.h"
#include "models/programs/traits.h"

namespace retable::models {

// tokens [B, T] int64, on the CPU -> one tensor for each head: [B, T, T], or [1, T, T] where the tokens do
// not matter.
using Pattern =
    std::function<std::vector<at::Tensor>(const at::Tensor& tokens, const std::vector<Head>& heads)>;

// What patterns are read off. Rules of token ids need nothing of it.
struct PatternSource {
  TrainedGpt teacher = {};
  at::Tensor templates = {};  // [layers, heads, T, T]: mean attention over the reference documents
  double real_share = 0;      // of an interpolated pattern
  // Of symbolic programs: one for each of `heads`, or one alone for any head where `heads` is empty.
  std::vector<Head> heads = {};
  std::vector<programs::Program> programs = {};
  // Of the tokens that the pattern will be given.
  std::shared_ptr<const programs::Vocabulary> vocabulary = nullptr;
  std::shared_ptr<const PatternFile> file = nullptr;
};

// What a pattern is made of, beside the tokens.
struct PatternNeeds {
  bool teacher = false;     // the teacher's weights
  bool templates = false;   // its templates
  bool real_share = false;  // a share of real attention, in the recipe
  bool programs = false;    // symbolic programs, in the recipe
  bool file = false;        // a file of matrices, whose SHA-256 stands in the recipe
};

// One entry of the list in patterns.cc.
struct PatternKind {
  std::string name;  // in recipes: "induction"
  std::string what;  // one sentence for people
  PatternNeeds needs;
  bool reads_tokens;  // false: the same for every document, so that shuffling changes nothing
  // The pattern may outlive its source.
  std::function<Pattern(const PatternSource&)> make;
  bool has_rows = true;  // false: rows of zeros alone, whose entropy no measure of a pattern can take
};

}  // namespace retable::models

#endif  // RETABLE_MODELS_PATTERNS_PATTERN_H_
