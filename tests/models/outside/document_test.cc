#include "models/outside/document.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace retable::models::outside {
namespace {

using Tokens = std::vector<std::string>;

std::vector<std::string> TextsOf(const std::string& text) {
  std::vector<std::string> texts;
  for (const std::string& token : DocumentOfText("d", text).tokens) texts.push_back(BytesOf(token));
  return texts;
}

TEST(Gpt2Token, WritesBytesAsTheVocabularyOfGpt2Does) {
  // Entries of GPT-2's published encoder.json: 262 (" the"), 198 (newline), 40303 (" e" with an acute
  // accent).
  EXPECT_EQ(Gpt2Token(" the"), "\u0120the");
  EXPECT_EQ(Gpt2Token("\n"), "\u010A");
  EXPECT_EQ(Gpt2Token(" \u00e9"), "\u0120\u00c3\u00a9");
}

TEST(Gpt2Token, GivesEveryByteACharacterOfItsOwnAndBack) {
  std::set<std::string> characters;
  for (int byte = 0; byte < 256; ++byte) {
    const std::string bytes(1, static_cast<char>(byte));
    characters.insert(Gpt2Token(bytes));
    EXPECT_EQ(BytesOf(Gpt2Token(bytes)), bytes) << byte;
  }
  EXPECT_EQ(characters.size(), 256u);
}

TEST(BytesOf, KeepsCharactersThatStandForNoByte) {
  EXPECT_EQ(BytesOf("\u4e2d\u2581x"), "\u4e2d\u2581x");
  EXPECT_EQ(BytesOf("\xC4"), "\xC4");
}

TEST(DocumentOfText, CutsWhereGpt2CutsBeforeItMergesBytes) {
  EXPECT_EQ(TextsOf("the cat saw the cat. The end"),
            (Tokens{"the", " cat", " saw", " the", " cat", ".", " The", " end"}));
  EXPECT_EQ(TextsOf("I don't know 12 \"a1\"!?"),
            (Tokens{"I", " don", "'t", " know", " 12", " \"", "a", "1", "\"!?"}));
  EXPECT_EQ(TextsOf("a  b\n\nc  "), (Tokens{"a", " ", " b", "\n", "\n", "c", "  "}));
  EXPECT_EQ(TextsOf("caf\u00e9 \u4e2d"), (Tokens{"caf\u00e9", " \u4e2d"}));
}

TEST(DocumentOfText, NumbersTokensInOrderOfFirstOccurrence) {
  EXPECT_EQ(DocumentOfText("d", "a b a b a").ids, (std::vector<std::int32_t>{0, 1, 2, 1, 2}));
}

TEST(DocumentOfText, RefusesAnEmptyText) { EXPECT_THROW(DocumentOfText("d", ""), std::invalid_argument); }

TEST(Prefix, HasTheFirstTokensWithTheirIds) {
  const Document document = DocumentOfText("d", "a b a b a");
  const Document prefix = Prefix(document, 3);
  EXPECT_EQ(Sentence(prefix), "a b a");
  EXPECT_EQ(prefix.ids, (std::vector<std::int32_t>{0, 1, 2}));
  EXPECT_EQ(prefix.id, "d");
  EXPECT_THROW(Prefix(document, 0), std::invalid_argument);
  EXPECT_THROW(Prefix(document, 6), std::invalid_argument);
}

TEST(Sentence, IsTheTextOfTheTokensEndToEnd) {
  const std::string text = "Caf\u00e9,  \u4e2d\u6587 don't\n\nend ";
  EXPECT_EQ(Sentence(DocumentOfText("d", text)), text);
  EXPECT_EQ(Sentence(DocumentOfTexts("d", {"ab", "\xC3", "\xA9 ", "ab"})), "ab\u00e9 ab");
}

}  // namespace
}  // namespace retable::models::outside
