#include "models/outside/matrix_file.h"

#include <cmath>
#include <stdexcept>

// N windows of the file, T tokens.
namespace retable::models::outside {
namespace {

[[noreturn]] void Refuse(const std::filesystem::path& file, const std::string& what) {
  throw std::runtime_error(file.string() + " is no file of patterns: " + what);
}

std::string Sizes(const std::vector<std::int64_t>& shape) {
  std::string text;
  for (const std::int64_t size : shape) text += (text.empty() ? "[" : ", ") + std::to_string(size);
  return text.empty() ? "[]" : text + "]";
}

// Checks row i of T values and scales it to sum 1; `where` names it.
template <typename Where>
void NormaliseRow(const std::filesystem::path& file, const Where& where, std::int64_t i, float* row,
                  std::int64_t length) {
  double sum = 0;
  for (std::int64_t j = 0; j < length; ++j) {
    if (!(row[j] >= 0) || std::isinf(row[j])) Refuse(file, where() + " holds " + std::to_string(row[j]));
    if (j > i && row[j] != 0) Refuse(file, where() + " looks at the later token " + std::to_string(j));
    sum += row[j];
  }
  if (std::abs(sum - 1) > kRowTolerance) Refuse(file, where() + " sums to " + std::to_string(sum));
  if (sum == 1) return;
  for (std::int64_t j = 0; j <= i; ++j) row[j] = static_cast<float>(row[j] / sum);
}

std::unordered_map<std::string, std::int64_t> ReadPlaces(const std::filesystem::path& file,
                                                         const data::SafetensorsFile& arrays, int context) {
  if (!arrays.arrays().contains(kWindowsArray)) Refuse(file, "it has no array \"tokens\"");
  const data::IntegerArray tokens = arrays.Integers(kWindowsArray);
  if (tokens.shape.size() != 2 || tokens.shape[1] != context) {
    Refuse(file, "its tokens have the shape " + Sizes(tokens.shape) + " and not [windows, " +
                     std::to_string(context) + "], the model's context");
  }
  std::unordered_map<std::string, std::int64_t> places;
  for (std::int64_t n = 0; n < tokens.shape[0]; ++n) {
    const auto [place, is_new] = places.emplace(WindowKey(tokens.values.data() + n * context, context), n);
    if (is_new) continue;
    Refuse(file, "windows " + std::to_string(place->second) + " and " + std::to_string(n) +
                     " have the same tokens");
  }
  return places;
}

}  // namespace

std::string WindowKey(const std::int64_t* tokens, std::int64_t length) {
  return {reinterpret_cast<const char*>(tokens), static_cast<std::size_t>(length) * sizeof(std::int64_t)};
}

MatrixFile::MatrixFile(const std::filesystem::path& file, int context)
    : file_(file), context_(context), arrays_(file), places_(ReadPlaces(file, arrays_, context)) {}

std::set<std::string> MatrixFile::names() const {
  std::set<std::string> names;
  for (const auto& [name, place] : arrays_.arrays()) names.insert(name);
  return names;
}

std::string MatrixFile::ArrayOf(const Head& head) const {
  const std::string own = Name(head);
  const std::string array = arrays_.arrays().contains(own) ? own : kEveryHead;
  const auto found = arrays_.arrays().find(array);
  if (found == arrays_.arrays().end()) {
    Refuse(file_, "it has no array \"" + own + "\" for that head, nor one \"all\" for any");
  }
  const std::vector<std::int64_t>& shape = found->second.shape;
  const std::vector<std::int64_t> each = {static_cast<std::int64_t>(places_.size()), context_, context_};
  const std::vector<std::int64_t> same = {1, context_, context_};
  if (shape == each || shape == same) return array;
  Refuse(file_, "array \"" + array + "\" has the shape " + Sizes(shape) + " and not " + Sizes(each) + " or " +
                    Sizes(same));
}

bool MatrixFile::IsOfEachWindow(const std::string& array) const {
  return arrays_.arrays().at(array).shape[0] == static_cast<std::int64_t>(places_.size());
}

data::FloatArray MatrixFile::Matrices(const std::string& array) const {
  data::FloatArray matrices = arrays_.Floats(array);
  for (std::int64_t n = 0; n < matrices.shape[0]; ++n) {
    for (std::int64_t i = 0; i < context_; ++i) {
      const auto where = [&] {
        return "array \"" + array + "\", matrix " + std::to_string(n) + ", row " + std::to_string(i);
      };
      NormaliseRow(file_, where, i, matrices.values.data() + (n * context_ + i) * context_, context_);
    }
  }
  return matrices;
}

}  // namespace retable::models::outside
