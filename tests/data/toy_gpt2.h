// Vocabularies of GPT-2's form that a test makes up, text at random, and the slow algorithm that the fast one
// must agree with.
#ifndef RETABLE_TESTS_DATA_TOY_GPT2_H_
#define RETABLE_TESTS_DATA_TOY_GPT2_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/random.h"

namespace retable::data {

inline std::string Utf8(std::uint32_t c) {
  const auto byte = [](std::uint32_t bits) { return static_cast<char>(bits); };
  if (c < 0x80) return {byte(c)};
  if (c < 0x800) return {byte(0xc0 | c >> 6), byte(0x80 | (c & 63))};
  if (c < 0x10000) return {byte(0xe0 | c >> 12), byte(0x80 | (c >> 6 & 63)), byte(0x80 | (c & 63))};
  return {byte(0xf0 | c >> 18), byte(0x80 | (c >> 12 & 63)), byte(0x80 | (c >> 6 & 63)),
          byte(0x80 | (c & 63))};
}

// How GPT-2's files write the byte: the 68 that are not printable take U+0100 and up, in order.
inline std::string WrittenByte(int byte) {
  std::uint32_t next = 0x100;
  for (int b = 0; b < 256; ++b) {
    const bool printable = (b >= '!' && b <= '~') || (b >= 0xa1 && b != 0xad);
    const std::uint32_t code_point = printable ? b : next++;
    if (b == byte) return Utf8(code_point);
  }
  return "";
}

inline std::string Written(std::string_view bytes) {
  std::string written;
  for (const char c : bytes) written += WrittenByte(static_cast<unsigned char>(c));
  return written;
}

struct ToyGpt2 {
  nlohmann::json tokens = nlohmann::json::object();
  std::string merges = "#version: 0.2\n";
  std::vector<std::pair<std::string, std::string>> pairs;  // their bytes, in order of rank

  // Bytes get the ids 0 ... 255, the merges the next ones, <|endoftext|> the last.
  explicit ToyGpt2(std::vector<std::pair<std::string, std::string>> of) : pairs(std::move(of)) {
    for (int byte = 0; byte < 256; ++byte) tokens[WrittenByte(byte)] = byte;
    for (const auto& [left, right] : pairs) {
      tokens[Written(left + right)] = tokens.size();
      merges += Written(left) + " " + Written(right) + "\n";
    }
    tokens["<|endoftext|>"] = tokens.size();
  }
};

// A toy over the first letters of the alphabet and the space, whose merges build on each other.
inline ToyGpt2 RandomToyGpt2(Random& random, int merges) {
  std::vector<std::string> parts = {"a", "b", "c", " "};
  std::vector<std::pair<std::string, std::string>> pairs;
  while (static_cast<int>(pairs.size()) < merges) {
    std::string left = parts[random.Below(parts.size())];
    std::string right = parts[random.Below(parts.size())];
    if (std::find(parts.begin(), parts.end(), left + right) != parts.end()) continue;
    parts.push_back(left + right);
    pairs.emplace_back(std::move(left), std::move(right));
  }
  return ToyGpt2(pairs);
}

// Joins all neighbours of the pair of lowest rank at once, from the left, until none has a rank.
inline std::vector<std::string> SlowlyMerged(std::vector<std::string> word, const ToyGpt2& toy) {
  for (bool again = true; again;) {
    again = false;
    for (const auto& [left, right] : toy.pairs) {
      std::vector<std::string> joined;
      for (std::size_t i = 0; i < word.size(); ++i) {
        const bool joins = i + 1 < word.size() && word[i] == left && word[i + 1] == right;
        joined.push_back(joins ? word[i] + word[i + 1] : word[i]);
        if (joins) ++i;
      }
      if (joined.size() == word.size()) continue;
      word = joined;
      again = true;
      break;
    }
  }
  return word;
}

// Text of scripts, marks, spaces and joiners in turn. All of it was assigned before Unicode 14, and U+0085
// and U+FEFF, which JavaScript's \s sees differently, are not among it.
inline std::string RandomText(Random& random, int characters) {
  constexpr std::array<std::pair<std::uint32_t, std::uint32_t>, 22> kRanges = {{
      {' ', ' '},       {' ', ' '},         {'\n', '\n'},     {'\t', '\r'},     {'a', 'z'},
      {'a', 'z'},       {'A', 'Z'},         {'0', '9'},       {'!', '/'},       {0x00, 0x7f},
      {0xa0, 0xff},     {0x100, 0x17f},     {0x300, 0x36f},   {0x410, 0x44f},   {0x5d0, 0x5ea},
      {0x660, 0x669},   {0x905, 0x94d},     {0x2000, 0x203f}, {0x2150, 0x2188}, {0x4e00, 0x4fff},
      {0xac00, 0xad00}, {0x1f600, 0x1f64f},
  }};
  std::string text;
  for (int left = characters; left > 0;) {
    const auto [first, last] = kRanges[random.Below(kRanges.size())];
    for (std::uint64_t run = 1 + random.Below(5); run > 0 && left > 0; --run, --left) {
      text += Utf8(first + static_cast<std::uint32_t>(random.Below(last - first + 1)));
    }
    if (random.Below(12) == 0)
      text += std::array{"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"}[random.Below(7)];
  }
  return text;
}

inline std::string RandomBytes(Random& random, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(random.Below(256));
  return text;
}

}  // namespace retable::data

#endif  // RETABLE_TESTS_DATA_TOY_GPT2_H_
