#include "data/splits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>

namespace retable::data {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAreArray;

std::vector<Document> Numbered(int count) {
  std::vector<Document> documents;
  for (int i = 0; i < count; ++i) documents.push_back({"document " + std::to_string(i), ""});
  return documents;
}

std::vector<std::string> Ids(const std::vector<Document>& documents, const std::vector<int>& indices) {
  std::vector<std::string> ids;
  for (const Document& document : Select(documents, indices)) ids.push_back(document.id);
  return ids;
}

TEST(SplitsTest, PartsHaveTheirCountsAndShareNoDocument) {
  const Splits splits = SplitByDocument(Numbered(50), {.train = 30, .held_out = 12, .reference = 8}, 1);
  EXPECT_EQ(splits.train.size(), 30u);
  EXPECT_EQ(splits.held_out.size(), 12u);
  EXPECT_EQ(splits.reference.size(), 8u);
  std::set<int> all;
  for (const auto* part : {&splits.train, &splits.held_out, &splits.reference}) {
    EXPECT_TRUE(std::is_sorted(part->begin(), part->end()));
    all.insert(part->begin(), part->end());
  }
  EXPECT_EQ(all.size(), 50u);
  EXPECT_EQ(*all.begin(), 0);
  EXPECT_EQ(*all.rbegin(), 49);
}

TEST(SplitsTest, DocumentsBeyondTheCountsAreLeftOut) {
  const Splits splits = SplitByDocument(Numbered(50), {.train = 3, .held_out = 2, .reference = 0}, 1);
  EXPECT_EQ(splits.train.size(), 3u);
  EXPECT_EQ(splits.held_out.size(), 2u);
  EXPECT_TRUE(splits.reference.empty());
}

TEST(SplitsTest, TheOrderOfTheDocumentsDoesNotMatter) {
  const SplitCounts counts{.train = 30, .held_out = 12, .reference = 8};
  const std::vector<Document> documents = Numbered(50);
  std::vector<Document> reversed(documents.rbegin(), documents.rend());
  const Splits first = SplitByDocument(documents, counts, 1);
  const Splits second = SplitByDocument(reversed, counts, 1);
  EXPECT_THAT(Ids(documents, first.held_out), UnorderedElementsAreArray(Ids(reversed, second.held_out)));
  EXPECT_THAT(Ids(documents, first.train), UnorderedElementsAreArray(Ids(reversed, second.train)));
}

TEST(SplitsTest, ASeedDecidesTheSplit) {
  const SplitCounts counts{.train = 30, .held_out = 12, .reference = 8};
  EXPECT_EQ(SplitByDocument(Numbered(50), counts, 1).held_out,
            SplitByDocument(Numbered(50), counts, 1).held_out);
  EXPECT_NE(SplitByDocument(Numbered(50), counts, 1).held_out,
            SplitByDocument(Numbered(50), counts, 2).held_out);
}

TEST(SplitsTest, MoreTrainingDocumentsKeepTheHeldOutOnes) {
  const Splits few = SplitByDocument(Numbered(50), {.train = 5, .held_out = 12, .reference = 8}, 1);
  const Splits many = SplitByDocument(Numbered(50), {.train = 30, .held_out = 12, .reference = 8}, 1);
  EXPECT_EQ(few.held_out, many.held_out);
  EXPECT_EQ(few.reference, many.reference);
  EXPECT_TRUE(std::includes(many.train.begin(), many.train.end(), few.train.begin(), few.train.end()));
}

TEST(SplitsTest, ImpossibleSplitsAreRefused) {
  EXPECT_THROW(SplitByDocument(Numbered(499), {}, 1), std::invalid_argument);
  EXPECT_NO_THROW(SplitByDocument(Numbered(500), {}, 1));
  EXPECT_THROW(SplitByDocument(Numbered(5), {.train = -1, .held_out = 2, .reference = 2}, 1),
               std::invalid_argument);
  EXPECT_THROW(SplitByDocument({{"a", ""}, {"a", ""}}, {.train = 1, .held_out = 1, .reference = 0}, 1),
               std::invalid_argument);
}

TEST(SplitsTest, SelectKeepsTheOrderAndRefusesForeignIndices) {
  EXPECT_THAT(Ids(Numbered(5), {3, 1}), ElementsAre("document 3", "document 1"));
  EXPECT_THROW(Select(Numbered(5), {5}), std::out_of_range);
  EXPECT_THROW(Select(Numbered(5), {-1}), std::out_of_range);
}

}  // namespace
}  // namespace retable::data
