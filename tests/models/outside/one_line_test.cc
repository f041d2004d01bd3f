#include "models/outside/one_line.h"

#include <gtest/gtest.h>

#include <string>

namespace retable::models::outside {
namespace {

TEST(OneLine, LeavesPlainTextAlone) {
  EXPECT_EQ(OneLine("a caf\u00e9, \u4e2d \U0001F600", 100), "a caf\u00e9, \u4e2d \U0001F600");
}

TEST(OneLine, TurnsControlCharactersAndRunsOfThemIntoOneSpace) {
  EXPECT_EQ(OneLine("\r\n no\x1b[2J\tidea \x7f\u0085.\u202e ", 100), "no [2J idea .");
}

TEST(OneLine, ReplacesIllFormedBytes) {
  // A lone continuation, a cut character, an overlong slash, a surrogate, past U+10FFFF.
  EXPECT_EQ(OneLine("\x80|\xC3|\xC0\xAF|\xED\xA0\x80|\xF4\x90\x80\x80", 100), "?|?|??|???|????");
}

TEST(OneLine, CutsBetweenCharactersAndSaysSo) {
  EXPECT_EQ(OneLine("caf\u00e9", 4), "caf...");
  EXPECT_EQ(OneLine("caf\u00e9", 5), "caf\u00e9");
  EXPECT_EQ(OneLine("a b", 2), "a...");
  EXPECT_EQ(OneLine("ab   ", 2), "ab");
}

}  // namespace
}  // namespace retable::models::outside
