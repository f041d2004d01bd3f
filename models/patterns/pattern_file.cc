#include "models/patterns/pattern_file.h"

#include <ATen/ATen.h>

#include <cmath>
#include <memory>
#include <stdexcept>

#include "data/safetensors.h"
#include "models/patterns/pattern.h"

// N windows of the file, B of a batch, T tokens.
namespace retable::models {
namespace {

[[noreturn]] void Refuse(const std::filesystem::path& file, const std::string& what) {
  throw std::runtime_error(file.string() + " is no file of patterns: " + what);
}

std::string Sizes(const std::vector<std::int64_t>& shape) {
  std::string text;
  for (const std::int64_t size : shape) text += (text.empty() ? "[" : ", ") + std::to_string(size);
  return text.empty() ? "[]" : text + "]";
}

// "matrix 3, row 7" of an array of matrices.
std::string RowName(std::int64_t matrix, std::int64_t row) {
  return "matrix " + std::to_string(matrix) + ", row " + std::to_string(row);
}

// Checks row i of T values and scales it to sum 1.
void NormaliseRow(const std::filesystem::path& file, const std::string& array, std::int64_t matrix,
                  std::int64_t i, float* row, std::int64_t length) {
  const std::string where = "array \"" + array + "\", " + RowName(matrix, i);
  double sum = 0;
  for (std::int64_t j = 0; j < length; ++j) {
    if (!(row[j] >= 0) || std::isinf(row[j])) Refuse(file, where + " holds " + std::to_string(row[j]));
    if (j > i && row[j] != 0) Refuse(file, where + " looks at the later token " + std::to_string(j));
    sum += row[j];
  }
  if (std::abs(sum - 1) > kRowTolerance) Refuse(file, where + " sums to " + std::to_string(sum));
  if (sum == 1) return;
  for (std::int64_t j = 0; j <= i; ++j) row[j] = static_cast<float>(row[j] / sum);
}

at::Tensor ReadMatrices(const std::filesystem::path& file, const data::SafetensorsFile& arrays,
                        const std::string& name, std::int64_t windows, int context) {
  if (!arrays.arrays().contains(name)) Refuse(file, "it has no array \"" + name + "\" for that head");
  data::FloatArray array = arrays.Floats(name);
  const std::vector<std::int64_t> each = {windows, context, context}, same = {1, context, context};
  if (array.shape != each && array.shape != same) {
    Refuse(file, "array \"" + name + "\" has the shape " + Sizes(array.shape) + " and not " + Sizes(each) +
                     " or " + Sizes(same));
  }
  for (std::int64_t matrix = 0; matrix < array.shape[0]; ++matrix) {
    for (std::int64_t i = 0; i < context; ++i) {
      NormaliseRow(file, name, matrix, i, array.values.data() + (matrix * context + i) * context, context);
    }
  }
  return at::from_blob(array.values.data(), array.shape, at::kFloat).clone();
}

}  // namespace

std::string WindowKey(const std::int64_t* tokens, std::int64_t length) {
  return {reinterpret_cast<const char*>(tokens), static_cast<std::size_t>(length) * sizeof(std::int64_t)};
}

PatternFile ReadPatternFile(const std::filesystem::path& file, const std::vector<Head>& heads, int context) {
  const data::SafetensorsFile arrays(file);
  if (!arrays.arrays().contains("tokens")) Refuse(file, "it has no array \"tokens\"");
  const data::IntegerArray tokens = arrays.Integers("tokens");
  if (tokens.shape.size() != 2 || tokens.shape[1] != context) {
    Refuse(file, "its tokens have the shape " + Sizes(tokens.shape) + " and not [windows, " +
                     std::to_string(context) + "], the model's context");
  }
  PatternFile patterns = {.name = file.string(), .matrices = {}, .window = {}};
  for (std::int64_t n = 0; n < tokens.shape[0]; ++n) {
    const auto [place, is_new] =
        patterns.window.emplace(WindowKey(tokens.values.data() + n * context, context), n);
    if (!is_new) {
      Refuse(file, "windows " + std::to_string(place->second) + " and " + std::to_string(n) +
                       " have the same tokens");
    }
  }
  for (const Head& head : heads) {
    patterns.matrices[head] = ReadMatrices(file, arrays, Name(head), tokens.shape[0], context);
  }
  return patterns;
}

PatternKind File() {
  return {
      .name = "file",
      .what = "matrices from a file, found by the window's tokens",
      .needs = {.file = true},
      .reads_tokens = true,
      .make = [](const PatternSource& source) -> Pattern {
        return [file = source.file](const at::Tensor& tokens, const std::vector<Head>& heads) {
          const at::Tensor ids = tokens.contiguous();
          std::vector<std::int64_t> places;
          for (std::int64_t b = 0; b < ids.size(0); ++b) {
            const std::int64_t* window = ids.data_ptr<std::int64_t>() + b * ids.size(1);
            const auto found = file->window.find(WindowKey(window, ids.size(1)));
            if (found == file->window.end()) {
              throw std::runtime_error(file->name +
                                       " has no pattern for a window that begins with the tokens " +
                                       std::to_string(window[0]) + " " + std::to_string(window[1]) +
                                       ": //training:windows writes all that are needed");
            }
            places.push_back(found->second);
          }
          std::vector<at::Tensor> patterns;
          for (const Head& head : heads) {
            const at::Tensor& of_head = file->matrices.at(head);
            patterns.push_back(of_head.size(0) == 1 ? of_head : of_head.index_select(0, at::tensor(places)));
          }
          return patterns;
        };
      }};
}

}  // namespace retable::models
