#include "models/outside/document.h"

#include <array>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

namespace retable::models::outside {
namespace {

bool StandsForItself(int byte) {
  return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

// A code point below U+0800 in UTF-8.
std::string Utf8(int code) {
  if (code < 0x80) return std::string(1, static_cast<char>(code));
  return {static_cast<char>(0xC0 | code >> 6), static_cast<char>(0x80 | (code & 0x3F))};
}

// The character of every byte.
const std::array<std::string, 256>& Characters() {
  static const std::array<std::string, 256> characters = [] {
    std::array<std::string, 256> made;
    int next = 0x100;
    for (int byte = 0; byte < 256; ++byte) made[byte] = Utf8(StandsForItself(byte) ? byte : next++);
    return made;
  }();
  return characters;
}

const std::map<std::string, char, std::less<>>& Bytes() {
  static const std::map<std::string, char, std::less<>> bytes = [] {
    std::map<std::string, char, std::less<>> made;
    for (int byte = 0; byte < 256; ++byte) made[Characters()[byte]] = static_cast<char>(byte);
    return made;
  }();
  return bytes;
}

enum class Kind { kSpace, kLetter, kDigit, kOther };

Kind KindOf(char c) {
  if (c == ' ' || (c >= '\t' && c <= '\r')) return Kind::kSpace;
  if (c >= '0' && c <= '9') return Kind::kDigit;
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
  return letter ? Kind::kLetter : Kind::kOther;
}

// The bytes of the run of one kind that begins at `start`.
std::size_t RunFrom(std::string_view text, std::size_t start) {
  std::size_t end = start;
  while (end < text.size() && KindOf(text[end]) == KindOf(text[start])) ++end;
  return end - start;
}

// The bytes of the first token of a text that is not empty.
std::size_t FirstToken(std::string_view text) {
  for (const std::string_view ending : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"}) {
    if (text.starts_with(ending)) return ending.size();
  }
  if (KindOf(text[0]) != Kind::kSpace) return RunFrom(text, 0);
  const std::size_t spaces = RunFrom(text, 0);
  if (spaces == text.size()) return spaces;
  if (spaces > 1) return spaces - 1;  // the last one may belong to the word
  return text[0] == ' ' ? 1 + RunFrom(text, 1) : 1;
}

}  // namespace

std::string Gpt2Token(std::string_view bytes) {
  std::string token;
  for (const char byte : bytes) token += Characters()[static_cast<unsigned char>(byte)];
  return token;
}

std::string BytesOf(std::string_view gpt2_token) {
  std::string bytes;
  for (std::size_t i = 0; i < gpt2_token.size();) {
    const std::size_t length = (gpt2_token[i] & 0xE0) == 0xC0 ? 2 : 1;
    const std::string_view character = gpt2_token.substr(i, length);
    const auto found = Bytes().find(character);
    bytes += found == Bytes().end() ? character : std::string_view(&found->second, 1);
    i += character.size();
  }
  return bytes;
}

Document DocumentOfTexts(std::string id, const std::vector<std::string>& texts) {
  if (texts.empty()) throw std::invalid_argument("document " + id + " has no tokens; give it some text");
  Document document{.id = std::move(id), .tokens = {}, .ids = {}};
  std::map<std::string, std::int32_t> numbers;
  for (const std::string& text : texts) {
    document.tokens.push_back(Gpt2Token(text));
    document.ids.push_back(
        numbers.try_emplace(text, static_cast<std::int32_t>(numbers.size())).first->second);
  }
  return document;
}

Document DocumentOfText(std::string id, std::string_view text) {
  std::vector<std::string> texts;
  while (!text.empty()) {
    const std::size_t length = FirstToken(text);
    texts.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return DocumentOfTexts(std::move(id), texts);
}

Document Prefix(const Document& document, int tokens) {
  if (tokens < 1 || tokens > static_cast<int>(document.tokens.size())) {
    throw std::invalid_argument("document " + document.id + " has " + std::to_string(document.tokens.size()) +
                                " tokens and no prefix of " + std::to_string(tokens));
  }
  return {.id = document.id,
          .tokens = {document.tokens.begin(), document.tokens.begin() + tokens},
          .ids = {document.ids.begin(), document.ids.begin() + tokens}};
}

std::string Sentence(const Document& document) {
  std::string text;
  for (const std::string& token : document.tokens) text += BytesOf(token);
  return text;
}

}  // namespace retable::models::outside
