#include "models/programs/parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "data/random.h"
#include "data/sha256.h"
#include "models/programs/print.h"
#include "tests/models/programs/random_programs.h"

namespace retable::models::programs {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

// What it becomes when it is printed; itself if it is canonical.
std::string Reprinted(std::string_view text) { return Print(Parse(text)); }

TEST(ParseTest, CanonicalTextsComeBackAsTheyWere) {
  for (const char* text : {
           "first",
           "last",
           "self",
           "previous",
           "earlier",
           "all",
           "all(any, decay 0.9)",
           "all(earlier, inverse)",
           "last 3(any)",
           "first 2(earlier and sentence_end, else self)",
           "all(earlier and same id)",
           "all(id[-1] = query.id)",
           "all(id[-1] = query.id and id[-2] = query.id[-1])",
           "all(position = query.bracket and query.closes)",
           "all(sentence < query.sentence, else drop)",
           "last(not punctuation and not query.quoted, else previous)",
           "all(distance < 6 and depth >= 1)",
           "all(self or previous, else all)",
           "all(distance != 4)",
           "mix(0.9*first, 0.05*self, 0.05*earlier)",
           "add(0.89*first, 0.05*self, 0.01*earlier)",
           "mix(1*self, 1e-06*first, sink 0.25)",
           "mix(self, sink 0.5)",
       }) {
    EXPECT_EQ(Reprinted(text), text);
  }
}

TEST(ParseTest, SpacesLinesAndCommentsMeanNothing) {
  EXPECT_EQ(Reprinted("  mix( # the sink\n\t0.9 * first,\r\n0.1*all (earlier\nand same id ) # the rest\n)"),
            "mix(0.9*first, 0.1*all(earlier and same id))");
}

TEST(ParseTest, NotAndBracketsAreMultipliedOut) {
  EXPECT_EQ(Reprinted("all(not (self or punctuation))"), "all(earlier and not punctuation)");
  EXPECT_EQ(Reprinted("all(not (punctuation and quoted))"), "all(not punctuation or not quoted)");
  EXPECT_EQ(Reprinted("all((self or previous) and (quoted or capital))"),
            "all(self and capital or self and quoted or previous and capital or previous and quoted)");
  EXPECT_EQ(Reprinted("all(not not not self)"), "earlier");
  EXPECT_EQ(Reprinted("all(not (id = query.id))"), "all(id != query.id)");
  EXPECT_EQ(Reprinted("all(not id < 3)"), "all(id >= 3)");
}

TEST(ParseTest, AndBindsMoreThanOr) {
  EXPECT_EQ(Parse("all(self or quoted and capital)"), Parse("all(self or (quoted and capital))"));
  EXPECT_NE(Parse("all(self or quoted and capital)"), Parse("all((self or quoted) and capital)"));
}

TEST(ParseTest, PrintedAndParsedIsTheCanonicalProgram) {
  data::Random random(data::StreamKey(1, "parse_test"));
  std::set<std::string> texts;
  for (int round = 0; round < 5000; ++round) {
    const Program program = RandomProgram(random);
    const std::string text = Print(program);
    ASSERT_EQ(Parse(text), Canonical(program)) << text;
    ASSERT_EQ(Reprinted(text), text);
    texts.insert(text);
  }
  EXPECT_GT(texts.size(), 4000U) << "the random programs repeat themselves";
}

TEST(PrintTest, EqualTextsAndEqualProgramsGoTogether) {
  data::Random random(data::StreamKey(2, "parse_test"));
  std::vector<Program> programs;
  for (int round = 0; round < 400; ++round) {
    Program program = Canonical(RandomProgram(random));
    program.terms.resize(1);
    programs.push_back(Canonical(program));
  }
  int equal = 0;
  for (const Program& a : programs) {
    for (const Program& b : programs) {
      ASSERT_EQ(Print(a) == Print(b), a == b) << Print(a) << "\n" << Print(b);
      equal += a == b;
    }
  }
  EXPECT_GT(equal, 400);
}

TEST(ProgramSha256Test, IsTheHashOfTheCanonicalText) {
  EXPECT_EQ(ProgramSha256(Parse("mix(0.5*self, 1*first)")), data::Sha256Hex("mix(1*first, 0.5*self)"));
  EXPECT_NE(ProgramSha256(Parse("first")), ProgramSha256(Parse("last")));
}

struct Refusal {
  std::string text, message;
};

TEST(ParseTest, ErrorsNameThePlaceWhatIsThereAndWhatIsValid) {
  const std::string terms = "all, first, last, self, previous, earlier";
  for (const auto& [text, message] : std::vector<Refusal>{
           {"", "line 1, column 1: found the end of the text; valid here: mix, add, " + terms},
           {"\n\n  frist", "line 3, column 3: found \"frist\"; valid here: mix, add, " + terms},
           {"mix(0.5*frist)", "line 1, column 9: found \"frist\"; valid here: " + terms},
           {"mix()", "line 1, column 5: found \")\"; valid here: a weight, sink, " + terms},
           {"mix(0.5 first)", "line 1, column 9: found \"first\"; valid here: \"*\""},
           {"mix(first", "line 1, column 10: found the end of the text; valid here: \",\" or \")\""},
           {"first first", "line 1, column 7: found \"first\"; valid here: nothing more"},
           {"mix(0*first)", "line 1, column 5: found \"0\"; valid here: a weight from 1e-9 to 1e9"},
           {"mix(1e999*first)", "line 1, column 5: found \"1e999\"; valid here: a weight"},
           {"mix(self, sink 1)", "line 1, column 16: found \"1\"; valid here: a number from 0 to below 1"},
           {"mix(self, sink .5)", "line 1, column 16: found \".\"; valid here: a number from 0 to below 1"},
           {"mix(self, sink 0.1, sink 0.2)",
            "line 1, column 21: a program has one sink, and this is the second"},
           {"mix(sink 0.1)", "line 1, column 1: a program needs at least one term"},
           {"last 0(any)", "line 1, column 6: found \"0\"; valid here: how many keys (1 to 1000000000)"},
           {"last 2", "line 1, column 7: found the end of the text; valid here: \"(\""},
           {"all(self, sharp)", "line 1, column 11: found \"sharp\"; valid here: decay, inverse, else"},
           {"all(self, decay 1.5)", "line 1, column 1: a decay of 1.5 is not between 0 and 1"},
           {"all(self, else last)",
            "line 1, column 16: found \"last\"; valid here: first, self, previous, all, drop"},
           {"all(id)", "line 1, column 7: found \")\"; valid here: =, !=, <, <=, >, >="},
           {"all(id = -1)",
            "line 1, column 10: found \"-\"; valid here: a whole number, or query and a feature (0 to "
            "1000000000)"},
           {"all(id = 2000000000)",
            "line 1, column 10: found \"2000000000\"; valid here: a whole number, or query and a feature (0 "
            "to "
            "1000000000)"},
           {"all(id[1] = 3)", "line 1, column 8: found \"1\"; valid here: \"-\""},
           {"all(id[-9] = 3)", "line 1, column 9: features are read at most 8 tokens back"},
           {"all(self and\nnot any)", "line 1, column 1: a term selects nothing: its predicate never holds"},
           {"all(self \x01)", "line 1, column 10: found \"\\x01\"; valid here: and, or, \",\", \")\""},
           {"all($)",
            "line 1, column 5: found \"$\"; valid here: not, (, any, self, previous, earlier, same, "
            "distance, "
            "query, id, lower, position, word, sentence, depth, bracket, quotation, punctuation, capital, "
            "word_start, sentence_end, opens, closes, quote_mark, quoted"},
       }) {
    EXPECT_THAT([&] { Parse(text); }, ThrowsMessage<std::invalid_argument>(message)) << text;
  }
}

std::string Repeated(const std::string& text, int times, const std::string& between = "") {
  std::string all;
  for (int k = 0; k < times; ++k) all += (k == 0 ? "" : between) + text;
  return all;
}

// Text made to exhaust whoever reads it is refused, and soon.
TEST(ParseTest, HostileTextMeetsALimit) {
  const auto refuses = [](const std::string& text, const std::string& part) {
    EXPECT_THAT([&] { Parse(text); }, ThrowsMessage<std::invalid_argument>(HasSubstr(part))) << part;
  };
  refuses(std::string((64 << 10) + 1, ' '), "the program's text has 65537 bytes, and at most 65536 are read");
  refuses("all(" + Repeated("(", 20'000), "brackets are nested more than 32 deep");
  refuses("mix(" + Repeated("self", 65, ", ") + ")", "a program has at most 64 terms");
  refuses("all(" + Repeated("(self or previous)", 7, " and ") + ")", "more than 64 alternatives");
  refuses("all(not (" + Repeated("(self and previous)", 7, " or ") + "))", "more than 64 alternatives");
  refuses("all(" + Repeated("self", 65, " or ") + ")", "more than 64 alternatives");
  refuses("all(" + Repeated("quoted", 33, " and ") + ")", "at most 32 comparisons can be joined by and");
  refuses("mix(" + std::string(1000, '9') + "*first)", "valid here: a weight");
  EXPECT_EQ(Reprinted("all(" + Repeated("not ", 10'000) + "self)"), "self");
  EXPECT_EQ(Reprinted("all(" + Repeated("(", 32) + "self" + Repeated(")", 32) + ")"), "self");
}

}  // namespace
}  // namespace retable::models::programs
