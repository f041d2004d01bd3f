#include "models/programs/split.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

namespace retable::models::programs {
namespace {

constexpr std::array<std::string_view, 4> kQuotes = {"\u201C", "\u201D", "\u00AB", "\u00BB"};

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c & 0x80) != 0;
}

std::size_t QuoteLength(std::string_view text) {
  const auto quote =
      std::ranges::find_if(kQuotes, [&](std::string_view one) { return text.starts_with(one); });
  return quote == kQuotes.end() ? 0 : quote->size();
}

// Of the piece that begins the text.
std::size_t PieceLength(std::string_view text) {
  if (const std::size_t quote = QuoteLength(text)) return quote;
  std::size_t length = 0;
  while (length < text.size() && QuoteLength(text.substr(length)) == 0) {
    const bool letter = IsLetter(text[length]);
    const bool inside =
        text[length] == '\'' && length > 0 && length + 1 < text.size() && IsLetter(text[length + 1]);
    if (!letter && !inside) break;
    ++length;
  }
  return std::max<std::size_t>(length, 1);
}

}  // namespace

SplitText Split(std::string_view text) {
  SplitText split;
  std::map<std::pair<std::string, bool>, std::int32_t> id_of;
  bool space = true;  // at the text's start too
  while (!text.empty()) {
    const std::size_t length = PieceLength(text);
    const std::string_view piece = text.substr(0, length);
    text.remove_prefix(length);
    const bool is_space = piece == " " || piece == "\t" || piece == "\r";
    if (!is_space) {
      const auto next = static_cast<std::int32_t>(split.pieces.size());
      const bool starts_word = space && piece != "\n";
      const auto [found, is_new] = id_of.try_emplace({std::string(piece), starts_word}, next);
      if (is_new) split.pieces.push_back({std::string(piece), starts_word});
      split.ids.push_back(found->second);
    }
    space = is_space || piece == "\n";
  }
  return split;
}

}  // namespace retable::models::programs
