#include "models/patterns.h"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <stdexcept>

#include "models/gpt.h"
#include "models/programs/parse.h"

// B windows, T tokens.
namespace retable::models {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr GptShape kShape = {.layers = 2, .heads = 2, .width = 16, .context = 12, .vocabulary = 5};
const std::vector<Head> kHeads = {{1, 0}, {0, 1}, {1, 1}};

at::Tensor RandomTokens(int windows, std::uint64_t seed) {
  at::manual_seed(seed);
  return at::randint(kShape.vocabulary, {windows, kShape.context}, at::kLong);
}

// A teacher whose attention differs visibly between tokens, and its templates.
struct Teacher {
  TrainedGpt gpt;
  PatternSource source;
  explicit Teacher(Precision precision = Precision::kFloat32) {
    const auto weights = std::make_shared<Weights>(Layout(), at::kCPU);
    Initialize(*weights, 5);
    gpt = {.shape = kShape, .weights = weights, .precision = precision};
    source = {
        .teacher = gpt,
        .templates = MeanAttention(gpt, RandomTokens(7, 2), 3),
        .real_share = 0.25,
        .heads = kHeads,
        .programs = {programs::Parse("all(id[-1] = query.id)"), programs::Parse("last(earlier and same id)"),
                     programs::Parse("mix(0.5*self, 0.5*all(earlier and same id))")},
        .vocabulary = std::make_shared<programs::Vocabulary>(
            programs::TraitsOf(std::vector<programs::Piece>(kShape.vocabulary)))};
  }
  static std::vector<WeightSpec> Layout() {
    std::vector<WeightSpec> layout = GptLayout(kShape);
    for (WeightSpec& spec : layout) spec.stddev = 0.3;
    return layout;
  }
};

const Teacher& TheTeacher() {
  static const Teacher teacher;
  return teacher;
}

class EveryPatternTest : public ::testing::TestWithParam<std::string> {
 protected:
  const PatternKind& kind_ = FindPattern(GetParam());
  const at::Tensor tokens_ = RandomTokens(3, 1);

  std::vector<at::Tensor> Make(const at::Tensor& tokens, const std::vector<Head>& heads = kHeads) const {
    return kind_.make(TheTeacher().source)(tokens, heads);
  }

  static double LargestDifference(const at::Tensor& a, const at::Tensor& b) {
    return (a - b).abs().max().item<double>();
  }
};

TEST_P(EveryPatternTest, IsOneFloatMatrixOfTokensByTokensAHeadAndWindow) {
  const auto patterns = Make(tokens_);
  ASSERT_EQ(patterns.size(), kHeads.size());
  for (const at::Tensor& one : patterns) {
    EXPECT_EQ(one.sizes(), at::IntArrayRef({kind_.reads_tokens ? 3 : 1, kShape.context, kShape.context}));
    EXPECT_EQ(one.scalar_type(), at::kFloat);
  }
}

TEST_P(EveryPatternTest, IsCausal) {
  for (const at::Tensor& one : Make(tokens_)) EXPECT_EQ(one.triu(1).count_nonzero().item<std::int64_t>(), 0);
}

TEST_P(EveryPatternTest, RowsSumToOneAndNothingIsNegative) {
  const double sum = kind_.has_rows ? 1 : 0;
  for (const at::Tensor& one : Make(tokens_)) {
    EXPECT_LT(LargestDifference(one.sum(-1), at::full({1}, sum)), 1e-6);
    EXPECT_GE(one.min().item<double>(), 0);
  }
}

TEST_P(EveryPatternTest, IsDeterministic) {
  const auto first = Make(tokens_), second = Make(tokens_);
  for (std::size_t i = 0; i < kHeads.size(); ++i)
    EXPECT_TRUE(at::equal(first[i], second[i])) << Name(kHeads[i]);
}

TEST_P(EveryPatternTest, ARowIsUnchangedByLaterTokens) {
  const auto patterns = Make(tokens_);
  for (int row = 0; row + 1 < kShape.context; ++row) {
    at::Tensor changed = tokens_.clone();
    at::Tensor later = changed.narrow(1, row + 1, kShape.context - row - 1);
    later.copy_((later + 1).remainder(kShape.vocabulary));
    const auto after = Make(changed);
    for (std::size_t i = 0; i < kHeads.size(); ++i) {
      const auto rows = [&](const at::Tensor& pattern) { return pattern.narrow(1, 0, row + 1); };
      EXPECT_LT(LargestDifference(rows(patterns[i]), rows(after[i])), 1e-6)
          << Name(kHeads[i]) << ", row " << row;
    }
  }
}

TEST_P(EveryPatternTest, ReadsTokensExactlyWhereItSaysSo) {
  const auto patterns = Make(tokens_), others = Make(RandomTokens(3, 9));
  for (std::size_t i = 0; i < kHeads.size(); ++i) {
    EXPECT_EQ(LargestDifference(patterns[i], others[i]) > 1e-3, kind_.reads_tokens) << Name(kHeads[i]);
    EXPECT_TRUE(kind_.reads_tokens || at::equal(patterns[i], others[i])) << Name(kHeads[i]);
  }
}

TEST_P(EveryPatternTest, AWindowDoesNotSeeTheOthersOfItsBatch) {
  const auto together = Make(tokens_), alone = Make(tokens_.narrow(0, 1, 1));
  for (std::size_t i = 0; i < kHeads.size(); ++i) {
    const at::Tensor part = kind_.reads_tokens ? together[i].narrow(0, 1, 1) : together[i];
    EXPECT_LT(LargestDifference(part, alone[i]), 1e-6) << Name(kHeads[i]);
  }
}

TEST_P(EveryPatternTest, AHeadsPatternDoesNotDependOnTheOthersAskedFor) {
  const auto together = Make(tokens_);
  for (std::size_t i = 0; i < kHeads.size(); ++i) {
    EXPECT_TRUE(at::equal(Make(tokens_, {kHeads[i]}).at(0), together[i])) << Name(kHeads[i]);
  }
}

// All but "file", which knows the windows of its file alone: pattern_file_test.cc.
std::vector<std::string> Names() {
  std::vector<std::string> names;
  for (const PatternKind& kind : PatternKinds()) {
    if (!kind.needs.file) names.push_back(kind.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryPatternTest, ::testing::ValuesIn(Names()),
                         [](const auto& info) { return info.param; });

TEST(ProgramTest, AHeadWithoutAProgramIsRefused) {
  const Pattern pattern = FindPattern("program").make(TheTeacher().source);
  EXPECT_THAT(
      [&] {
        pattern(RandomTokens(1, 1), {{0, 0}});
      },
      ThrowsMessage<std::invalid_argument>(HasSubstr("no program is given for head 0.0")));
}

TEST(InterpolatedTest, RunsFromTheTemplateToRealAttention) {
  const at::Tensor tokens = RandomTokens(3, 1);
  const auto at_share = [&](double share) {
    PatternSource source = TheTeacher().source;
    source.real_share = share;
    return FindPattern("interpolated").make(source)(tokens, kHeads);
  };
  const auto of = [&](const std::string& name) {
    return FindPattern(name).make(TheTeacher().source)(tokens, kHeads);
  };
  const auto real = of("real_attention"), mean = of("mean_template");
  const auto none = at_share(0), quarter = at_share(0.25), all = at_share(1);
  for (std::size_t i = 0; i < kHeads.size(); ++i) {
    EXPECT_LT((none[i] - mean[i]).abs().max().item<double>(), 1e-7);
    EXPECT_LT((all[i] - real[i]).abs().max().item<double>(), 1e-7);
    EXPECT_LT((quarter[i] - 0.25 * real[i] - 0.75 * mean[i]).abs().max().item<double>(), 1e-7);
  }
}

// The pattern of one window, [T, T].
at::Tensor RuleOn(const std::string& name, const std::vector<std::int64_t>& window) {
  const at::Tensor tokens = at::tensor(window, at::kLong).unsqueeze(0);
  return FindPattern(name).make({})(tokens, {{0, 0}}).at(0)[0];
}

at::Tensor Values(const std::vector<double>& values) { return at::tensor(values, at::kFloat); }

at::Tensor Rows(const std::vector<std::vector<double>>& rows) {
  std::vector<at::Tensor> tensors;
  for (const auto& row : rows) tensors.push_back(Values(row));
  return at::stack(tensors);
}

TEST(UniformTest, GivesEveryTokenSoFarTheSame) {
  EXPECT_TRUE(at::equal(RuleOn("uniform", {7, 7, 2, 7}), Rows({{1, 0, 0, 0},
                                                               {1.0 / 2, 1.0 / 2, 0, 0},
                                                               {1.0 / 3, 1.0 / 3, 1.0 / 3, 0},
                                                               {1.0 / 4, 1.0 / 4, 1.0 / 4, 1.0 / 4}})));
}

TEST(PreviousOccurrenceTest, SplitsEvenlyOverEachAndFallsBackToTheFirstToken) {
  EXPECT_TRUE(at::equal(RuleOn("previous_occurrence", {4, 6, 4, 4, 6, 9}),
                        Rows({{1, 0, 0, 0, 0, 0},      // the first token has none before it
                              {1, 0, 0, 0, 0, 0},      // a new token
                              {1, 0, 0, 0, 0, 0},      // 4 at 0
                              {0.5, 0, 0.5, 0, 0, 0},  // 4 at 0 and just before
                              {0, 1, 0, 0, 0, 0},      // 6 at 1
                              {1, 0, 0, 0, 0, 0}})));  // a new token
}

TEST(InductionTest, LooksJustAfterEachOccurrenceAndFallsBackToTheFirstToken) {
  EXPECT_TRUE(
      at::equal(RuleOn("induction", {4, 6, 4, 4, 6, 9}),
                Rows({{1, 0, 0, 0, 0, 0},      // the first token has none before it
                      {1, 0, 0, 0, 0, 0},      // a new token
                      {0, 1, 0, 0, 0, 0},      // after the 4 at 0
                      {0, 0.5, 0, 0.5, 0, 0},  // after the 4 at 0, and after the one just before: itself
                      {0, 0, 1, 0, 0, 0},      // after the 6 at 1
                      {1, 0, 0, 0, 0, 0}})));  // a new token
}

TEST(RuleTest, AWindowOfOneTokenLooksAtItself) {
  for (const std::string name : {"uniform", "induction", "previous_occurrence"}) {
    EXPECT_TRUE(at::equal(RuleOn(name, {3}), Rows({{1}}))) << name;
  }
}

TEST(RuleTest, OneTokenAllAlongSplitsOverThePast) {
  const at::Tensor previous = RuleOn("previous_occurrence", {3, 3, 3, 3}),
                   induction = RuleOn("induction", {3, 3, 3, 3});
  const double third = 1.0F / 3;
  EXPECT_TRUE(at::equal(previous[3], Values({third, third, third, 0})));
  EXPECT_TRUE(at::equal(induction[3], Values({0, third, third, third})));
}

TEST(RuleTest, TokensThatAreNotContiguousGiveTheSame) {
  const at::Tensor tokens = RandomTokens(3, 1);
  for (const std::string name : {"induction", "previous_occurrence"}) {
    const Pattern pattern = FindPattern(name).make({});
    EXPECT_TRUE(at::equal(pattern(tokens, {{0, 0}})[0], pattern(tokens.t().contiguous().t(), {{0, 0}})[0]))
        << name;
  }
}

TEST(RealAttentionTest, IsTheTeachersAttention) {
  const at::Tensor tokens = RandomTokens(3, 1);
  const auto patterns = FindPattern("real_attention").make(TheTeacher().source)(tokens, kHeads);
  const auto attention = GptAttention(kShape, *TheTeacher().gpt.weights, tokens, kHeads);
  for (std::size_t i = 0; i < kHeads.size(); ++i) EXPECT_TRUE(at::equal(patterns[i], attention[i]));
}

// What is read off a teacher is read in its own precision: bfloat16 has 8 bits, so that something differs.
TEST(TrainedGptTest, IsRunInItsPrecisionByEveryPatternOfIt) {
  const Teacher rounded(Precision::kBfloat16);
  const at::Tensor tokens = RandomTokens(3, 1);
  for (const std::string name : {"real_attention", "mean_template", "interpolated"}) {
    const auto exact = FindPattern(name).make(TheTeacher().source)(tokens, kHeads);
    const auto coarse = FindPattern(name).make(rounded.source)(tokens, kHeads);
    const double difference = (exact[0] - coarse[0]).abs().max().item<double>();
    EXPECT_GT(difference, 1e-5) << name;
    EXPECT_LT(difference, 0.05) << name;
  }
  const auto direct = GptAttention(kShape, *rounded.gpt.weights, tokens, kHeads, Precision::kBfloat16);
  EXPECT_TRUE(at::equal(FindPattern("real_attention").make(rounded.source)(tokens, kHeads)[0], direct[0]));
}

TEST(TrainedGptTest, ItsLossIsThatOfItsPrecision) {
  const at::Tensor tokens = RandomTokens(3, 1), targets = RandomTokens(3, 2);
  for (const Precision precision : {Precision::kFloat32, Precision::kBfloat16}) {
    const Teacher teacher(precision);
    EXPECT_TRUE(at::equal(GptLoss(teacher.gpt, tokens, targets),
                          GptLoss(kShape, *teacher.gpt.weights, tokens, targets, {}, precision)));
  }
  EXPECT_FALSE(at::equal(GptLoss(Teacher(Precision::kBfloat16).gpt, tokens, targets),
                         GptLoss(TheTeacher().gpt, tokens, targets)));
}

TEST(PatternKindTest, DeletionAloneHasNoRows) {
  for (const PatternKind& kind : PatternKinds())
    EXPECT_EQ(kind.has_rows, kind.name != "deletion") << kind.name;
}

TEST(MeanAttentionTest, IsThePlainMeanWhateverTheBatch) {
  const at::Tensor windows = RandomTokens(7, 2);
  std::vector<Head> heads;
  for (int layer = 0; layer < 2; ++layer) {
    for (int head = 0; head < 2; ++head) heads.push_back({layer, head});
  }
  const auto attention = GptAttention(kShape, *TheTeacher().gpt.weights, windows, heads);
  for (const int batch : {1, 3, 7, 100}) {
    const at::Tensor mean = MeanAttention(TheTeacher().gpt, windows, batch);
    ASSERT_EQ(mean.sizes(), at::IntArrayRef({2, 2, kShape.context, kShape.context}));
    for (std::size_t i = 0; i < heads.size(); ++i) {
      const at::Tensor plain = attention[i].to(at::kDouble).mean(0).to(at::kFloat);
      EXPECT_LT((mean[heads[i].layer][heads[i].head] - plain).abs().max().item<double>(), 1e-6)
          << Name(heads[i]);
    }
  }
}

TEST(MeanTemplateTest, IsTheHeadsMeanOverTheReferenceWindows) {
  const auto patterns = FindPattern("mean_template").make(TheTeacher().source)(RandomTokens(3, 1), kHeads);
  for (std::size_t i = 0; i < kHeads.size(); ++i) {
    EXPECT_TRUE(at::equal(patterns[i][0], TheTeacher().source.templates[kHeads[i].layer][kHeads[i].head]));
  }
}

TEST(MeanTemplateTest, RefusesWindowsOfAnotherLength) {
  const Pattern pattern = FindPattern("mean_template").make(TheTeacher().source);
  EXPECT_THAT(
      [&] {
        pattern(at::zeros({1, 5}, at::kLong), kHeads);
      },
      ThrowsMessage<std::invalid_argument>("the templates are for windows of 12 tokens, not 5"));
}

TEST(PatternKindsTest, NamesDifferAndEachSaysWhatItIs) {
  std::set<std::string> names;
  for (const PatternKind& kind : PatternKinds()) {
    EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
    EXPECT_FALSE(kind.what.empty()) << kind.name;
  }
}

TEST(FindPatternTest, AnUnknownNameIsRefusedWithTheOnesThereAre) {
  for (const std::string& name : Names()) {
    EXPECT_THAT([] { FindPattern("real"); }, ThrowsMessage<std::invalid_argument>(HasSubstr(name)));
  }
  EXPECT_THAT([] { FindPattern("real"); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("no pattern is named \"real\"")));
}

}  // namespace
}  // namespace retable::models
