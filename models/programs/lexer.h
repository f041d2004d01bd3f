// Text in the language of programs, cut into words, numbers and signs, each with its place. Never fails: what
// is no word, number or sign comes out as a sign of one byte, for the parser to refuse where it stands.
#ifndef RETABLE_MODELS_PROGRAMS_LEXER_H_
#define RETABLE_MODELS_PROGRAMS_LEXER_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace retable::models::programs {

enum class TokenKind { kWord, kNumber, kSign, kEnd };

struct Token {
  TokenKind kind;
  std::string_view text;  // a view into the text given to Lex; empty for kEnd
  int line, column;       // from 1; columns count bytes
};

struct Lexed {
  std::vector<Token> tokens;                 // the last is kEnd
  std::map<int, std::string_view> comments;  // of lines that hold nothing else, without # and outer spaces
};

// Comments run from # to the end of the line.
Lexed Lex(std::string_view text);

// Throws std::invalid_argument: "line 2, column 7: <what>".
[[noreturn]] void RefuseAt(const Token& token, const std::string& what);

// Throws std::invalid_argument: "line 2, column 7: found "frist"; valid here: <valid>".
[[noreturn]] void RefuseToken(const Token& token, const std::string& valid);

}  // namespace retable::models::programs

#endif  // RETABLE_MODELS_PROGRAMS_LEXER_H_
