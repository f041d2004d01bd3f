// Anyone's attention maps in a file: safetensors that gives matrices for windows of tokens. No torch.
//
//   "tokens"   [N, T] I64 or I32: the windows that the file knows, none twice
//   "1.0"      [N, T, T] F32, F16 or BF16: what head 1.0 looks at on each; or [1, T, T], the same on all
//   "all"      the same for every head that has no array of its own
// A window is found by its tokens, so the order does not matter; //training:windows writes those that a scale
// asks for. T is the model's context. In its file of windows alone stands metadata "pieces": a JSON array of
// what each token id adds to the text, as GPT-2 writes it (document.h), so that whoever computes matrices can
// read the words. Metadata "text", which //training:windows writes too, is the JSON of the recipe of the text
// that the tokens come from; whoever has it can refuse a file of another text.
//
// Checked: no value is negative, infinite or NaN, none but zeros stands above the diagonal, and each row sums
// to 1 within kRowTolerance (half precision rounds); rows are then scaled to sum 1. That a row reads no later
// token cannot be seen in a file, and is the responsibility of whoever made it.
#ifndef RETABLE_MODELS_OUTSIDE_MATRIX_FILE_H_
#define RETABLE_MODELS_OUTSIDE_MATRIX_FILE_H_

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "data/safetensors.h"
#include "models/gpt_shape.h"

namespace retable::models::outside {

inline constexpr double kRowTolerance = 5e-3;
inline constexpr char kWindowsArray[] = "tokens";
inline constexpr char kEveryHead[] = "all";
inline constexpr char kTextMetadata[] = "text";
inline constexpr char kPiecesMetadata[] = "pieces";

// The key of a window in MatrixFile::places(): the bytes of its tokens.
std::string WindowKey(const std::int64_t* tokens, std::int64_t length);

// A file whose arrays are read one at a time. All members throw std::runtime_error that names the file and
// what is wrong with it: whatever data/safetensors.h refuses, an array that is missing or of another shape,
// and the first value, row or window that is not as above.
class MatrixFile {
 public:
  // Reads the header and the windows.
  MatrixFile(const std::filesystem::path& file, int context);

  // Where each window stands, 0 ... N - 1.
  const std::unordered_map<std::string, std::int64_t>& places() const { return places_; }
  const std::map<std::string, std::string>& metadata() const { return arrays_.metadata(); }

  std::set<std::string> names() const;  // of arrays

  // The name of the array that serves the head, whose shape is one of the above.
  std::string ArrayOf(const Head& head) const;

  // Whether the array has a matrix for each window. Of a file with one window, it does.
  bool IsOfEachWindow(const std::string& array) const;

  // [N, T, T] or [1, T, T], checked, rows of sum 1.
  data::FloatArray Matrices(const std::string& array) const;

 private:
  std::filesystem::path file_;
  int context_;
  data::SafetensorsFile arrays_;
  std::unordered_map<std::string, std::int64_t> places_;
};

}  // namespace retable::models::outside

#endif  // RETABLE_MODELS_OUTSIDE_MATRIX_FILE_H_
