// Anyone's attention maps as a pattern: the matrices of a file (models/outside/matrix_file.h has its format and what is
// refused), in memory.
#ifndef RETABLE_MODELS_PATTERNS_PATTERN_FILE_H_
#define RETABLE_MODELS_PATTERNS_PATTERN_FILE_H_

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "models/gpt_shape.h"

namespace retable::models {

struct PatternFile {
  std::string name;                                      // for messages
  std::set<std::string> names;                           // of all arrays that the file has
  std::map<std::string, at::Tensor> arrays;              // those that were read: [N, T, T] or [1, T, T]
  std::unordered_map<std::string, std::int64_t> places;  // of windows, by outside::WindowKey

  // The array of the head's own, or that of every head.
  std::string ArrayOf(const Head& head) const;
};

// The arrays that serve these heads. Throws what outside::MatrixFile throws.
PatternFile ReadPatternFile(const std::filesystem::path& file, const std::vector<Head>& heads, int context);

}  // namespace retable::models

#endif  // RETABLE_MODELS_PATTERNS_PATTERN_FILE_H_
