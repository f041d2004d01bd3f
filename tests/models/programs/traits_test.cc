#include "models/programs/traits.h"

#include <gtest/gtest.h>

#include <vector>

namespace retable::models::programs {
namespace {

TEST(PieceOfSentencepieceTest, TakesTheMarkerForASpaceAndABytePieceForItsByte) {
  EXPECT_EQ(PieceOfSentencepiece("\u2581the"), (Piece{"the", true}));
  EXPECT_EQ(PieceOfSentencepiece("ing"), (Piece{"ing", false}));
  EXPECT_EQ(PieceOfSentencepiece("\u2581"), (Piece{"", true}));
  EXPECT_EQ(PieceOfSentencepiece("\u2581\u2581a"), (Piece{" a", true}));
  EXPECT_EQ(PieceOfSentencepiece("<0x0A>"), (Piece{"\n", false}));
  EXPECT_EQ(PieceOfSentencepiece("<0xE2>"), (Piece{"\xE2", false}));
  EXPECT_EQ(PieceOfSentencepiece("<0xZZ>"), (Piece{"<0xZZ>", false}));
  EXPECT_EQ(PieceOfSentencepiece("<unk>"), (Piece{"<unk>", false}));
}

// The byte map: facts on GPT-2's BPE (printable bytes are themselves, the other 68 follow U+0100).
TEST(PieceOfGpt2Test, GivesBackTheBytes) {
  EXPECT_EQ(PieceOfGpt2("\u0120the"), (Piece{"the", true}));
  EXPECT_EQ(PieceOfGpt2("ing"), (Piece{"ing", false}));
  EXPECT_EQ(PieceOfGpt2("\u010A\u010A"), (Piece{"\n\n", false}));
  EXPECT_EQ(PieceOfGpt2("\u0120\""), (Piece{"\"", true}));
  EXPECT_EQ(PieceOfGpt2("\u00E2\u0122\u013E"),
            (Piece{"\xE2\x80\x9C", false}));                 // the three bytes of a curly quote
  EXPECT_EQ(PieceOfGpt2("\u0143"), (Piece{"\xAD", false}));  // the last of the 68
  EXPECT_EQ(PieceOfGpt2("<|endoftext|>"), (Piece{"<|endoftext|>", false}));
}

TokenTraits Of(std::string_view text) { return TraitsOf({{std::string(text), false}}).front(); }

TEST(TraitsOfTest, LowerIsTheLowestIdOfPiecesThatDifferInCaseOnly) {
  const Vocabulary vocabulary =
      TraitsOf({{"The", true}, {"the", true}, {"the", false}, {"THE", true}, {"then", true}, {"tHe", false}});
  std::vector<int> lower;
  for (const TokenTraits& traits : vocabulary) lower.push_back(traits.lower);
  EXPECT_EQ(lower, (std::vector<int>{0, 0, 2, 0, 4, 2}));
}

TEST(TraitsOfTest, PunctuationIsAllOfTheText) {
  for (const char* text : {".", ",\"", "'", "\u2014", "\u201C", "\u00AB", "--", "@"}) {
    EXPECT_TRUE(Of(text).punctuation) << text;
    EXPECT_FALSE(Of(text).letters) << text;
  }
  for (const char* text : {"a.", "", "\n", " ", "3", "\u00E9", "\xE2"})
    EXPECT_FALSE(Of(text).punctuation) << text;
}

TEST(TraitsOfTest, LettersAreWhatIsNeitherPunctuationNorSpace) {
  for (const char* text : {"a", "3", ".5", "\u00E9", "\u4E2D", "\xE2"}) EXPECT_TRUE(Of(text).letters) << text;
  for (const char* text : {"", " ", "\n", "..."}) EXPECT_FALSE(Of(text).letters) << text;
}

TEST(TraitsOfTest, ASentenceEndsWithItsMarkOrWithWhatClosesAfterIt) {
  for (const char* text : {".", "!", "?", "?\"", ".)", ".'\"", "end.", "\n", "x\n", "...", ".\u201D"}) {
    EXPECT_TRUE(Of(text).ends_sentence) << text;
  }
  for (const char* text : {",", ".a", "3.14", "", "\"", ":", ".("})
    EXPECT_FALSE(Of(text).ends_sentence) << text;
}

TEST(TraitsOfTest, MarksAreInOrderAndCurlyQuotesHaveTheirSide) {
  EXPECT_EQ(Of("(\"[a]{b})\n").marks, "(\"[]{})\n");
  EXPECT_EQ(Of("\u201Ca\u201D\u00AB\u00BB").marks, "<><>");
  EXPECT_EQ(Of("don't").marks, "");
}

TEST(TraitsOfTest, CapitalBlankAndEndOfLine) {
  EXPECT_TRUE(Of("Mr").capital);
  EXPECT_FALSE(Of("mR").capital);
  EXPECT_TRUE(Of("").blank);
  EXPECT_TRUE(Of(" \n").blank);
  EXPECT_FALSE(Of("a ").blank);
  EXPECT_TRUE(Of("a\n").ends_line);
  EXPECT_FALSE(Of("\na").ends_line);
}

}  // namespace
}  // namespace retable::models::programs
