#include "data/tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/data/temporary_folder.h"

namespace retable::data {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<Document> Rhyme() {
  return {
      {"a", "The cat sat on the mat, and the dog sat on the log.\nThe cat saw the dog; the dog saw the cat."},
      {"b", "\"Sit on the mat,\" said the cat to the dog.\n\nThe dog sat."}};
}

const Tokenizer& Small() {
  static const Tokenizer tokenizer = Tokenizer::Train(Rhyme(), 310);
  return tokenizer;
}

TEST(TokenizerTest, TrainingTwiceGivesTheSameBytes) {
  EXPECT_EQ(Tokenizer::Train(Rhyme(), 310).model(), Small().model());
  EXPECT_NE(Tokenizer::Train(Rhyme(), 311).model(), Small().model());
}

TEST(TokenizerTest, TheVocabularyIsWhatWasAskedFor) { EXPECT_EQ(Small().vocabulary(), 310); }

TEST(TokenizerTest, DecodingGivesBackTheText) {
  for (const std::string text :
       {"The cat sat.", "the  cat", " the cat ", "a\nb", "\n", "", " ", "\tx\r\n", "THE DOG",
        "Unseen words: zyx 0987!", "caf\u00e9, na\u00efve \u2014 \U0001F600", "1/2 (one half)", "<0x0A>",
        "<unk>"}) {
    EXPECT_EQ(Small().Decode(Small().Encode(text)), text);
  }
}

TEST(TokenizerTest, FrequentWordsArePiecesAndKeepTheirSpace) {
  const std::vector<std::int32_t> tokens = Small().Encode("on the dog");
  std::vector<std::string> texts;
  for (std::int32_t token : tokens) texts.push_back(Small().Text(token));
  EXPECT_THAT(texts, ElementsAre("on", " the", " dog"));
  EXPECT_EQ(Small().Piece(tokens[1]), "\u2581the");
  EXPECT_TRUE(Small().StartsWithSpace(tokens[1]));
  EXPECT_FALSE(Small().StartsWithSpace(tokens[0]));
}

TEST(TokenizerTest, CaseIsKept) { EXPECT_NE(Small().Encode("The"), Small().Encode("the")); }

TEST(TokenizerTest, UnseenCharactersAndNewlinesAreBytes) {
  const std::vector<std::int32_t> tokens = Small().Encode("\n\u00e9");
  ASSERT_EQ(tokens.size(), 3u);
  EXPECT_EQ(Small().Piece(tokens[0]), "<0x0A>");
  EXPECT_EQ(Small().Text(tokens[0]), "\n");
  for (std::int32_t token : tokens) EXPECT_TRUE(Small().IsByte(token));
  EXPECT_FALSE(Small().IsByte(Small().Encode("t")[0]));
}

TEST(TokenizerTest, SavedAndLoadedItIsTheSame) {
  const TemporaryFolder folder;
  Small().Save(folder.path() / "bpe.model");
  const Tokenizer loaded = Tokenizer::Load(folder.path() / "bpe.model");
  EXPECT_EQ(loaded.model(), Small().model());
  EXPECT_EQ(loaded.Encode("The cat saw the mat."), Small().Encode("The cat saw the mat."));
}

TEST(TokenizerTest, ACorpusKeepsIdsAndOrder) {
  const TokenizedCorpus corpus = Tokenize(Small(), Rhyme());
  ASSERT_EQ(corpus.documents.size(), 2u);
  EXPECT_EQ(corpus.documents[0].id, "a");
  EXPECT_EQ(corpus.documents[1].id, "b");
  EXPECT_EQ(Small().Decode(corpus.documents[1].tokens), Rhyme()[1].text);
}

TEST(TokenizerTest, FilesThatAreNoModelAreNamed) {
  const TemporaryFolder folder;
  const auto load = [&](const std::string& name) {
    return MessageOf([&] { Tokenizer::Load(folder.path() / name); });
  };
  folder.Write("broken.model", "no model");
  folder.Write("empty.model", "");
  EXPECT_THAT(load("broken.model"), HasSubstr("broken.model"));
  EXPECT_THAT(load("empty.model"), HasSubstr("empty.model"));
  EXPECT_THAT(load("absent.model"), HasSubstr("absent.model"));
  EXPECT_THAT(MessageOf([&] { Small().Save(folder.path() / "no folder" / "x.model"); }),
              HasSubstr("x.model"));
}

TEST(TokenizerTest, ImpossibleVocabulariesAreRefused) {
  EXPECT_THROW(Tokenizer::Train(Rhyme(), 100), std::invalid_argument);
  EXPECT_THROW(Tokenizer::Train(Rhyme(), 5000), std::invalid_argument);
  EXPECT_THROW(Tokenizer::Train({}, 310), std::invalid_argument);
  EXPECT_THROW(Tokenizer::Train({{"a", "\n"}}, 310), std::invalid_argument);
}

TEST(TokenizerTest, ForeignTokensAndTheSpaceMarkAreRefused) {
  EXPECT_THROW(Small().Piece(310), std::out_of_range);
  EXPECT_THROW(Small().Text(-1), std::out_of_range);
  EXPECT_THROW(Small().IsByte(310), std::out_of_range);
  EXPECT_THROW(Small().Encode("a\u2581b"), std::invalid_argument);
}

}  // namespace
}  // namespace retable::data
