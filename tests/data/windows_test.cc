#include "data/windows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace retable::data {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TokenizedDocument Counting(std::string id, int size, int first) {
  std::vector<std::int32_t> tokens(size);
  std::iota(tokens.begin(), tokens.end(), first);
  return {std::move(id), std::move(tokens)};
}

TEST(WindowsTest, WindowsFollowOneAnotherAndStayInsideADocument) {
  const TokenizedCorpus corpus{{Counting("a", 9, 0), Counting("b", 4, 100), Counting("c", 10, 200)}};
  EXPECT_THAT(Windows(corpus, 4), ElementsAre(Window{0, 0}, Window{0, 4}, Window{2, 0}, Window{2, 4}));
}

TEST(WindowsTest, AWindowNeedsOneTokenMoreThanItsContext) {
  EXPECT_THAT(Windows({{Counting("a", 4, 0)}}, 4), IsEmpty());
  EXPECT_THAT(Windows({{Counting("a", 5, 0)}}, 4), ElementsAre(Window{0, 0}));
  EXPECT_THAT(Windows({{Counting("a", 0, 0)}}, 4), IsEmpty());
  EXPECT_THAT(Windows({}, 4), IsEmpty());
}

TEST(WindowsTest, WindowTokensAreInputsAndTheTargetShiftedByOne) {
  const TokenizedCorpus corpus{{Counting("a", 9, 0), Counting("b", 9, 100)}};
  EXPECT_THAT(WindowTokens(corpus, {1, 4}, 4), ElementsAre(104, 105, 106, 107, 108));
}

TEST(WindowsTest, NoTokenIsATargetTwice) {
  const TokenizedCorpus corpus{{Counting("a", 57, 0), Counting("b", 33, 100), Counting("c", 8, 200)}};
  for (int context : {1, 3, 8, 16}) {
    std::map<std::int32_t, int> targets;
    for (const Window& window : Windows(corpus, context)) {
      const auto tokens = WindowTokens(corpus, window, context);
      for (std::int32_t token : tokens.subspan(1)) EXPECT_EQ(++targets[token], 1);
    }
    EXPECT_GE(targets.size(), 57u + 33 + 8 - 3 - 3 * (context - 1));
  }
}

TEST(WindowsTest, ImpossibleContextsAndForeignWindowsAreRefused) {
  const TokenizedCorpus corpus{{Counting("a", 9, 0)}};
  EXPECT_THROW(Windows(corpus, 0), std::invalid_argument);
  EXPECT_THROW(WindowTokens(corpus, {0, 0}, 0), std::invalid_argument);
  EXPECT_THROW(WindowTokens(corpus, {1, 0}, 4), std::out_of_range);
  EXPECT_THROW(WindowTokens(corpus, {-1, 0}, 4), std::out_of_range);
  EXPECT_THROW(WindowTokens(corpus, {0, 5}, 4), std::out_of_range);
  EXPECT_THROW(WindowTokens(corpus, {0, -1}, 4), std::out_of_range);
}

TEST(WindowsTest, TheCorpusHashSeesEveryTokenAndBoundary) {
  const TokenizedCorpus corpus{{Counting("a", 4, 0), Counting("b", 4, 4)}};
  TokenizedCorpus token = corpus, boundary{{Counting("a", 5, 0), Counting("b", 3, 5)}}, id = corpus;
  token.documents[1].tokens[3] = 9;
  id.documents[0].id = "c";
  EXPECT_EQ(CorpusSha256(corpus), CorpusSha256(TokenizedCorpus(corpus)));
  EXPECT_NE(CorpusSha256(corpus), CorpusSha256(token));
  EXPECT_NE(CorpusSha256(corpus), CorpusSha256(boundary));
  EXPECT_NE(CorpusSha256(corpus), CorpusSha256(id));
}

std::vector<int> FirstIndices(BatchOrder order, int batch, int count) {
  std::vector<int> indices;
  for (std::int64_t step = 0; static_cast<int>(indices.size()) < count; ++step) {
    const std::vector<int> next = order.Step(step);
    EXPECT_EQ(static_cast<int>(next.size()), batch);
    indices.insert(indices.end(), next.begin(), next.end());
  }
  indices.resize(count);
  return indices;
}

TEST(BatchOrderTest, EachEpochVisitsEveryWindowOnce) {
  for (int batch : {1, 4, 10, 16, 25}) {
    const std::vector<int> indices = FirstIndices(BatchOrder(10, batch, 7), batch, 40);
    for (int epoch = 0; epoch < 4; ++epoch) {
      std::vector<int> visited(indices.begin() + 10 * epoch, indices.begin() + 10 * (epoch + 1));
      std::sort(visited.begin(), visited.end());
      EXPECT_THAT(visited, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    }
  }
}

TEST(BatchOrderTest, TheOrderDoesNotDependOnTheBatchSize) {
  EXPECT_EQ(FirstIndices(BatchOrder(10, 3, 7), 3, 30), FirstIndices(BatchOrder(10, 5, 7), 5, 30));
}

TEST(BatchOrderTest, AnyStepIsReachedWithoutTheOnesBefore) {
  BatchOrder in_order(23, 4, 7), backwards(23, 4, 7);
  std::vector<std::vector<int>> steps;
  for (int step = 0; step < 40; ++step) steps.push_back(in_order.Step(step));
  for (int step = 39; step >= 0; --step) EXPECT_EQ(backwards.Step(step), steps[step]);
  EXPECT_EQ(BatchOrder(23, 4, 7).Step(31), steps[31]);
}

TEST(BatchOrderTest, EpochsAndStreamsDiffer) {
  const std::vector<int> order = FirstIndices(BatchOrder(50, 50, 7), 50, 100);
  EXPECT_FALSE(std::equal(order.begin(), order.begin() + 50, order.begin() + 50));
  EXPECT_NE(order, FirstIndices(BatchOrder(50, 50, 8), 50, 100));
}

TEST(BatchOrderTest, NothingToOrderAndNegativeStepsAreRefused) {
  EXPECT_THROW(BatchOrder(0, 4, 7), std::invalid_argument);
  EXPECT_THROW(BatchOrder(4, 0, 7), std::invalid_argument);
  EXPECT_THROW(BatchOrder(4, 4, 7).Step(-1), std::invalid_argument);
}

}  // namespace
}  // namespace retable::data
