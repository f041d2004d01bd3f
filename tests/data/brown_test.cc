#include "data/brown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "tests/data/temporary_folder.h"

namespace retable::data {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(BrownTest, TagsGoAndPunctuationJoinsTheWordBefore) {
  EXPECT_EQ(BrownText("The/at jury/nn ,/, however/wrb ,/, agreed/vbd :/: yes/rb ./.\n"),
            "The jury, however, agreed: yes.");
}

TEST(BrownTest, QuotesBecomePrintedOnesAndHugWhatTheyQuote) {
  EXPECT_EQ(BrownText("``/`` No/at evidence/nn ''/'' ,/, he/pps said/vbd ./."), "\"No evidence\", he said.");
}

TEST(BrownTest, SingleQuotesOpenAndCloseInTurn) {
  EXPECT_EQ(BrownText("the/at '/' final/jj '/' word/nn ,/, '/' he/pps said/vbd '/' ./."),
            "the 'final' word, 'he said'.");
}

TEST(BrownTest, ContractionsAndPossessivesStayJoined) {
  EXPECT_EQ(BrownText("It/pps wouldn't/md* be/be Atlanta's/np$ ./."), "It wouldn't be Atlanta's.");
}

TEST(BrownTest, BracketsHugWhatTheyHold) {
  EXPECT_EQ(BrownText("range/nn (/( 1955/cd -/in 57/cd )/) [/( see/vb ]/) ./."), "range (1955-57) [see].");
}

TEST(BrownTest, SlashesInsideWordsStay) {
  EXPECT_EQ(BrownText("1/2/cd and/or/cc counts/nns //in minute/nn"), "1/2 and/or counts/minute");
}

TEST(BrownTest, DashesAndAmpersandsStandFree) {
  EXPECT_EQ(BrownText("one/cd --/-- two/cd &/cc-tl three/cd"), "one -- two & three");
}

TEST(BrownTest, CompoundTagsGoWhole) {
  EXPECT_EQ(BrownText("I'm/ppss+bem not/* theirs/pp$$ $600/nns 1/8''/nn"), "I'm not theirs $600 1/8\"");
}

TEST(BrownTest, DoubledMarksOfTheTaggedFormBecomeOne) {
  EXPECT_EQ(BrownText("What/wdt ?/. ?/.\nNo/rb !/. !/. Yes/rb ;/. ;/. well/uh ./."), "What? No! Yes; well.");
  EXPECT_EQ(BrownText("What/wdt ?/. ?/. ?/. ?/."), "What??");
}

TEST(BrownTest, SentencesJoinByASpaceAndParagraphsByANewline) {
  EXPECT_EQ(BrownText("\n\n\tOne/cd ./.\nTwo/cd ./.\n\n\n\tThree/cd ./.\n\n"), "One. Two.\nThree.");
}

TEST(BrownTest, AQuoteThatStaysOpenEndsWithItsParagraph) {
  EXPECT_EQ(BrownText("'/' One/cd ./.\n\n'/' Two/cd '/' ./."), "'One.\n'Two'.");
}

TEST(BrownTest, AHeadlineIsAParagraphOfItsOwn) {
  EXPECT_EQ(BrownText("One/cd ./.\nMerger/nn-hl proposed/vbn-hl :/:-hl\nHowever/wrb ,/, no/rb ./."),
            "One.\nMerger proposed:\nHowever, no.");
}

TEST(BrownTest, NothingGivesNothing) {
  EXPECT_EQ(BrownText(""), "");
  EXPECT_EQ(BrownText("\n \n\t\n"), "");
}

TEST(BrownTest, AWordWithoutATagIsRefusedWithItsLine) {
  EXPECT_THAT(MessageOf([] { BrownText("One/cd\nTwo Three/cd"); }),
              AllOf(HasSubstr("line 2"), HasSubstr("Two")));
  EXPECT_THROW(BrownText("/cd"), std::invalid_argument);
  EXPECT_THROW(BrownText("Two/"), std::invalid_argument);
}

TEST(BrownTest, AMissingOrMalformedDocumentIsNamed) {
  const TemporaryFolder folder;
  EXPECT_THAT(MessageOf([&] { ReadBrown(folder.path()); }),
              AllOf(HasSubstr("ca01"), HasSubstr("tools/setup")));
  folder.Write("ca01", "untagged text\n");
  EXPECT_THAT(MessageOf([&] { ReadBrown(folder.path()); }), AllOf(HasSubstr("ca01"), HasSubstr("untagged")));
}

}  // namespace
}  // namespace retable::data
