#include "data/gpt2_vocabulary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>

#include "data/gpt2_bpe.h"
#include "tests/data/temporary_folder.h"
#include "tests/data/toy_gpt2.h"

namespace retable::data {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const ToyGpt2& Toy() {
  static const ToyGpt2 toy({{"a", "b"}, {"ab", "c"}, {" ", "abc"}});
  return toy;
}

std::string Refusal(const nlohmann::json& tokens, const std::string& merges) {
  return MessageOf([&] { ParseGpt2Vocabulary(tokens.dump(), merges); });
}

std::string RefusalOfLines(const std::string& lines) {
  return Refusal(Toy().tokens, "#version: 0.2\n" + lines);
}

TEST(Gpt2VocabularyTest, TokensAreTheirBytesAndMergesAreRankedByLine) {
  const Gpt2Vocabulary toy = ParseGpt2Vocabulary(Toy().tokens.dump(), Toy().merges);
  ASSERT_EQ(toy.texts.size(), 260u);
  for (int byte = 0; byte < 256; ++byte) {
    EXPECT_EQ(toy.byte_tokens[byte], byte);
    EXPECT_EQ(toy.texts[byte], std::string(1, static_cast<char>(byte)));
  }
  EXPECT_EQ(toy.texts[258], " abc");
  EXPECT_EQ(toy.end_of_text, 259);
  EXPECT_EQ(toy.merges.at(MergeKey('a', 'b')).rank, 0);
  EXPECT_EQ(toy.merges.at(MergeKey(' ', 257)).rank, 2);
  EXPECT_EQ(toy.merges.at(MergeKey(' ', 257)).token, 258);
}

// Sizes and hashes: facts of the original release, as the catalog's list has them.
TEST(Gpt2VocabularyTest, TheOriginalHas50257TokensAnd50000Merges) {
  const Gpt2Vocabulary gpt2 = LoadGpt2Vocabulary();
  EXPECT_EQ(gpt2.texts.size(), 50257u);
  EXPECT_EQ(gpt2.merges.size(), 50000u);
  EXPECT_EQ(gpt2.end_of_text, 50256);
  EXPECT_EQ(gpt2.byte_tokens[' '], 220);
  EXPECT_EQ(gpt2.byte_tokens['\n'], 198);
  EXPECT_EQ(gpt2.texts[262], " the");
}

TEST(Gpt2VocabularyTest, TheLastLineNeedsNoNewline) {
  std::string merges = Toy().merges;
  merges.pop_back();
  EXPECT_EQ(ParseGpt2Vocabulary(Toy().tokens.dump(), merges).merges.size(), 3u);
}

TEST(Gpt2VocabularyTest, AMalformedLineIsNamed) {
  for (const char* line : {"ab", "a b c", "a  b", " b", "a ", "", " "}) {
    EXPECT_THAT(RefusalOfLines("a b\n" + std::string(line) + "\nab c\n"),
                AllOf(HasSubstr("vocab.bpe line 3"), HasSubstr("not two tokens")))
        << line;
  }
}

TEST(Gpt2VocabularyTest, WindowsLineEndsAreRefusedAtTheFirst) {
  EXPECT_THAT(RefusalOfLines("a b\r\nab c\r\n"), HasSubstr("vocab.bpe line 2"));
}

TEST(Gpt2VocabularyTest, AMergeOfWhatNoLineBeforeMakesIsNamed) {
  EXPECT_THAT(RefusalOfLines("ab c\na b\n"), AllOf(HasSubstr("line 2"), HasSubstr("\"ab\" is neither")));
  EXPECT_THAT(RefusalOfLines("a b\nab \u4e00\n"), AllOf(HasSubstr("line 3"), HasSubstr("\u4e00")));
  EXPECT_THAT(RefusalOfLines("a \xc1\xa2\n"), HasSubstr("line 2")) << "b in more bytes than it needs";
}

TEST(Gpt2VocabularyTest, AMergeThatStandsTwiceIsNamed) {
  EXPECT_THAT(RefusalOfLines("a b\na b\n"), AllOf(HasSubstr("line 3"), HasSubstr("without it")));
}

TEST(Gpt2VocabularyTest, AMergeWithoutItsTokenIsNamed) {
  EXPECT_THAT(RefusalOfLines("a b\nb b\n"), AllOf(HasSubstr("line 3"), HasSubstr("encoder.json lacks")));
}

TEST(Gpt2VocabularyTest, ATokenThatNoLineMakesIsNamed) {
  EXPECT_THAT(RefusalOfLines("a b\nab c\n"), AllOf(HasSubstr("no line makes token 258"), HasSubstr(" abc")));
}

TEST(Gpt2VocabularyTest, AFileWithoutItsVersionIsRefused) {
  EXPECT_THAT(Refusal(Toy().tokens, "a b\nab c\n"), AllOf(HasSubstr("line 1"), HasSubstr("#version:")));
}

TEST(Gpt2VocabularyTest, IdsThatAreNotAPermutationAreRefused) {
  const auto with_id = [](const nlohmann::json& id) {
    nlohmann::json tokens = Toy().tokens;
    tokens["ab"] = id;
    return Refusal(tokens, Toy().merges);
  };
  for (const nlohmann::json& id :
       {nlohmann::json(260), nlohmann::json(-1), nlohmann::json(1.5), nlohmann::json("1"),
        nlohmann::json(nullptr), nlohmann::json(1ULL << 40)}) {
    EXPECT_THAT(with_id(id), AllOf(HasSubstr("\"ab\""), HasSubstr(id.dump()))) << id;
  }
  EXPECT_THAT(with_id(7), HasSubstr("its id 7 is that of"));
}

TEST(Gpt2VocabularyTest, MissingBytesAndMarksAreNamed) {
  nlohmann::json tokens = Toy().tokens;
  tokens.erase("a");
  tokens["zz"] = 'a';
  EXPECT_THAT(Refusal(tokens, Toy().merges), HasSubstr("no token for byte 97"));
  tokens = Toy().tokens;
  tokens.erase("<|endoftext|>");
  EXPECT_THAT(Refusal(tokens, Toy().merges), HasSubstr("no token for <|endoftext|>"));
}

TEST(Gpt2VocabularyTest, ATokenThatStandsForNoBytesIsNamed) {
  nlohmann::json tokens = Toy().tokens;
  tokens["\u4e00"] = tokens.size();
  EXPECT_THAT(Refusal(tokens, Toy().merges), HasSubstr("\u4e00"));
  tokens = Toy().tokens;
  tokens[" "] = tokens.size();
  EXPECT_THAT(Refusal(tokens, Toy().merges), HasSubstr("token \" \""));
}

TEST(Gpt2VocabularyTest, WhatIsNoObjectIsRefused) {
  for (const char* text : {"", "[]", "7", "{", "{}", "\xff"}) {
    EXPECT_THAT(MessageOf([&] { ParseGpt2Vocabulary(text, Toy().merges); }), HasSubstr("encoder.json"))
        << text;
  }
}

// One of: a bit, a byte, a stretch, a line or the end is changed, removed or doubled.
std::string Mutated(std::string file, Random& random) {
  const std::size_t at = random.Below(file.size());
  const std::size_t line = file.rfind('\n', at) + 1;
  const std::size_t length = std::min(file.find('\n', line), file.size() - 1) + 1 - line;
  switch (random.Below(7)) {
    case 0:
      file[at] = static_cast<char>(file[at] ^ 1 << random.Below(8));
      break;
    case 1:
      file[at] = static_cast<char>(random.Below(256));
      break;
    case 2:
      file.erase(at, 1 + random.Below(8));
      break;
    case 3:
      file.insert(at, RandomBytes(random, 1 + static_cast<int>(random.Below(8))));
      break;
    case 4:
      file.resize(at);
      break;
    case 5:
      file.erase(line, length);
      break;
    case 6:
      file.insert(random.Below(file.size()), file.substr(line, length));
      break;
  }
  return file;
}

// Whatever was accepted must be sound: every token once, every merge of what is there, and text that comes
// back.
void ExpectSound(const Gpt2Vocabulary& vocabulary) {
  const auto count = static_cast<std::int32_t>(vocabulary.texts.size());
  EXPECT_EQ(std::set<std::string>(vocabulary.texts.begin(), vocabulary.texts.end()).size(),
            vocabulary.texts.size());
  EXPECT_EQ(vocabulary.merges.size() + 257, vocabulary.texts.size());
  for (const auto& [key, merge] : vocabulary.merges) {
    const auto left = static_cast<std::int32_t>(key >> 32), right = static_cast<std::int32_t>(key);
    ASSERT_TRUE(left < count && right < count && merge.token < count);
    EXPECT_EQ(vocabulary.texts[left] + vocabulary.texts[right], vocabulary.texts[merge.token]);
  }
  Gpt2Tokenizer tokenizer(vocabulary);
  const std::string text = "abc abcabc \xff caba";
  EXPECT_EQ(tokenizer.Decode(tokenizer.Encode(text)), text);
}

// Returns how many were refused. Anything but std::invalid_argument fails the test.
int RefusedOf(int mutations, const std::function<std::pair<std::string, std::string>()>& files) {
  int refused = 0;
  for (int i = 0; i < mutations; ++i) {
    const auto [tokens, merges] = files();
    try {
      ExpectSound(ParseGpt2Vocabulary(tokens, merges));
    } catch (const std::invalid_argument& error) {
      EXPECT_THAT(error.what(), ::testing::AnyOf(HasSubstr("encoder.json"), HasSubstr("vocab.bpe")));
      ++refused;
    }
  }
  return refused;
}

TEST(Gpt2VocabularyTest, MutatedMergesAreRefusedOrSound) {
  Random random(StreamKey(1, "mutated merges"));
  const ToyGpt2 toy = RandomToyGpt2(random, 20);
  const std::string tokens = toy.tokens.dump();
  const int refused = RefusedOf(2000, [&] { return std::pair{tokens, Mutated(toy.merges, random)}; });
  EXPECT_GT(refused, 1500) << "few changes leave a vocabulary";
  EXPECT_LT(refused, 2000) << "a change of the version is none";
}

TEST(Gpt2VocabularyTest, MutatedTokensAreRefusedOrSound) {
  Random random(StreamKey(1, "mutated tokens"));
  const ToyGpt2 toy = RandomToyGpt2(random, 20);
  const std::string tokens = toy.tokens.dump(/*indent=*/0);
  const int refused = RefusedOf(2000, [&] { return std::pair{Mutated(tokens, random), toy.merges}; });
  EXPECT_GT(refused, 1500);
}

}  // namespace
}  // namespace retable::data
