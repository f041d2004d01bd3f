#include "models/programs/traits.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

namespace retable::models::programs {
namespace {

constexpr std::string_view kSentencepieceSpace = "\u2581";
constexpr std::string_view kGpt2Space = "\u0120";

bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// The first character of some text.
struct Character {
  std::uint32_t code;
  std::size_t bytes;
};

// A byte that begins no whole character counts as U+FFFD.
Character FirstCharacter(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<std::uint8_t>(text[at]); };
  if (byte(0) < 0x80) return {byte(0), 1};
  const std::size_t bytes = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : byte(0) >= 0xC0 ? 2 : 1;
  if (bytes == 1 || bytes > text.size()) return {0xFFFD, 1};
  std::uint32_t code = byte(0) & (0x7F >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) code = code << 6 | (byte(i) & 0x3F);
  return {code, bytes};
}

bool IsPunctuation(std::uint32_t code) {
  if (code < 0x80) {
    return (code > ' ' && code < '0') || (code > '9' && code < 'A') || (code > 'Z' && code < 'a') ||
           (code > 'z' && code < 0x7F);
  }
  return code == 0xA1 || code == 0xA7 || code == 0xAB || code == 0xB6 || code == 0xB7 || code == 0xBB ||
         code == 0xBF || (code >= 0x2010 && code <= 0x2027) || (code >= 0x2030 && code <= 0x205E);
}

// How TokenTraits::marks writes a character; 0 for one that is no mark.
char MarkOf(std::uint32_t code) {
  switch (code) {
    case '\n':
    case '"':
    case '(':
    case ')':
    case '[':
    case ']':
    case '{':
    case '}':
      return static_cast<char>(code);
    case 0x201C:
    case 0xAB:
      return '<';
    case 0x201D:
    case 0xBB:
      return '>';
    default:
      return 0;
  }
}

// Signs that may stand between the end of a sentence and the next space.
bool ClosesAfterSentence(std::uint32_t code) {
  return code == '"' || code == '\'' || code == ')' || code == ']' || code == '}' || code == 0x201D ||
         code == 0x2019 || code == 0xBB;
}

TokenTraits TraitsOfText(std::string_view text) {
  TokenTraits traits{.punctuation = !text.empty(),
                     .capital = !text.empty() && IsUpper(text.front()),
                     .blank = std::ranges::all_of(text, IsSpace),
                     .ends_line = text.ends_with('\n')};
  while (!text.empty()) {
    const auto [code, bytes] = FirstCharacter(text);
    const bool punctuation = IsPunctuation(code);
    traits.punctuation &= punctuation;
    traits.letters |= !punctuation && (code >= 0x80 || !IsSpace(text.front()));
    if (const char mark = MarkOf(code)) traits.marks += mark;
    if (code == '.' || code == '!' || code == '?')
      traits.ends_sentence = true;
    else if (!ClosesAfterSentence(code))
      traits.ends_sentence = false;
    text.remove_prefix(bytes);
  }
  traits.ends_sentence |= traits.marks.find('\n') != std::string::npos;
  return traits;
}

// The byte that a character of GPT-2's pieces stands for: printable bytes are themselves, the other 68 follow
// U+0100 in their order.
std::optional<char> ByteOfGpt2(std::uint32_t code) {
  const auto printable = [](std::uint32_t byte) {
    return (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
  };
  if (code < 256) return printable(code) ? std::optional(static_cast<char>(code)) : std::nullopt;
  std::uint32_t next = 256;
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    if (!printable(byte) && next++ == code) return static_cast<char>(byte);
  }
  return std::nullopt;
}

}  // namespace

Piece PieceOfSentencepiece(std::string_view piece) {
  int byte = 0;
  if (piece.size() == 6 && piece.starts_with("<0x") && piece.ends_with('>') &&
      std::from_chars(piece.data() + 3, piece.data() + 5, byte, 16).ptr == piece.data() + 5) {
    return {std::string(1, static_cast<char>(byte)), false};
  }
  Piece result{.text = {}, .starts_word = piece.starts_with(kSentencepieceSpace)};
  if (result.starts_word) piece.remove_prefix(kSentencepieceSpace.size());
  while (!piece.empty()) {
    const bool space = piece.starts_with(kSentencepieceSpace);
    const std::size_t bytes = space ? kSentencepieceSpace.size() : 1;
    result.text += space ? " " : piece.substr(0, 1);
    piece.remove_prefix(bytes);
  }
  return result;
}

Piece PieceOfGpt2(std::string_view piece) {
  if (piece.starts_with("<|") && piece.ends_with("|>")) return {std::string(piece), false};
  Piece result{.text = {}, .starts_word = piece.starts_with(kGpt2Space)};
  if (result.starts_word) piece.remove_prefix(kGpt2Space.size());
  while (!piece.empty()) {
    const auto [code, bytes] = FirstCharacter(piece);
    if (const auto byte = ByteOfGpt2(code))
      result.text += *byte;
    else
      result.text += piece.substr(0, bytes);
    piece.remove_prefix(bytes);
  }
  return result;
}

Vocabulary TraitsOf(const std::vector<Piece>& pieces) {
  std::map<std::pair<std::string, bool>, std::int32_t> lowest;  // id of a lower-cased text
  Vocabulary vocabulary;
  vocabulary.reserve(pieces.size());
  for (const Piece& piece : pieces) {
    TokenTraits traits = TraitsOfText(piece.text);
    std::string lower = piece.text;
    for (char& c : lower) c = static_cast<char>(IsUpper(c) ? c - 'A' + 'a' : c);
    const auto id = static_cast<std::int32_t>(vocabulary.size());
    traits.lower = lowest.try_emplace({std::move(lower), piece.starts_word}, id).first->second;
    traits.starts_word = piece.starts_word;
    vocabulary.push_back(std::move(traits));
  }
  return vocabulary;
}

}  // namespace retable::models::programs
