#include "models/outside/one_line.h"

#include <cstdint>

namespace retable::models::outside {
namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0;  // 0: ill-formed
};

// The first character of a text that is not empty.
Character First(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {};
  std::uint32_t code = lead & (0x7F >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3F);
  }
  const bool overlong = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
  if (overlong || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return {};
  return {code, bytes};
}

bool IsControl(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code <= 0x9F) || (code >= 0x200E && code <= 0x200F) ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::string OneLine(std::string_view text, std::size_t most) {
  std::string line;
  bool space = false;  // one is due before the next character
  while (!text.empty()) {
    const Character next = First(text);
    const std::size_t bytes = next.bytes == 0 ? 1 : next.bytes;
    if (next.bytes != 0 && (next.code == ' ' || IsControl(next.code))) {
      space = !line.empty();
    } else {
      if (line.size() + space + bytes > most) return line + "...";
      if (space) line += ' ';
      line += next.bytes == 0 ? "?" : text.substr(0, bytes);
      space = false;
    }
    text.remove_prefix(bytes);
  }
  return line;
}

}  // namespace retable::models::outside
