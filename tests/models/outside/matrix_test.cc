#include "models/outside/matrix.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace retable::models::outside {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string MessageOf(int tokens, const std::vector<double>& values) {
  try {
    Repair(tokens, values);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Repair, MasksClipsNormalisesAndSendsEmptyRowsToTheFirstToken) {
  const std::vector<double> values = {0, 5,  5,  //
                                      1, 3,  4,  //
                                      2, -6, 2};
  const Repaired repaired = Repair(3, values);
  EXPECT_EQ(repaired.matrix.values, (std::vector<float>{1, 0, 0, 0.25, 0.75, 0, 0.5, 0, 0.5}));
  EXPECT_EQ(repaired.empty_rows, 1);
  EXPECT_DOUBLE_EQ(repaired.negative, 6.0 / 28);
  EXPECT_DOUBLE_EQ(repaired.non_causal, 14.0 / 22);
}

TEST(Repair, LeavesACausalRowStochasticMatrixAsItIs) {
  const Repaired repaired = Repair(2, std::vector<double>{1, 0, 0.25, 0.75});
  EXPECT_EQ(repaired.matrix.values, (std::vector<float>{1, 0, 0.25, 0.75}));
  EXPECT_EQ(repaired.empty_rows, 0);
  EXPECT_EQ(repaired.negative, 0);
  EXPECT_EQ(repaired.non_causal, 0);
}

TEST(Repair, CountsRowsBelowTheLeastSumAsEmpty) {
  EXPECT_EQ(Repair(2, std::vector<double>{1, 0, 0, 1e-9}).empty_rows, 1);
  EXPECT_EQ(Repair(2, std::vector<double>{1, 0, 0, 1.1e-9}).empty_rows, 0);
}

TEST(Repair, SurvivesTheLargestNumbers) {
  const double most = std::numeric_limits<double>::max();
  const Repaired repaired = Repair(2, std::vector<double>{most, most, most, most});
  EXPECT_EQ(repaired.matrix.values, (std::vector<float>{1, 0, 0.5, 0.5}));
  EXPECT_DOUBLE_EQ(repaired.non_causal, 0.25);
}

TEST(Repair, AMatrixOfZerosLooksAtTheFirstTokenEverywhere) {
  const Repaired repaired = Repair(2, std::vector<double>(4, 0.0));
  EXPECT_EQ(repaired.matrix.values, (std::vector<float>{1, 0, 1, 0}));
  EXPECT_EQ(repaired.empty_rows, 2);
  EXPECT_EQ(repaired.negative, 0);
}

TEST(Repair, NamesTheFirstValueThatIsNotFinite) {
  EXPECT_EQ(MessageOf(2, {1, kNan, 1, kInfinity}), "is nan at row 0, column 1");
  EXPECT_EQ(MessageOf(2, {1, 0, -kInfinity, 1}), "is infinite at row 1, column 0");
  EXPECT_EQ(MessageOf(2, {1, 0, 1}), "has 3 values for 2 tokens");
  EXPECT_EQ(MessageOf(0, {}), "has 0 values for 0 tokens");
}

TEST(LargestRowDistance, IsTheLargestTotalVariationOfTheSharedRows) {
  const Matrix longer = {.tokens = 3, .values = {1, 0, 0, 0.5, 0.5, 0, 0, 0, 1}};
  const Matrix prefix = {.tokens = 2, .values = {1, 0, 0.25, 0.75}};
  EXPECT_DOUBLE_EQ(LargestRowDistance(longer, prefix), 0.25);
  EXPECT_DOUBLE_EQ(LargestRowDistance(prefix, longer), 0.25);
  EXPECT_EQ(LargestRowDistance(longer, longer), 0);
  const Matrix other = {.tokens = 3, .values = {1, 0, 0, 0.5, 0.5, 0, 1, 0, 0}};
  EXPECT_DOUBLE_EQ(LargestRowDistance(longer, other), 1);
}

}  // namespace
}  // namespace retable::models::outside
