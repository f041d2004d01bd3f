#include "models/programs/assignment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "data/random.h"
#include "models/programs/parse.h"
#include "models/programs/print.h"
#include "models/programs/summary.h"
#include "tests/models/programs/made_attention.h"

namespace retable::models::programs {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using Heads = std::vector<std::span<const DenseMatrix>>;

std::vector<Features> Documents(int count = 4, int tokens = 40) {
  data::Random random(data::StreamKey(1, "assignment_test"));
  return RandomDocuments(count, tokens, random);
}

Attention AttentionOf(const char* program, std::span<const Features> documents) {
  data::Random random(data::StreamKey(2, "assignment_test"));
  return AttentionOf(Parse(program), documents, 0.2, random);
}

TEST(BestFitsTest, EachHeadGetsTheProgramItWasMadeFrom) {
  const auto documents = Documents();
  const Attention induction = AttentionOf("all(id[-1] = query.id)", documents);
  const Attention previous = AttentionOf("previous", documents);
  const auto best = BestFits(documents, Heads{induction.matrices, previous.matrices}, Rules());
  ASSERT_EQ(best.size(), 2U);
  EXPECT_EQ(best[0].name, "induction");
  EXPECT_EQ(best[1].name, "previous");
  EXPECT_NEAR(best[1].iou, Summarise(Parse("previous"), documents, previous.matrices).iou, 1e-12);
}

TEST(BestFitsTest, OfEqualProgramsTheFirstByNameFits) {
  const auto documents = Documents();
  const Attention attention = AttentionOf("first", documents);
  // The same matrix from three texts, one of which adds up to it with another rounding.
  Library library =
      ParseLibrary("c = first\nb = first(position = 0)\nz = mix(0.3*first, 0.7*all(position = 0))");
  EXPECT_EQ(BestFits(documents, Heads{attention.matrices}, library).front().name, "b");
  library.push_back({"a", "", Parse("previous")});
  EXPECT_EQ(BestFits(documents, Heads{attention.matrices}, library).front().name, "b");
}

TEST(BestFitsTest, RefusesAnEmptyLibraryAndDocumentsWithoutAttention) {
  const auto documents = Documents();
  const Attention attention = AttentionOf("first", documents);
  EXPECT_THAT([&] { BestFits(documents, Heads{attention.matrices}, {}); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("the library is empty")));
  EXPECT_THAT([&] { BestFits(documents, Heads{{}}, Rules()); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("attention on 0")));
}

TEST(EntropyMatchedTest, IsWithinToleranceForEveryBestFitOfTheRulesOrSaysThatNoneIs) {
  const auto documents = Documents();
  int matched = 0;
  for (const NamedProgram& best : Rules()) {
    const double wanted = EntropyOf(EvaluateEach(best.program, documents));
    const WrongProgram wrong = EntropyMatched(documents, Rules(), {best.name, best.name, 5, 0});
    EXPECT_NEAR(wrong.wanted_entropy, wanted, 1e-12);
    EXPECT_NEAR(wrong.entropy, EntropyOf(EvaluateEach(wrong.program, documents)), 1e-12);
    EXPECT_LE(std::abs(wrong.entropy - wanted), kEntropyTolerance) << best.name << ": " << wrong.name;
    EXPECT_NE(wrong.name, best.name);
    EXPECT_NEAR(wrong.share * 1000, std::round(wrong.share * 1000), 1e-9);
    EXPECT_EQ(Parse(Print(wrong.program)), wrong.program);
    ++matched;
  }
  EXPECT_EQ(matched, static_cast<int>(Rules().size()));
}

TEST(EntropyMatchedTest, RaisesWithAllAndLowersWithASink) {
  const auto documents = Documents();
  const Library library = ParseLibrary("blurred = mix(0.5*previous, 0.5*all)\nsharp = all(distance = 2)");
  const WrongProgram raised = EntropyMatched(documents, library, {"blurred", "blurred", 1, 0});
  EXPECT_EQ(raised.name, "sharp");
  EXPECT_GT(raised.share, 0);
  EXPECT_THAT(Print(raised.program), HasSubstr("*all"));
  EXPECT_EQ(raised.program.sink, 0);
  const WrongProgram lowered = EntropyMatched(documents, library, {"sharp", "sharp", 1, 0});
  EXPECT_EQ(lowered.name, "blurred");
  EXPECT_GT(lowered.program.sink, 0.9) << "all that has entropy must go, for all(distance = 2) has none";
}

TEST(EntropyMatchedTest, LeavesAProgramAloneThatIsCloseAlready) {
  const auto documents = Documents();
  const Library library = ParseLibrary("a = previous\nb = self");
  const WrongProgram wrong = EntropyMatched(documents, library, {"a", "a", 1, 0});
  EXPECT_EQ(Print(wrong.program), "self");
  EXPECT_EQ(wrong.share, 0);
}

TEST(EntropyMatchedTest, NeitherOwnNorBestFitNorTheirTwinsAreDrawn) {
  const auto documents = Documents();
  const Library library = ParseLibrary(
      "best = previous\nbest_twin = all(distance = 1)\nown = self\nown_twin = all(distance < 1)\nwrong = "
      "last");
  // `last` is `self` for any token, but another program.
  for (std::uint64_t head = 0; head < 20; ++head) {
    EXPECT_EQ(EntropyMatched(documents, library, {"own", "best", 1, head}).name, "wrong");
  }
}

TEST(EntropyMatchedTest, HangsOnSeedAndHeadAlone) {
  const auto documents = Documents();
  std::set<std::string> names;
  for (std::uint64_t head = 0; head < 12; ++head) {
    const WrongProgramRequest request{"induction", "previous", 3, head};
    const WrongProgram wrong = EntropyMatched(documents, Rules(), request);
    EXPECT_EQ(Print(wrong.program), Print(EntropyMatched(documents, Rules(), request).program));
    names.insert(wrong.name);
  }
  EXPECT_GT(names.size(), 4U) << "heads should get different programs";
}

TEST(EntropyMatchedTest, SaysSoIfNoProgramReachesTheEntropy) {
  const auto documents = Documents();
  // Nothing that stays in the first four tokens is as spread out as `all`, except with `all` itself.
  const Library library = ParseLibrary("own = all");
  EXPECT_THAT(
      [&] {
        EntropyMatched(documents, library, {"own", "own", 1, 0});
      },
      ThrowsMessage<std::runtime_error>(HasSubstr("give a larger library")));
  EXPECT_THAT(
      [&] {
        EntropyMatched(documents, library, {"own", "none", 1, 0});
      },
      ThrowsMessage<std::invalid_argument>(HasSubstr("none")));
}

}  // namespace
}  // namespace retable::models::programs
