// The corpus, and many thousand seeded changes of it, through what libFuzzer runs.
#include "tests/models/programs/parse_fuzz.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "data/random.h"
#include "models/programs/print.h"
#include "tests/models/programs/random_programs.h"

namespace retable::models::programs {
namespace {

std::vector<std::string> Corpus() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator("tests/models/programs/corpus")) {
    files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::vector<std::string> texts;
  for (const auto& file : files) {
    std::ifstream input(file, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>());
  }
  return texts;
}

std::size_t Place(const std::string& text, data::Random& random) { return random.Below(text.size() + 1); }

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }

// The stretch of characters of one kind around a place; perhaps none.
template <typename Kind>
std::pair<std::size_t, std::size_t> Stretch(const std::string& text, std::size_t at, Kind kind) {
  std::size_t begin = at, end = at;
  while (begin > 0 && kind(text[begin - 1])) --begin;
  while (end < text.size() && kind(text[end])) ++end;
  return {begin, end - begin};
}

const std::string& OneOf(const std::vector<std::string>& texts, data::Random& random) {
  return texts[random.Below(texts.size())];
}

// A change that often leaves a program: a number or a word for another one, more white space.
void ChangeGently(std::string& text, data::Random& random) {
  static const std::vector<std::string> words = {"id",      "lower", "depth", "quoted", "closes", "self",
                                                 "earlier", "any",   "first", "all",    "and",    "or",
                                                 "drop",    "last",  "mix",   "add",    "same"};
  const std::size_t at = Place(text, random);
  if (const auto [begin, length] = Stretch(text, at, IsDigit); length > 0) {
    text.replace(begin, length, std::to_string(random.Below(12)));
  } else if (const auto [start, letters] = Stretch(text, at, IsLetter); letters > 0 && random.Below(2) == 0) {
    text.replace(start, letters, OneOf(words, random));
  } else if (letters == 0) {
    text.insert(at, random.Below(2) == 0 ? " # note\n" : "\t");
  }
}

// Bytes, words and pieces of other texts are put in, taken out or exchanged.
void ChangeWildly(std::string& text, const std::vector<std::string>& others, data::Random& random) {
  static const std::vector<std::string> words = {
      "(",       ")",         ",",     "*",      "[-1]",   "[-",           "query.",   "not ",
      " and ",   " or ",      "same ", "any",    "mix(",   "add(",         "sink ",    "decay ",
      "inverse", "else drop", "0",     "1e300",  "1e-300", "999999999999", "#",        "\n",
      "=",       "<=",        "\xFF",  "last 2", "first",  "all",          "distance", "bracket"};
  const std::size_t at = Place(text, random),
                    length = random.Below(std::min<std::size_t>(text.size() - at, 12) + 1);
  switch (random.Below(5)) {
    case 0:
      text.erase(at, length);
      return;
    case 1:
      text.insert(at, OneOf(words, random));
      return;
    case 2:
      text.replace(at, length, OneOf(words, random));
      return;
    case 3:
      text.insert(at, 1, static_cast<char>(random.Below(256)));
      return;
    default: {
      const std::string& other = OneOf(others, random);
      const std::size_t from = Place(other, random);
      text.replace(at, length, other.substr(from, random.Below(40)));
    }
  }
}

TEST(ParseFuzzTest, TheCorpusIsParsedOrRefused) {
  const std::vector<std::string> corpus = Corpus();
  ASSERT_GE(corpus.size(), 20U);
  int parsed = 0;
  for (const std::string& text : corpus) {
    parsed += CheckProgramText(text) == Outcome::kParsed || CheckLibraryText(text) == Outcome::kParsed;
  }
  EXPECT_GE(parsed, 10);
  EXPECT_LT(parsed, static_cast<int>(corpus.size()));
}

TEST(ParseFuzzTest, ThirtyThousandChangesOfItAreParsedOrRefused) {
  std::vector<std::string> texts = Corpus();
  data::Random random(data::StreamKey(1, "parse_fuzz_test"));
  for (int k = 0; k < 200; ++k) texts.push_back(Print(RandomProgram(random)));
  int parsed = 0;
  for (int round = 0; round < 30'000; ++round) {
    std::string text = OneOf(texts, random);
    for (std::uint64_t changes = 1 + random.Below(3); changes > 0; --changes) {
      if (random.Below(3) > 0)
        ChangeGently(text, random);
      else
        ChangeWildly(text, texts, random);
    }
    parsed += CheckProgramText(text) == Outcome::kParsed;
    if (round % 4 == 0) CheckLibraryText(text);
  }
  // Both ways out are taken often, or the changes are too wild or too tame.
  EXPECT_GT(parsed, 3000);
  EXPECT_LT(parsed, 27'000);
}

}  // namespace
}  // namespace retable::models::programs
