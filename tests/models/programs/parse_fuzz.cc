#include "tests/models/programs/parse_fuzz.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <vector>

#include "models/programs/evaluate.h"
#include "models/programs/library.h"
#include "models/programs/parse.h"
#include "models/programs/print.h"
#include "models/programs/split.h"

namespace retable::models::programs {
namespace {

void Require(bool holds, const char* what, std::string_view text) {
  if (holds) return;
  std::cerr << what << ", for the text\n" << text << '\n';
  std::abort();
}

const Features& SmallDocument() {
  static const Features features = [] {
    const SplitText split = Split("The cat (a [big] one) said \"no.\" Then the cat left.\nthe end");
    return Features(split.ids, TraitsOf(split.pieces));
  }();
  return features;
}

void CheckMatrix(const Program& program, std::string_view text) {
  const RowSparse rows = Evaluate(program, SmallDocument());
  for (int i = 0; i < rows.tokens(); ++i) {
    double sum =
        rows.background[i] * static_cast<double>(i + 1 - static_cast<std::ptrdiff_t>(rows.Keys(i).size()));
    for (const double value : rows.Values(i)) {
      Require(value >= 0, "a weight is negative or NaN", text);
      sum += value;
    }
    Require(std::abs(sum - 1) < 1e-12, "a row does not sum to 1", text);
    Require(rows.Keys(i).empty() || (rows.Keys(i).front() >= 0 && rows.Keys(i).back() <= i),
            "a row is not causal", text);
  }
}

// Outcome of `parse`, which throws std::invalid_argument or gives what `check` gets.
template <typename ParseText, typename Check>
Outcome ParsedOrRefused(std::string_view text, ParseText parse, Check check) {
  try {
    check(parse(text));
    return Outcome::kParsed;
  } catch (const std::invalid_argument& error) {
    Require(*error.what() != '\0', "a refusal says nothing", text);
    return Outcome::kRefused;
  }
}

}  // namespace

Outcome CheckProgramText(std::string_view text) {
  return ParsedOrRefused(text, Parse, [&](const Program& program) {
    const std::string printed = Print(program);
    // Brackets that are multiplied out can print longer than what may be read.
    if (printed.size() > TextLimits::kProgramBytes) return;
    Program again;
    try {
      again = Parse(printed);
    } catch (const std::invalid_argument&) {
      Require(false, "what was printed is refused", text);
    }
    Require(again == program, "the program printed is another", text);
    Require(Print(again) == printed, "the text printed again is another", text);
    CheckMatrix(program, text);
  });
}

Outcome CheckLibraryText(std::string_view text) {
  return ParsedOrRefused(text, ParseLibrary, [&](const Library& library) {
    const std::string printed = PrintLibrary(library);
    if (printed.size() > LibraryLimits::kBytes) return;
    Library again;
    try {
      again = ParseLibrary(printed);
    } catch (const std::invalid_argument&) {
      Require(false, "the library printed is refused", text);
    }
    Require(again == library, "the library printed is another", text);
  });
}

}  // namespace retable::models::programs

// libFuzzer's entry.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  retable::models::programs::CheckProgramText(text);
  retable::models::programs::CheckLibraryText(text);
  return 0;
}
