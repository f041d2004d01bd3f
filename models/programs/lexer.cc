#include "models/programs/lexer.h"

#include <algorithm>
#include <stdexcept>

namespace retable::models::programs {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

template <typename Predicate>
std::size_t Run(std::string_view text, Predicate predicate) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, predicate) - text.begin());
}

// 12, 0.5, 1e-06: digits, then a fraction, then an exponent, where they are complete.
std::size_t NumberLength(std::string_view text) {
  std::size_t length = Run(text, IsDigit);
  if (length < text.size() && text[length] == '.') {
    const std::size_t digits = Run(text.substr(length + 1), IsDigit);
    if (digits > 0) length += 1 + digits;
  }
  if (length < text.size() && (text[length] == 'e' || text[length] == 'E')) {
    const std::size_t sign = length + 1 < text.size() && (text[length + 1] == '-' || text[length + 1] == '+');
    const std::size_t digits = Run(text.substr(length + 1 + sign), IsDigit);
    if (digits > 0) length += 1 + sign + digits;
  }
  return length;
}

std::string_view Trimmed(std::string_view text) {
  text.remove_prefix(Run(text, IsSpace));
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}

Token FirstToken(std::string_view text, int line, int column) {
  if (IsLetter(text.front())) {
    return {TokenKind::kWord, text.substr(0, Run(text, [](char c) { return IsLetter(c) || IsDigit(c); })),
            line, column};
  }
  if (IsDigit(text.front())) return {TokenKind::kNumber, text.substr(0, NumberLength(text)), line, column};
  const bool two = text.size() > 1 && text[1] == '=' && (text[0] == '!' || text[0] == '<' || text[0] == '>');
  return {TokenKind::kSign, text.substr(0, two ? 2 : 1), line, column};
}

// What is quoted in a message: short, and no control characters.
std::string Shown(std::string_view text) {
  constexpr std::size_t kMost = 40;
  constexpr char kHex[] = "0123456789abcdef";
  std::string shown;
  for (const char c : text.substr(0, kMost)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F)
      shown += c;
    else
      shown += std::string("\\x") + kHex[byte >> 4] + kHex[byte & 15];
  }
  return shown + (text.size() > kMost ? "..." : "");
}

}  // namespace

Lexed Lex(std::string_view text) {
  Lexed lexed;
  int line = 1;
  for (bool more = true; more; ++line) {
    const std::size_t newline = text.find('\n');
    more = newline != std::string_view::npos;
    const std::string_view whole = text.substr(0, newline), code = whole.substr(0, whole.find('#'));
    if (code.size() < whole.size() && Trimmed(code).empty()) {
      lexed.comments[line] = Trimmed(whole.substr(code.size() + 1));
    }
    std::size_t at = 0;
    while (at += Run(code.substr(at), IsSpace), at < code.size()) {
      lexed.tokens.push_back(FirstToken(code.substr(at), line, static_cast<int>(at) + 1));
      at += lexed.tokens.back().text.size();
    }
    if (!more) lexed.tokens.push_back({TokenKind::kEnd, {}, line, static_cast<int>(whole.size()) + 1});
    text.remove_prefix(more ? newline + 1 : text.size());
  }
  return lexed;
}

void RefuseAt(const Token& token, const std::string& what) {
  throw std::invalid_argument("line " + std::to_string(token.line) + ", column " +
                              std::to_string(token.column) + ": " + what);
}

void RefuseToken(const Token& token, const std::string& valid) {
  const std::string found =
      token.kind == TokenKind::kEnd ? "the end of the text" : '"' + Shown(token.text) + '"';
  RefuseAt(token, "found " + found + "; valid here: " + valid);
}

}  // namespace retable::models::programs
