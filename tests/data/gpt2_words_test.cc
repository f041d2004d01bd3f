#include "data/gpt2_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/data/toy_gpt2.h"

namespace retable::data {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(Gpt2WordsTest, AWordTakesOneSpaceBeforeIt) {
  EXPECT_THAT(Gpt2Words("Once upon  a"), ElementsAre("Once", " upon", " ", " a"));
  EXPECT_THAT(Gpt2Words(" 12 !? "), ElementsAre(" 12", " !?", " "));
  EXPECT_THAT(Gpt2Words(""), IsEmpty());
}

TEST(Gpt2WordsTest, LettersNumbersAndTheRestAreCutApart) {
  EXPECT_THAT(Gpt2Words("a1!b2"), ElementsAre("a", "1", "!", "b", "2"));
  EXPECT_THAT(Gpt2Words("caf\u00e9\u00bd\u2026"), ElementsAre("caf\u00e9", "\u00bd", "\u2026"));
}

TEST(Gpt2WordsTest, ContractionsAreCutInLowerCaseOnly) {
  EXPECT_THAT(Gpt2Words("I'm it's we'll"), ElementsAre("I", "'m", " it", "'s", " we", "'ll"));
  EXPECT_THAT(Gpt2Words("I'M"), ElementsAre("I", "'", "M"));
  EXPECT_THAT(Gpt2Words("'rest"), ElementsAre("'re", "st"));
}

TEST(Gpt2WordsTest, TheLastWhiteSpaceBeforeAWordStandsAlone) {
  EXPECT_THAT(Gpt2Words("a\n\nb"), ElementsAre("a", "\n", "\n", "b"));
  EXPECT_THAT(Gpt2Words("a \n\n b"), ElementsAre("a", " \n\n", " b"));
  EXPECT_THAT(Gpt2Words("a\n\n"), ElementsAre("a", "\n\n"));
}

TEST(Gpt2WordsTest, WhiteSpaceIsUnicodesPropertyOfThatName) {
  EXPECT_THAT(Gpt2Words("\u0085\u00a0\u3000"), ElementsAre("\u0085\u00a0\u3000"));
  EXPECT_THAT(Gpt2Words(" \u180e"), ElementsAre(" \u180e"));
  EXPECT_THAT(Gpt2Words(" \ufeff"), ElementsAre(" \ufeff"));
}

TEST(Gpt2WordsTest, BytesThatAreNotUtf8AreWordsOfTheirOwn) {
  EXPECT_THAT(Gpt2Words("a\xff\xfe z"), ElementsAre("a", "\xff\xfe", " z"));
  EXPECT_THAT(Gpt2Words(" \x80"), ElementsAre(" ", "\x80"));
  EXPECT_THAT(Gpt2Words("\xe2\x82"), ElementsAre("\xe2\x82")) << "a character cut short";
  EXPECT_THAT(Gpt2Words("\xed\xa0\x80"), ElementsAre("\xed\xa0\x80")) << "a surrogate";
  EXPECT_THAT(Gpt2Words("\xc1\x81"), ElementsAre("\xc1\x81")) << "more bytes than A needs";
  EXPECT_THAT(Gpt2Words("\xf4\x90\x80\x80"), ElementsAre("\xf4\x90\x80\x80")) << "past U+10FFFF";
}

TEST(Gpt2WordsTest, TextBeforeBytesThatAreNotUtf8EndsThere) {
  EXPECT_THAT(Gpt2Words("a  \xff"), ElementsAre("a", "  ", "\xff"));
}

TEST(Gpt2WordsTest, AZeroByteIsACharacter) {
  EXPECT_THAT(Gpt2Words(std::string_view("a\0\0b", 4)), ElementsAre("a", std::string_view("\0\0", 2), "b"));
}

TEST(Gpt2WordsTest, RunsOfMillionsAreOneWord) {
  for (const std::string& unit : {std::string("a"), std::string(" "), std::string("="), std::string("7"),
                                  std::string("\u00e9"), std::string("\u732b"), std::string("\xff")}) {
    std::string run;
    for (int i = 0; i < 1 << 20; ++i) run += unit;
    EXPECT_THAT(Gpt2Words(run), SizeIs(1)) << unit;
    EXPECT_THAT(Gpt2Words(run + "\n!"), SizeIs(3)) << unit;
  }
}

std::string Joined(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) text += word;
  return text;
}

TEST(Gpt2WordsTest, NothingIsLostOfAnyBytes) {
  Random random(StreamKey(1, "words"));
  for (int i = 0; i < 500; ++i) {
    const std::string bytes = RandomBytes(random, 40), text = RandomText(random, 40);
    ASSERT_EQ(Joined(Gpt2Words(bytes)), bytes);
    ASSERT_EQ(Joined(Gpt2Words(text)), text);
    ASSERT_EQ(Joined(Gpt2Words(text + bytes + text)), text + bytes + text);
    for (const std::string_view word : Gpt2Words(text + bytes)) ASSERT_FALSE(word.empty());
  }
}

}  // namespace
}  // namespace retable::data
