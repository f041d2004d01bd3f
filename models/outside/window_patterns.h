// What does a program from outside make of every window of a scale's text? Its matrices as a file of patterns
// (matrix_file.h), which a table can inject.
#ifndef RETABLE_MODELS_OUTSIDE_WINDOW_PATTERNS_H_
#define RETABLE_MODELS_OUTSIDE_WINDOW_PATTERNS_H_

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "models/outside/document.h"
#include "models/outside/marks.h"
#include "models/outside/outside_programs.h"

namespace retable::models::outside {

// What //training:windows writes.
struct Windows {
  int count = 0, length = 0;
  std::vector<std::int64_t> tokens;  // [count, length]
  std::vector<std::string> pieces;   // by token id, as GPT-2 writes them
  std::string text;                  // the recipe of the text, as JSON
};

// Throws std::runtime_error that names the file where it is no such file.
Windows ReadWindows(const std::filesystem::path& file);

// Window `number` as a document: a sentence that begins and ends where the window does, inside a word as it
// may be. Throws std::out_of_range for a token that has no piece.
Document WindowDocument(const Windows& windows, int number);

// What becomes of a program that reads ahead or is random (marks.h).
enum class Marked { kRefused, kAccepted };

struct WindowPatternsOptions {
  Options sandbox = {};
  int marked_windows =
      32;  // as many, evenly spread, on which the program is marked before it sees the others
  Marked marked = Marked::kRefused;
  std::function<void(int done)> progress = nullptr;
};

struct WindowPatterns {
  MarkedProgram program;        // on the marked windows
  std::vector<float> values;    // [count, T, T], repaired (matrix.h)
  std::int64_t empty_rows = 0;  // of count * T
  std::string program_sha256;   // of the file as it was when the evaluation began
};

// Throws Refusal, with the reason, where the file or the program is refused on any window, or marked and
// marks are refused; std::invalid_argument that lists the file's programs where `function` is none of them;
// and as OutsidePrograms does.
WindowPatterns EvaluateWindows(const std::filesystem::path& programs, const std::string& function,
                               const Windows& windows, const WindowPatternsOptions& options);

// The file of patterns: array "all", with the windows, their text and which program it was of which bytes in
// the metadata; so are marks that were accepted. Written whole or not at all. Throws std::runtime_error where
// it cannot be written.
void WriteWindowPatterns(const std::filesystem::path& to, const std::filesystem::path& programs,
                         const Windows& windows, WindowPatterns patterns);

}  // namespace retable::models::outside

#endif  // RETABLE_MODELS_OUTSIDE_WINDOW_PATTERNS_H_
