// From text to a program.
//
//   program    = term | ( "mix" | "add" ) "(" item { "," item } ")"
//   item       = [ number "*" ] term | "sink" number
//   term       = "self" | "previous" | "earlier" | pick [ which ] | ( "first" | "last" ) count which
//   pick       = "all" | "first" | "last"
//   which      = "(" predicate { "," option } ")"
//   option     = "decay" number | "inverse" | "else" ( "first" | "self" | "previous" | "all" | "drop" )
//   predicate  = both { "or" both }
//   both       = one { "and" one }
//   one        = { "not" } ( "(" predicate ")" | "any" | "self" | "previous" | "earlier" | "same" read
//              | flag | comparison )
//   flag       = [ "query" "." ] read                            (of a feature that is 0 or 1)
//   comparison = "distance" sign count | [ "query" "." ] read sign count | read sign "query" "." read
//   read       = feature [ "[" "-" count "]" ]                   (features.h)
//   sign       = "=" | "!=" | "<" | "<=" | ">" | ">="
//
// Numbers are decimal; white space and line breaks mean nothing; a comment runs from # to the end of its
// line. A term that is a bare pick is that pick of "any"; a bare self, previous or earlier is all of them.
#ifndef RETABLE_MODELS_PROGRAMS_PARSE_H_
#define RETABLE_MODELS_PROGRAMS_PARSE_H_

#include <span>
#include <string_view>

#include "models/programs/lexer.h"
#include "models/programs/program.h"

namespace retable::models::programs {

struct TextLimits {
  static constexpr std::size_t kProgramBytes = 64 << 10;
  static constexpr int kNesting = 32;  // of brackets in a predicate
};

// The canonical program of the text. Throws std::invalid_argument that names line, column, what stands there
// and what is valid instead; also for text, nesting, numbers or programs (program.h) beyond the limits.
Program Parse(std::string_view text);

// The program that the first tokens make; `tokens` is left at the first one after it.
Program ParseTokens(std::span<const Token>& tokens);

}  // namespace retable::models::programs

#endif  // RETABLE_MODELS_PROGRAMS_PARSE_H_
