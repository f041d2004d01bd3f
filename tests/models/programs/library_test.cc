#include "models/programs/library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "data/random.h"
#include "models/programs/parse.h"
#include "models/programs/print.h"
#include "tests/models/programs/random_programs.h"

namespace retable::models::programs {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(ParseLibraryTest, ReadsEntriesOfSeveralLinesWithTheirComments) {
  const Library library = ParseLibrary(
      "# About the file.\n"
      "\n"
      "# The token itself,\n"
      "# and nothing else.\n"
      "self = self  # not this\n"
      "both = mix(0.5*first,\n"
      "           0.5*self)\n"
      "first=first");
  ASSERT_EQ(library.size(), 3U);
  EXPECT_EQ(library[0], (NamedProgram{"both", "", Parse("mix(0.5*first, 0.5*self)")}));
  EXPECT_EQ(library[1], (NamedProgram{"first", "", Parse("first")}));
  EXPECT_EQ(library[2], (NamedProgram{"self", "The token itself, and nothing else.", Parse("self")}));
}

TEST(ParseLibraryTest, NothingIsAnEmptyLibrary) {
  EXPECT_TRUE(ParseLibrary(" \n# only a comment\n").empty());
  EXPECT_EQ(PrintLibrary({}), "");
}

TEST(ParseLibraryTest, ErrorsNameThePlace) {
  EXPECT_THAT(
      [] { ParseLibrary("a = first\nb = self\na = last"); },
      ThrowsMessage<std::invalid_argument>("line 3, column 1: a already names the program of line 1"));
  EXPECT_THAT(
      [] { ParseLibrary("a = self\n7 = self"); },
      ThrowsMessage<std::invalid_argument>("line 2, column 1: found \"7\"; valid here: a program's name"));
  EXPECT_THAT([] { ParseLibrary("a first"); },
              ThrowsMessage<std::invalid_argument>("line 1, column 3: found \"first\"; valid here: \"=\""));
  EXPECT_THAT(
      [] { ParseLibrary("a = first\nb = all(self"); },
      ThrowsMessage<std::invalid_argument>(HasSubstr("line 2, column 13: found the end of the text")));
}

TEST(ParseLibraryTest, HostileTextMeetsALimit) {
  EXPECT_THAT([] { ParseLibrary(std::string((4 << 20) + 1, ' ')); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("at most 4194304 are read")));
  std::string many;
  for (int k = 0; k <= 10'000; ++k) many.append("p").append(std::to_string(k)).append("=first\n");
  EXPECT_THAT([&] { ParseLibrary(many); }, ThrowsMessage<std::invalid_argument>(
                                               "line 10001, column 1: a library has at most 10000 programs"));
}

TEST(PrintLibraryTest, ComesBackAsItWasSorted) {
  data::Random random(data::StreamKey(1, "library_test"));
  Library library;
  for (int k = 0; k < 300; ++k) {
    const std::string number = std::to_string(random.Bits());
    library.push_back({std::string("p").append(number), k % 3 == 0 ? std::string() : number, {}});
    library.back().program = Canonical(RandomProgram(random));
  }
  const std::string text = PrintLibrary(library);
  const Library read = ParseLibrary(text);
  EXPECT_EQ(read.size(), library.size());
  EXPECT_EQ(PrintLibrary(read), text);
  for (const NamedProgram& entry : library) {
    EXPECT_EQ(FindProgram(read, entry.name), entry);
  }
}

TEST(PrintLibraryTest, BadNamesAreRefused) {
  const NamedProgram entry{"a", "", Parse("first")};
  EXPECT_THAT(
      [&] {
        PrintLibrary({entry, entry});
      },
      ThrowsMessage<std::invalid_argument>("two programs are named a: rename one"));
  for (const char* name : {"", "a b", "1a", "a-b", " a", "a\n"}) {
    EXPECT_THAT(
        [&] {
          PrintLibrary({{name, "", entry.program}});
        },
        ThrowsMessage<std::invalid_argument>(HasSubstr("cannot name a program")))
        << name;
  }
}

TEST(FindProgramTest, AnUnknownNameIsRefusedWithTheOnesThereAre) {
  EXPECT_THAT([] { FindProgram(ParseLibrary("b = self a = first"), "c"); },
              ThrowsMessage<std::invalid_argument>("no program is named \"c\"; there are a, b"));
}

TEST(RulesTest, EachHasACommentOfOneLine) {
  EXPECT_GE(Rules().size(), 20U);
  for (const NamedProgram& rule : Rules()) {
    EXPECT_TRUE(rule.what.ends_with('.')) << rule.name;
    EXPECT_LT(rule.what.size(), 110U) << rule.name;
  }
}

}  // namespace
}  // namespace retable::models::programs
