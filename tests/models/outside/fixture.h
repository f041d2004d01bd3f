// What tests of programs from outside share: the files, a document, limits for a loaded machine.
#ifndef RETABLE_TESTS_MODELS_OUTSIDE_FIXTURE_H_
#define RETABLE_TESTS_MODELS_OUTSIDE_FIXTURE_H_

#include <filesystem>
#include <string>

#include "models/outside/document.h"
#include "models/outside/outside_programs.h"

namespace retable::models::outside {

// Tests run in the runfiles of the workspace.
inline std::filesystem::path ProgramFile(const std::string& name) {
  return std::filesystem::path("tests/testdata/outside") / name;
}

// Where success is expected, as long as the slowest machine may take.
inline Options Patient() {
  Options options;
  options.limits.call_seconds = 100;
  options.limits.load_seconds = 200;
  return options;
}

// Eight tokens: "the", " cat", " saw", " the", " cat", ".", " The", " end". Only " cat" comes twice.
inline Document SampleDocument() { return DocumentOfText("sample", "the cat saw the cat. The end"); }

}  // namespace retable::models::outside

#endif  // RETABLE_TESTS_MODELS_OUTSIDE_FIXTURE_H_
