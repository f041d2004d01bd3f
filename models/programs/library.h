// Programs by name: a file of lines `name = program`, each with a comment above it that says what the program
// does.
//
//   # The first token: where trained heads rest.
//   first_token = first
//
// A program may run over several lines, and entries stand in any order. A name is letters, digits and _, and
// begins with no digit.
#ifndef RETABLE_MODELS_PROGRAMS_LIBRARY_H_
#define RETABLE_MODELS_PROGRAMS_LIBRARY_H_

#include <string>
#include <string_view>
#include <vector>

#include "models/programs/program.h"

namespace retable::models::programs {

struct NamedProgram {
  std::string name;
  std::string what;  // the comment lines just above the entry, joined by spaces; may be empty
  Program program;
  friend bool operator==(const NamedProgram&, const NamedProgram&) = default;
};

// By name, each once.
using Library = std::vector<NamedProgram>;

struct LibraryLimits {
  static constexpr std::size_t kBytes = 4 << 20;
  static constexpr int kPrograms = 10'000;
};

// Throws std::invalid_argument as Parse does, and for a name that stands twice (naming both lines).
Library ParseLibrary(std::string_view text);

// The file's text with canonical programs, by name. ParseLibrary(PrintLibrary(library)) == library if the
// library came from ParseLibrary. Throws std::invalid_argument for a name that is none or stands twice.
std::string PrintLibrary(Library library);

// Throws std::invalid_argument that lists the names there are.
const NamedProgram& FindProgram(const Library& library, std::string_view name);

// The rules written by hand that come with retable: rules.txt.
const Library& Rules();

}  // namespace retable::models::programs

#endif  // RETABLE_MODELS_PROGRAMS_LIBRARY_H_
