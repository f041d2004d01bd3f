#include "data/gpt2_bpe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "data/windows.h"
#include "tests/data/temporary_folder.h"
#include "tests/data/toy_gpt2.h"

namespace retable::data {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

Gpt2Tokenizer& Gpt2() {
  static Gpt2Tokenizer gpt2(LoadGpt2Vocabulary());
  return gpt2;
}

using Pairs = std::vector<std::pair<std::string, std::string>>;

Gpt2Tokenizer Toy(const ToyGpt2& toy) {
  return Gpt2Tokenizer(ParseGpt2Vocabulary(toy.tokens.dump(), toy.merges));
}

// Tokens by the original's algorithm under its regular expressions (Python's module regex 2.5.123, Unicode
// 14) and, without a difference, by tiktoken 1.0.22 (npm).
TEST(Gpt2BpeTest, AgreesWithTheReferenceOnHardCases) {
  std::ifstream file("tests/data/gpt2_hard_cases.json");
  const nlohmann::json cases = nlohmann::json::parse(file);
  ASSERT_GE(cases.size(), 60u);
  for (const nlohmann::json& hard : cases) {
    EXPECT_EQ(Gpt2().Encode(hard.at("text").get<std::string>()),
              hard.at("tokens").get<std::vector<std::int32_t>>())
        << hard.at("what");
    EXPECT_EQ(Gpt2().Decode(hard.at("tokens").get<std::vector<std::int32_t>>()),
              hard.at("text").get<std::string>())
        << hard.at("what");
  }
}

TEST(Gpt2BpeTest, MergesAsTheSlowAlgorithmDoes) {
  Random random(StreamKey(1, "toys"));
  for (int i = 0; i < 200; ++i) {
    const ToyGpt2 toy = RandomToyGpt2(random, 30);
    Gpt2Tokenizer tokenizer = Toy(toy);
    std::string word;
    for (std::uint64_t left = 1 + random.Below(80); left > 0; --left)
      word += std::string("abc")[random.Below(3)];
    std::vector<std::string> texts;
    for (const std::int32_t token : tokenizer.Encode(word)) texts.push_back(tokenizer.Text(token));
    std::vector<std::string> bytes;
    for (const char c : word) bytes.emplace_back(1, c);
    ASSERT_EQ(texts, SlowlyMerged(bytes, toy)) << word << "\n" << toy.merges;
  }
}

TEST(Gpt2BpeTest, OverlappingPairsMergeFromTheLeft) {
  Gpt2Tokenizer tokenizer = Toy(ToyGpt2(Pairs{{"a", "a"}}));
  EXPECT_THAT(tokenizer.Encode("aaaaa"), ElementsAre(256, 256, 'a'));
}

TEST(Gpt2BpeTest, EveryTextComesBack) {
  Random random(StreamKey(1, "round trip"));
  for (int i = 0; i < 500; ++i) {
    for (const std::string& text : {RandomText(random, 60), RandomBytes(random, 60)}) {
      ASSERT_EQ(Gpt2().Decode(Gpt2().Encode(text)), text);
      ASSERT_EQ(Gpt2().Decode(Gpt2().Encode(text, SpecialTokens::kRecognized)), text);
    }
  }
}

TEST(Gpt2BpeTest, EveryTokenIsItsTextAndAlmostEveryOneEncodesToItself) {
  int others = 0;
  for (std::int32_t id = 0; id < Gpt2().vocabulary(); ++id) {
    const std::vector<std::int32_t> tokens = Gpt2().Encode(Gpt2().Text(id));
    ASSERT_EQ(Gpt2().Decode(tokens), Gpt2().Text(id));
    if (tokens != std::vector{id}) ++others;
  }
  // Parts of characters, and tokens that reach over what is now a cut: few.
  EXPECT_LT(others, 1000);
  EXPECT_GT(others, 0);
}

TEST(Gpt2BpeTest, TheMarkIsTextUnlessAskedFor) {
  const std::string text = "One.<|endoftext|>Two.";
  EXPECT_THAT(Gpt2().Encode(text), ::testing::Not(::testing::Contains(Gpt2().end_of_text())));
  EXPECT_THAT(Gpt2().Encode(text, SpecialTokens::kRecognized), ElementsAre(3198, 13, 50256, 7571, 13));
  EXPECT_THAT(Gpt2().Encode("<|endoftext|>", SpecialTokens::kRecognized), ElementsAre(50256));
  EXPECT_THAT(Gpt2().Encode("<|endoftext|><|endoftext|> ", SpecialTokens::kRecognized),
              ElementsAre(50256, 50256, 220));
  EXPECT_EQ(Gpt2().Decode(std::vector{50256}), "<|endoftext|>");
}

// Neither would end in the time of a test if merging were quadratic, let alone cubic.
TEST(Gpt2BpeTest, HostileLongWordsEnd) {
  Random random(StreamKey(1, "hostile"));
  std::string letters;
  for (int i = 0; i < 1 << 18; ++i) letters += static_cast<char>('a' + random.Below(26));
  const std::string run(1 << 18, '=');
  EXPECT_EQ(Gpt2().Decode(Gpt2().Encode(letters)), letters);
  EXPECT_THAT(Gpt2().Encode(run), SizeIs((1 << 18) / 64)) << "the longest run of = that is a token has 64";
}

TEST(Gpt2BpeTest, RememberedWordsChangeNothing) {
  Gpt2Tokenizer tokenizer(LoadGpt2Vocabulary());
  const std::string text =
      "Once upon a time, Once upon a time, " + std::string(65, 'x') + std::string(65, 'x');
  const auto first = tokenizer.Encode(text);
  EXPECT_EQ(tokenizer.Encode(text), first);
  EXPECT_EQ(Gpt2().Encode(text), first);
}

TEST(Gpt2BpeTest, DocumentsKeepTheirIdsAndOrder) {
  const TokenizedCorpus corpus = Tokenize(Gpt2(), {{"b", "One."}, {"a", ""}, {"c", "Two."}});
  ASSERT_THAT(corpus.documents, SizeIs(3));
  EXPECT_EQ(corpus.documents[0].id, "b");
  EXPECT_THAT(corpus.documents[0].tokens, ElementsAre(3198, 13));
  EXPECT_THAT(corpus.documents[1].tokens, SizeIs(0));
  EXPECT_THAT(corpus.documents[2].tokens, ElementsAre(7571, 13));
}

TEST(Gpt2BpeTest, AnIdOfAnotherVocabularyIsRefused) {
  EXPECT_THAT(MessageOf([] { Gpt2().Text(50257); }),
              AllOf(HasSubstr("50257"), HasSubstr("another tokenizer")));
  EXPECT_THROW(Gpt2().Decode(std::vector{-1}), std::out_of_range);
}

}  // namespace
}  // namespace retable::data
