#include "models/programs/features.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "data/random.h"
#include "models/programs/split.h"
#include "tests/models/programs/random_programs.h"

namespace retable::models::programs {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

using Column = std::vector<int>;

std::vector<int> ColumnOf(const Features& features, Feature feature) {
  const auto* column = features.Column(feature);
  return {column, column + features.tokens()};
}

// Of a text, as the splitter for sentences cuts it.
std::vector<int> ColumnOf(std::string_view text, Feature feature) {
  const SplitText split = Split(text);
  return ColumnOf(Features(split.ids, TraitsOf(split.pieces)), feature);
}

std::vector<int> OfPieces(const std::vector<Piece>& pieces, Feature feature) {
  std::vector<std::int32_t> ids;
  for (std::size_t t = 0; t < pieces.size(); ++t) ids.push_back(static_cast<std::int32_t>(t));
  return ColumnOf(Features(ids, TraitsOf(pieces)), feature);
}

TEST(FeaturesTest, IdsAndPositions) {
  EXPECT_EQ(ColumnOf("a b a", Feature::kId), (Column{0, 1, 0}));
  EXPECT_EQ(ColumnOf("a b A", Feature::kLower), (Column{0, 1, 0}));
  EXPECT_EQ(ColumnOf("a b A", Feature::kPosition), (Column{0, 1, 2}));
}

TEST(FeaturesTest, AWordIsWhatStandsBetweenSpacesOrLines) {
  const std::string text = "One two,\nthree!";  // One | two | , | \n | three | !
  EXPECT_EQ(ColumnOf(text, Feature::kWordStart), (Column{1, 1, 0, 0, 1, 0}));
  EXPECT_EQ(ColumnOf(text, Feature::kWord), (Column{0, 1, 1, 1, 2, 2}));
  EXPECT_EQ(ColumnOf(text, Feature::kCapital), (Column{1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(ColumnOf(text, Feature::kPunctuation), (Column{0, 0, 1, 0, 0, 1}));
}

TEST(FeaturesTest, TheFirstTokenStartsAWordWhateverItIs) {
  EXPECT_EQ(OfPieces({{"ing", false}, {"s", false}}, Feature::kWordStart), (Column{1, 0}));
  EXPECT_EQ(OfPieces({{"\n", false}, {"\n", false}, {"s", false}}, Feature::kWordStart), (Column{1, 0, 1}));
}

TEST(FeaturesTest, ALoneSpaceStartsTheWordThatItsPiecesMakeUp) {
  EXPECT_EQ(OfPieces({{"a", true}, {"", true}, {"\xC3", false}, {"\xA9", false}}, Feature::kWordStart),
            (Column{1, 1, 0, 0}));
}

TEST(FeaturesTest, ASentenceStartsWithTheWordAfterTheMark) {
  // Go | . | " | Why | ? | " | She | left | .
  const std::string text = "Go.\" Why?\" She left.";
  EXPECT_EQ(ColumnOf(text, Feature::kSentence), (Column{0, 0, 0, 1, 1, 1, 2, 2, 2}));
  EXPECT_EQ(ColumnOf(text, Feature::kSentenceEnd), (Column{0, 1, 0, 0, 1, 0, 0, 0, 1}));
}

TEST(FeaturesTest, APointInsideANumberEndsNoSentence) {
  // pi | is | 3 | . | 14 | now | . | Then
  EXPECT_EQ(ColumnOf("pi is 3.14 now. Then", Feature::kSentence), (Column{0, 0, 0, 0, 0, 0, 0, 1}));
}

TEST(FeaturesTest, ANewlineEndsASentence) {
  EXPECT_EQ(ColumnOf("A title\nText\n\nMore", Feature::kSentence), (Column{0, 0, 0, 1, 1, 1, 2}));
}

TEST(FeaturesTest, BracketsMatchInnermostFirst) {
  // f | ( | a | [ | b | ] | c | ) | d
  const std::string text = "f (a [b] c) d";
  EXPECT_EQ(ColumnOf(text, Feature::kDepth), (Column{0, 1, 1, 2, 2, 1, 1, 0, 0}));
  EXPECT_EQ(ColumnOf(text, Feature::kBracket), (Column{-1, -1, 1, 1, 3, 3, 1, 1, -1}));
  EXPECT_EQ(ColumnOf(text, Feature::kOpens), (Column{0, 1, 0, 1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(ColumnOf(text, Feature::kCloses), (Column{0, 0, 0, 0, 0, 1, 0, 1, 0}));
}

TEST(FeaturesTest, AClosingBracketThatMatchesNothingIsIgnored) {
  const std::string text = "a) (b] c)";  // a | ) | ( | b | ] | c | )
  EXPECT_EQ(ColumnOf(text, Feature::kCloses), (Column{0, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(ColumnOf(text, Feature::kBracket), (Column{-1, -1, -1, 2, 2, 2, 2}));
}

TEST(FeaturesTest, ATokenThatClosesSeveralCountsAsTheOutermost) {
  const std::vector<Piece> pieces = {{"(", true}, {"[", false}, {"x", false}, {"])", false}, {"y", true}};
  EXPECT_EQ(OfPieces(pieces, Feature::kBracket), (Column{-1, 0, 1, 0, -1}));
  EXPECT_EQ(OfPieces(pieces, Feature::kDepth), (Column{1, 2, 2, 0, 0}));
}

TEST(FeaturesTest, QuoteMarksOpenAndCloseInTurn) {
  // He | said | " | no | " | and | " | yes | "
  const std::string text = "He said \"no\" and \"yes\"";
  EXPECT_EQ(ColumnOf(text, Feature::kQuoted), (Column{0, 0, 1, 1, 0, 0, 1, 1, 0}));
  EXPECT_EQ(ColumnOf(text, Feature::kQuotation), (Column{-1, -1, -1, 2, 2, -1, -1, 6, 6}));
  EXPECT_EQ(ColumnOf(text, Feature::kQuoteMark), (Column{0, 0, 1, 0, 1, 0, 1, 0, 1}));
}

TEST(FeaturesTest, ANewlineClosesAQuotationAndApostrophesOpenNone) {
  EXPECT_EQ(ColumnOf("\"a\nb \"c", Feature::kQuoted), (Column{1, 1, 0, 0, 1, 1}));
  EXPECT_EQ(ColumnOf("a\nb", Feature::kQuoted), (Column{0, 0, 0}));
  EXPECT_EQ(ColumnOf("\"a\nb", Feature::kQuoteMark), (Column{1, 0, 0, 0}));
  EXPECT_EQ(ColumnOf("'a' isn't", Feature::kQuoted), (Column{0, 0, 0, 0}));
}

TEST(FeaturesTest, CurlyQuotesOpenAndCloseByTheirSide) {
  EXPECT_EQ(ColumnOf("\u201Ca\u201D b\u201D \u201Cc", Feature::kQuoted), (Column{1, 1, 0, 0, 0, 1, 1}));
}

TEST(FeaturesTest, BeforeTheDocumentNumbersAreAbsentAndFlagsZero) {
  const Features features(std::vector<std::int32_t>{3, 4}, TraitsOf(SmallVocabulary()));
  for (int f = 0; f < kFeatures; ++f) {
    const auto feature = static_cast<Feature>(f);
    for (int back = 1; back <= kMaxBack; ++back) {
      EXPECT_EQ(features.Column(feature)[-back], IsFlag(feature) ? 0 : kAbsent) << Name(feature);
    }
  }
}

TEST(FeaturesTest, FlagsAreZeroOrOneAndNumbersAtLeastAbsent) {
  data::Random random(data::StreamKey(2, "features_test"));
  const Features features(RandomIds(2000, random), TraitsOf(SmallVocabulary()));
  for (int f = 0; f < kFeatures; ++f) {
    const auto feature = static_cast<Feature>(f);
    int least = 9, most = -9;
    for (const int value : ColumnOf(features, feature)) {
      least = std::min(least, value);
      most = std::max(most, value);
    }
    EXPECT_GE(least, IsFlag(feature) ? 0 : kAbsent) << Name(feature);
    EXPECT_GE(most, 1) << Name(feature) << " is never on: the documents of these tests are too plain";
    EXPECT_LE(most, IsFlag(feature) ? 1 : 2000) << Name(feature);
  }
}

// No feature tells the future: those of the first t tokens are those of a document that ends there.
TEST(FeaturesTest, EveryFeatureDependsOnTheTokensSoFarAlone) {
  data::Random random(data::StreamKey(1, "features_test"));
  const Vocabulary vocabulary = TraitsOf(SmallVocabulary());
  for (int round = 0; round < 50; ++round) {
    const std::vector<std::int32_t> ids = RandomIds(60, random);
    const Features whole(ids, vocabulary);
    for (std::size_t cut = 0; cut <= ids.size(); ++cut) {
      const Features part(std::span<const std::int32_t>(ids).first(cut), vocabulary);
      for (int f = 0; f < kFeatures; ++f) {
        const auto feature = static_cast<Feature>(f);
        std::vector<int> expected = ColumnOf(whole, feature);
        expected.resize(cut);
        ASSERT_EQ(ColumnOf(part, feature), expected) << Name(feature) << " of the first " << cut;
      }
    }
  }
}

TEST(FeaturesTest, ResetGivesWhatANewOneHas) {
  data::Random random(data::StreamKey(4, "features_test"));
  const Vocabulary vocabulary = TraitsOf(SmallVocabulary());
  Features reused(RandomIds(90, random), vocabulary);
  for (const int tokens : {5, 100, 0, 40}) {
    const std::vector<std::int32_t> ids = RandomIds(tokens, random);
    reused.Reset(ids, vocabulary);
    const Features fresh(ids, vocabulary);
    for (int f = 0; f < kFeatures; ++f) {
      const auto feature = static_cast<Feature>(f);
      ASSERT_EQ(ColumnOf(reused, feature), ColumnOf(fresh, feature));
      ASSERT_EQ(reused.Column(feature)[-1], fresh.Column(feature)[-1]);
    }
  }
}

TEST(FeaturesTest, AnIdOfAnotherTokenizerIsRefused) {
  const Vocabulary vocabulary(5);
  EXPECT_THAT(
      [&] {
        Features(std::vector<std::int32_t>{1, 5}, vocabulary);
      },
      ThrowsMessage<std::out_of_range>(HasSubstr("token 5 at position 1 is outside the vocabulary of 5")));
  EXPECT_THROW(Features(std::vector<std::int32_t>{-1}, vocabulary), std::out_of_range);
}

}  // namespace
}  // namespace retable::models::programs
