#include "models/patterns/pattern_file.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "models/outside/matrix_file.h"
#include "models/patterns/pattern.h"

// N windows of the file, B of a batch, T tokens.
namespace retable::models {
namespace {

// Keeps the values where they are: a file may be a gigabyte.
at::Tensor TensorOf(data::FloatArray array) {
  const auto values = std::make_shared<std::vector<float>>(std::move(array.values));
  return at::from_blob(
      values->data(), array.shape, [values](void*) {}, at::kFloat);
}

// The place of a window, tokens [T].
std::int64_t PlaceOf(const PatternFile& file, const std::int64_t* window, std::int64_t length) {
  const auto found = file.places.find(outside::WindowKey(window, length));
  if (found != file.places.end()) return found->second;
  std::string beginning;
  for (std::int64_t t = 0; t < std::min<std::int64_t>(length, 4); ++t) {
    beginning += " " + std::to_string(window[t]);
  }
  throw std::runtime_error(file.name + " has no pattern for a window that begins with the tokens" +
                           beginning + ": //training:windows writes all that are needed");
}

// Of tokens [B, T] for each head: [B, T, T], or [1, T, T] where the tokens do not matter.
std::vector<at::Tensor> PatternsOf(const PatternFile& file, const at::Tensor& tokens,
                                   const std::vector<Head>& heads) {
  const at::Tensor ids = tokens.contiguous();
  std::vector<std::int64_t> places;
  for (std::int64_t b = 0; b < ids.size(0); ++b) {
    places.push_back(PlaceOf(file, ids.data_ptr<std::int64_t>() + b * ids.size(1), ids.size(1)));
  }
  std::vector<at::Tensor> patterns;
  for (const Head& head : heads) {
    const at::Tensor& matrices = file.arrays.at(file.ArrayOf(head));
    patterns.push_back(matrices.size(0) == 1 ? matrices : matrices.index_select(0, at::tensor(places)));
  }
  return patterns;
}

}  // namespace

std::string PatternFile::ArrayOf(const Head& head) const {
  const std::string own = Name(head);
  return names.contains(own) ? own : outside::kEveryHead;
}

PatternFile ReadPatternFile(const std::filesystem::path& file, const std::vector<Head>& heads, int context) {
  const outside::MatrixFile matrices(file, context);
  PatternFile patterns = {
      .name = file.string(), .names = matrices.names(), .arrays = {}, .places = matrices.places()};
  for (const Head& head : heads) {
    const std::string array = matrices.ArrayOf(head);
    if (!patterns.arrays.contains(array)) patterns.arrays[array] = TensorOf(matrices.Matrices(array));
  }
  return patterns;
}

PatternKind File() {
  return {.name = "file",
          .what = "matrices from a file, found by the window's tokens",
          .needs = {.file = true},
          .reads_tokens = true,
          .make = [](const PatternSource& source) -> Pattern {
            return [file = source.file](const at::Tensor& tokens, const std::vector<Head>& heads) {
              return PatternsOf(*file, tokens, heads);
            };
          }};
}

}  // namespace retable::models
