// Do the tables name patterns that models/ has, and agree with it on what they need?
#include <gtest/gtest.h>

#include "models/patterns.h"
#include "suites/suites.h"

namespace retable::suites {
namespace {

TEST(PatternsListed, EveryArmsPatternIsThere) {
  for (const Table& table : Tables()) {
    for (const Arm& arm : table.arms) EXPECT_NO_THROW(models::FindPattern(arm.pattern)) << table.id;
  }
}

TEST(PatternsListed, TeachersAreNamedWhereThePatternNeedsOne) {
  for (const models::PatternKind& kind : models::PatternKinds()) {
    EXPECT_EQ(IsReadOffTeacher(kind.name), kind.needs.teacher || kind.needs.templates) << kind.name;
  }
}

TEST(PatternsListed, OnlyPatternsThatReadTokensAreShuffled) {
  for (const Table& table : Tables()) {
    for (const Arm& arm : table.arms) {
      EXPECT_TRUE(!arm.shuffled || models::FindPattern(arm.pattern).reads_tokens) << arm.id;
    }
  }
}

}  // namespace
}  // namespace retable::suites
