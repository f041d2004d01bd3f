#include "models/outside/window_patterns.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "data/safetensors.h"
#include "data/sha256.h"
#include "models/outside/matrix_file.h"

namespace retable::models::outside {
namespace {

std::vector<Document> Spread(const Windows& windows, int documents) {
  std::vector<Document> spread;
  const int count = std::min(documents, windows.count);
  for (int i = 0; i < count; ++i) {
    const std::int64_t number = static_cast<std::int64_t>(i) * windows.count / count;
    spread.push_back(WindowDocument(windows, static_cast<int>(number)));
  }
  return spread;
}

void RequireFunction(const OutsidePrograms& programs, const std::string& name) {
  std::string valid;
  for (const Function& function : programs.functions()) {
    if (function.name == name) return;
    valid += (valid.empty() ? "" : ", ") + function.name;
  }
  throw std::invalid_argument("the file has no program '" + name + "'; it has " + valid);
}

std::string Short(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::general, 3).ptr};
}

void RefuseMarks(const MarkedProgram& program) {
  if (program.IsRandom()) {
    throw Refusal("it is random: two calls differ by " + Short(program.randomness) + " in a row");
  }
  if (program.Leaks()) {
    throw Refusal("it reads ahead: rows of a window and of its beginning differ by " + Short(*program.leak) +
                  ", which would tell a student the future");
  }
}

MarkedProgram MarkOnSome(const std::filesystem::path& file, const std::string& function,
                         const Windows& windows, const WindowPatternsOptions& options) {
  MarkedFile marked = Mark(file, Spread(windows, options.marked_windows), options.sandbox, function);
  if (!marked.refused.empty()) throw Refusal(marked.refused);
  MarkedProgram& program = marked.programs.at(0);
  if (!program.refused.empty()) throw Refusal(program.refused);
  if (options.marked == Marked::kRefused) RefuseMarks(program);
  program.matrices.clear();
  return std::move(program);
}

std::map<std::string, std::string> Metadata(const std::filesystem::path& programs, const Windows& windows,
                                            const WindowPatterns& patterns) {
  const MarkedProgram& program = patterns.program;
  std::map<std::string, std::string> metadata = {
      {kTextMetadata, windows.text},
      {"program", programs.filename().string() + ":" + program.function.name},
      {"program_sha256", patterns.program_sha256}};
  if (program.IsRandom()) metadata["random"] = Short(program.randomness);
  if (program.Leaks()) metadata["leaks"] = Short(*program.leak);
  return metadata;
}

// All matrices lie in memory until they are written.
void Reserve(const Windows& windows, std::vector<float>& values) {
  const std::size_t count = static_cast<std::size_t>(windows.count) * windows.length * windows.length;
  try {
    values.reserve(count);
  } catch (const std::bad_alloc&) {
    throw std::runtime_error("the matrices of " + std::to_string(windows.count) + " windows of " +
                             std::to_string(windows.length) + " tokens take " +
                             std::to_string(count * sizeof(float)) + " bytes, more than there is memory");
  }
}

}  // namespace

Windows ReadWindows(const std::filesystem::path& file) {
  const data::SafetensorsFile arrays(file);
  const auto lacks = [&](const std::string& what) {
    return std::runtime_error(file.string() + " has no " + what + ": make it with //training:windows");
  };
  const auto pieces = arrays.metadata().find(kPiecesMetadata);
  const auto text = arrays.metadata().find(kTextMetadata);
  if (pieces == arrays.metadata().end()) throw lacks("metadata \"pieces\"");
  if (text == arrays.metadata().end()) throw lacks("metadata \"text\"");
  data::IntegerArray tokens = arrays.Integers(kWindowsArray);
  if (tokens.shape.size() != 2 || tokens.values.empty()) throw lacks("windows [N, T] in \"tokens\"");
  Windows windows = {.count = static_cast<int>(tokens.shape[0]),
                     .length = static_cast<int>(tokens.shape[1]),
                     .tokens = std::move(tokens.values),
                     .pieces = {},
                     .text = text->second};
  try {
    windows.pieces = nlohmann::json::parse(pieces->second).get<std::vector<std::string>>();
  } catch (const nlohmann::json::exception& error) {
    throw lacks("array of texts in metadata \"pieces\"");
  }
  for (const std::int64_t token : windows.tokens) {
    if (token < 0 || token >= static_cast<std::int64_t>(windows.pieces.size()))
      throw lacks("piece for token " + std::to_string(token));
  }
  return windows;
}

Document WindowDocument(const Windows& windows, int number) {
  std::vector<std::string> texts;
  for (int t = 0; t < windows.length; ++t) {
    const std::int64_t token = windows.tokens.at(static_cast<std::size_t>(number) * windows.length + t);
    texts.push_back(BytesOf(windows.pieces.at(static_cast<std::size_t>(token))));
  }
  return DocumentOfTexts("window " + std::to_string(number), texts);
}

WindowPatterns EvaluateWindows(const std::filesystem::path& file, const std::string& function,
                               const Windows& windows, const WindowPatternsOptions& options) {
  OutsidePrograms programs(file, options.sandbox);
  RequireFunction(programs, function);
  WindowPatterns patterns;
  patterns.program_sha256 = data::Sha256HexOfFile(file);
  patterns.program = MarkOnSome(file, function, windows, options);
  Reserve(windows, patterns.values);
  for (int number = 0; number < windows.count; ++number) {
    const Repaired repaired = programs.Evaluate(function, WindowDocument(windows, number)).repaired;
    patterns.values.insert(patterns.values.end(), repaired.matrix.values.begin(),
                           repaired.matrix.values.end());
    patterns.empty_rows += repaired.empty_rows;
    if (options.progress) options.progress(number + 1);
  }
  return patterns;
}

void WriteWindowPatterns(const std::filesystem::path& to, const std::filesystem::path& programs,
                         const Windows& windows, WindowPatterns patterns) {
  std::filesystem::path partial = to;
  partial += ".partial";
  data::WriteSafetensors(
      partial, {.arrays = {{kEveryHead,
                            {{windows.count, windows.length, windows.length}, std::move(patterns.values)}}},
                .metadata = Metadata(programs, windows, patterns),
                .integers = {{kWindowsArray, {{windows.count, windows.length}, windows.tokens}}}});
  std::filesystem::rename(partial, to);
}

}  // namespace retable::models::outside
