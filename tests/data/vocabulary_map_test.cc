#include "data/vocabulary_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/data/temporary_folder.h"

namespace retable::data {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const TokenizedCorpus kTrain = {{{"a", {50256, 7, 7}}, {"b", {}}}};
const TokenizedCorpus kHeldOut = {{{"c", {7, 1000}}}};

TEST(VocabularyMapTest, OccurringIdsAreNumberedInTheirOrder) {
  const VocabularyMap map = OccurringIds({&kTrain, &kHeldOut});
  EXPECT_THAT(map.ids, ElementsAre(7, 1000, 50256));
  EXPECT_EQ(map.vocabulary(), 4);
  EXPECT_EQ(ReducedId(map, 7), 0);
  EXPECT_EQ(ReducedId(map, 50256), 2);
}

TEST(VocabularyMapTest, EveryOtherIdIsTheUnknownOne) {
  const VocabularyMap map = OccurringIds({&kTrain});
  EXPECT_EQ(map.unknown(), 2);
  for (const std::int32_t id : {0, 8, 1000, 50257, -1}) EXPECT_EQ(ReducedId(map, id), map.unknown()) << id;
}

TEST(VocabularyMapTest, TheOriginalComesBack) {
  const VocabularyMap map = OccurringIds({&kTrain, &kHeldOut});
  TokenizedCorpus reduced = kTrain;
  Reduce(map, reduced);
  EXPECT_THAT(reduced.documents[0].tokens, ElementsAre(2, 0, 0));
  EXPECT_EQ(reduced.documents[0].id, "a");
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(OriginalId(map, reduced.documents[0].tokens[i]), kTrain.documents[0].tokens[i]);
  }
}

TEST(VocabularyMapTest, TheUnknownIdHasNoOriginal) {
  const VocabularyMap map = OccurringIds({&kTrain});
  EXPECT_THROW(OriginalId(map, map.unknown()), std::out_of_range);
  EXPECT_THROW(OriginalId(map, -1), std::out_of_range);
}

TEST(VocabularyMapTest, ACorpusWithoutTokensHasTheUnknownIdAlone) {
  const VocabularyMap map = OccurringIds({});
  EXPECT_THAT(map.ids, IsEmpty());
  EXPECT_EQ(map.vocabulary(), 1);
  EXPECT_EQ(ReducedId(map, 5), 0);
}

TEST(VocabularyMapTest, ANegativeIdIsRefused) {
  const TokenizedCorpus bad = {{{"a", {3, -2}}}};
  EXPECT_THAT(MessageOf([&] { OccurringIds({&bad}); }), HasSubstr("token -2"));
}

TEST(VocabularyMapTest, AFileHoldsTheMap) {
  const TemporaryFolder folder;
  const VocabularyMap map = OccurringIds({&kTrain, &kHeldOut});
  WriteVocabularyMap(folder.path() / "map", map);
  EXPECT_EQ(ReadVocabularyMap(folder.path() / "map").ids, map.ids);
}

TEST(VocabularyMapTest, AFileThatIsNoMapIsRefusedWithItsName) {
  const TemporaryFolder folder;
  for (const char* text :
       {"", "{}", "[]", R"({"ids": 7})", R"({"ids": [1, 1]})", R"({"ids": [2, 1]})", R"({"ids": [-1, 1]})",
        R"({"ids": [1.5]})", R"({"ids": [4294967297]})", R"({"ids": ["1"]})"}) {
    const auto file = folder.Write("map", text);
    EXPECT_THAT(MessageOf([&] { ReadVocabularyMap(file); }), HasSubstr(file.string())) << text;
  }
  EXPECT_THAT(MessageOf([&] { ReadVocabularyMap(folder.path() / "none"); }), HasSubstr("none"));
}

}  // namespace
}  // namespace retable::data
