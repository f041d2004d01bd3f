// What must be so for every text given to the parsers, however hostile. libFuzzer calls it with texts of its
// own making (fuzz.sh), parse_fuzz_test with the corpus and changes of it.
#ifndef RETABLE_TESTS_MODELS_PROGRAMS_PARSE_FUZZ_H_
#define RETABLE_TESTS_MODELS_PROGRAMS_PARSE_FUZZ_H_

#include <string_view>

namespace retable::models::programs {

enum class Outcome { kParsed, kRefused };

// A text is parsed, or refused by an std::invalid_argument with a message. A program that is parsed prints to
// a text that gives the same program and the same text again, and its matrix on a small document is causal
// with rows that sum to 1. Anything else ends the process, after saying what was wrong.
Outcome CheckProgramText(std::string_view text);

// The same of a library's text, without evaluating.
Outcome CheckLibraryText(std::string_view text);

}  // namespace retable::models::programs

#endif  // RETABLE_TESTS_MODELS_PROGRAMS_PARSE_FUZZ_H_
