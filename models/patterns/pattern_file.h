// Anyone's attention maps as a pattern: a safetensors file that gives matrices for windows of tokens.
//
//   "tokens"   [N, T] I64 or I32: the windows that the file knows, none twice
//   "1.0"      [N, T, T] F32, F16 or BF16: what head 1.0 looks at on each of them; or [1, T, T], the same on all
// and so for each head that is held. A window is found by its tokens, so the order does not matter; //training:windows
// writes those that a recipe will ask for. T is the model's context.
//
// Checked when the file is read: no value is negative, infinite or NaN, none but zeros stands above the diagonal, and
// each row sums to 1 within kRowTolerance (half precision rounds); rows are then scaled to sum 1. That a row reads no
// later token cannot be seen in a file, and is the responsibility of whoever made it.
#ifndef RETABLE_MODELS_PATTERNS_PATTERN_FILE_H_
#define RETABLE_MODELS_PATTERNS_PATTERN_FILE_H_

#include <ATen/core/Tensor.h>

#include <filesystem>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "models/gpt_shape.h"

namespace retable::models {

inline constexpr double kRowTolerance = 5e-3;

struct PatternFile {
  std::string name;                                      // for messages
  std::map<Head, at::Tensor> matrices;                   // [N, T, T] or [1, T, T]
  std::unordered_map<std::string, std::int64_t> window;  // by the bytes of its tokens (int64)
};

// The key of a window in PatternFile::window; tokens [T] int64.
std::string WindowKey(const std::int64_t* tokens, std::int64_t length);

// Throws std::runtime_error that names the file and what is wrong with it: whatever data/safetensors.h refuses, an
// array that is missing or of another shape, and the first value, row or window that is not as above.
PatternFile ReadPatternFile(const std::filesystem::path& file, const std::vector<Head>& heads, int context);

}  // namespace retable::models

#endif  // RETABLE_MODELS_PATTERNS_PATTERN_FILE_H_
