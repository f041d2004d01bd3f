#include "training/language_model.h"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "models/gpt.h"
#include "models/kernels/supported.h"
#include "models/patterns.h"
#include "tests/faults/folder.h"
#include "tests/training/sample_result.h"
#include "tests/training/tiny_language_model.h"
#include "training/optimizer.h"

// B windows of a batch, T tokens of a window, C width.
namespace retable::training {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

// A place for checkpoints, and what is asked of the training.
class LanguageModelTest : public ::testing::Test {
 protected:
  LanguageModelTest() {
    context_.device = "cpu";
    context_.checkpoint = folder_.path() / "checkpoint";
    context_.progress = [this](int step, int) { steps_told_.push_back(step); };
    run_.language_model = TinyRecipe();
  }

  TrainedLanguageModel Train(const LanguageModelRun& run, std::uint64_t seed = 1) {
    const models::Pattern pattern =
        run.injection ? models::FindPattern(run.injection->pattern).make({}) : models::Pattern();
    return TrainLanguageModel(run, seed, text_, pattern, context_);
  }
  Measurement Measure(const LanguageModelRun& run, std::uint64_t seed = 1) {
    return Train(run, seed).measurement;
  }

  LanguageModelRun Injected(const std::string& pattern, bool shuffled = false) const {
    LanguageModelRun run = run_;
    run.injection =
        InjectionRecipe{.pattern = pattern, .shuffled = shuffled, .heads = {{0, 1}, {1, 0}}, .teacher = {}};
    return run;
  }

  const faults::Folder folder_;
  const Text text_ = TinyText();
  TrainContext context_;
  LanguageModelRun run_;
  std::vector<int> steps_told_;
};

std::vector<int> StepsOf(const std::vector<CurvePoint>& curve) {
  std::vector<int> steps;
  for (const CurvePoint& point : curve) steps.push_back(point.step);
  return steps;
}

// The path of CUDA, from data to ledger, on the CPU: the same code but for the device.
TEST_F(LanguageModelTest, ThePathOfOtherDevicesTrainsTheSameModel) {
  const LanguageModelRun run = Injected("induction");
  const Measurement with_kernels = Measure(run);
  const models::kernels::WithoutKernels without_kernels;
  const Measurement composed = Measure(run);
  EXPECT_EQ(composed.ledger.initial_weights, with_kernels.ledger.initial_weights);
  EXPECT_EQ(composed.ledger.data_order, with_kernels.ledger.data_order);
  ASSERT_EQ(StepsOf(composed.curve), StepsOf(with_kernels.curve));
  for (std::size_t i = 0; i < composed.curve.size(); ++i) {
    EXPECT_NEAR(composed.curve[i].loss, with_kernels.curve[i].loss, 1e-4)
        << "step " << composed.curve[i].step;
  }
}

// The path of bf16 on CUDA, on the CPU. bfloat16 keeps 8 bits; the optimiser and the weights keep 24.
TEST_F(LanguageModelTest, Bf16TrainsNearlyTheSameModel) {
  LanguageModelRun run = Injected("induction");
  const Measurement full = Measure(run);
  run.language_model.precision = models::Precision::kBfloat16;
  const Measurement half = Measure(run);
  EXPECT_EQ(half.ledger.initial_weights, full.ledger.initial_weights);
  EXPECT_EQ(half.ledger.data_order, full.ledger.data_order);
  EXPECT_NE(half.ledger.final_weights, full.ledger.final_weights);
  ASSERT_EQ(StepsOf(half.curve), StepsOf(full.curve));
  EXPECT_LT(half.curve.back().loss, half.curve.front().loss - 0.2);
  for (std::size_t i = 0; i < half.curve.size(); ++i) {
    EXPECT_NEAR(half.curve[i].loss, full.curve[i].loss, 0.02) << "step " << half.curve[i].step;
    EXPECT_NE(half.curve[i].loss, full.curve[i].loss);
  }
}

TEST_F(LanguageModelTest, MeasuresAtTheStartEverySoManyStepsAndAtTheEnd) {
  const Measurement measured = Measure(run_);
  EXPECT_THAT(StepsOf(measured.curve), ::testing::ElementsAre(0, 4, 8, 12, 14));
  EXPECT_NEAR(measured.curve.front().loss, std::log(11), 0.1);  // fresh: every token alike
  EXPECT_LT(measured.curve.back().loss, measured.curve.front().loss - 0.2);
  EXPECT_EQ(measured.metrics.at("final_loss"), measured.curve.back().loss);
  EXPECT_EQ(measured.metrics.at("steps"), 14);
  EXPECT_FALSE(measured.failure);
}

TEST_F(LanguageModelTest, TellsOfEveryStep) {
  Measure(run_);
  ASSERT_EQ(steps_told_.size(), 14u);
  for (int step = 1; step <= 14; ++step) EXPECT_EQ(steps_told_[step - 1], step);
}

TEST_F(LanguageModelTest, TheLedgerHoldsTheHashesOfTheWeights) {
  const TrainedLanguageModel trained = Train(run_, 5);
  models::Weights fresh(models::GptLayout(run_.language_model.model), at::kCPU);
  models::Initialize(fresh, 5);
  EXPECT_EQ(trained.measurement.ledger.initial_weights, models::Hash(fresh));
  EXPECT_EQ(trained.measurement.ledger.final_weights, models::Hash(*trained.weights));
}

TEST_F(LanguageModelTest, TheSameSeedTwiceGivesTheSameBits) {
  for (const LanguageModelRun& run : {run_, Injected("induction", true)})
    EXPECT_EQ(Measure(run), Measure(run));
}

TEST_F(LanguageModelTest, AnotherSeedGivesOtherWeightsAndOrder) {
  const Measurement one = Measure(run_, 1), two = Measure(run_, 2);
  EXPECT_NE(one.ledger.initial_weights, two.ledger.initial_weights);
  EXPECT_NE(one.ledger.data_order, two.ledger.data_order);
  EXPECT_NE(one.ledger.final_weights, two.ledger.final_weights);
  EXPECT_NE(one.curve, two.curve);
}

TEST_F(LanguageModelTest, ArmsOfASeedShareInitialWeightsAndOrder) {
  const Ledger baseline = Measure(run_).ledger;
  for (const LanguageModelRun& arm :
       {Injected("uniform"), Injected("induction"), Injected("induction", true)}) {
    const Ledger ledger = Measure(arm).ledger;
    EXPECT_EQ(ledger.initial_weights, baseline.initial_weights);
    EXPECT_EQ(ledger.data_order, baseline.data_order);
    EXPECT_NE(ledger.final_weights, baseline.final_weights);
  }
}

TEST_F(LanguageModelTest, ABiasSharesItsSeedsWeightsAndLearnsHowMuchToHeedThePattern) {
  LanguageModelRun biased = Injected("induction");
  biased.injection->is_bias = true;
  const Measurement baseline = Measure(run_), of_bias = Measure(biased),
                    held = Measure(Injected("induction"));
  EXPECT_EQ(of_bias.ledger.initial_weights, baseline.ledger.initial_weights);
  EXPECT_EQ(of_bias.ledger.data_order, baseline.ledger.data_order);
  EXPECT_NE(of_bias.ledger.final_weights, held.ledger.final_weights);
  // Queries and keys are small at first, so that a weight of 1 is nearly the pattern itself.
  EXPECT_NEAR(of_bias.curve.front().loss, held.curve.front().loss, 1e-3);
  for (const std::string head : {"0.1", "1.0"}) {
    ASSERT_TRUE(of_bias.metrics.contains("prior_weight " + head));
    EXPECT_NE(of_bias.metrics.at("prior_weight " + head), 1);
    EXPECT_NEAR(of_bias.metrics.at("prior_weight " + head), 1, 0.5);
  }
  EXPECT_EQ(held.metrics.size() + 2, of_bias.metrics.size());
}

TEST_F(LanguageModelTest, ReplicatesShareInitialWeightsAndDifferInOrder) {
  LanguageModelRun replicate = run_;
  replicate.replicate = 1;
  const Ledger first = Measure(run_).ledger, second = Measure(replicate).ledger;
  EXPECT_EQ(first.initial_weights, second.initial_weights);
  EXPECT_NE(first.data_order, second.data_order);
  EXPECT_NE(first.final_weights, second.final_weights);
}

TEST_F(LanguageModelTest, ShufflingChangesAPatternThatReadsTokensAndNoOther) {
  EXPECT_NE(Measure(Injected("induction")).ledger.final_weights,
            Measure(Injected("induction", true)).ledger.final_weights);
  EXPECT_EQ(Measure(Injected("uniform")), Measure(Injected("uniform", true)));
}

// Which windows does a run ask its pattern for? Written down by a pattern, and compared with the streams that
// language_model.h names.
class StreamsTest : public LanguageModelTest, public ::testing::WithParamInterface<std::tuple<bool, int>> {};

TEST_P(StreamsTest, AreThoseThatTheHeaderNames) {
  const auto [shuffled, replicate] = GetParam();
  constexpr std::uint64_t kSeed = 9;
  LanguageModelRun run = Injected("uniform", shuffled);
  run.replicate = replicate;
  const LanguageModelRecipe& recipe = run.language_model;
  std::vector<at::Tensor> asked;
  const models::Pattern uniform = models::FindPattern("uniform").make({});
  TrainLanguageModel(
      run, kSeed, text_,
      [&](const at::Tensor& tokens, const std::vector<models::Head>& heads) {
        asked.push_back(tokens.clone());
        return uniform(tokens, heads);
      },
      context_);

  const auto expected = [&](const data::TokenizedCorpus& corpus, const std::string& stream,
                            std::vector<int> indices) {
    const WindowedCorpus windows(corpus, recipe.model.context);
    if (shuffled) {
      const auto other = windows.OtherDocument(data::StreamKey(kSeed, stream));
      for (int& index : indices) index = other[index];
    }
    return windows.Gather(indices).tokens;
  };
  const int batches = (recipe.evaluation.windows + recipe.batch - 1) / recipe.batch;
  ASSERT_EQ(asked.size(), static_cast<std::size_t>(batches + recipe.steps));

  data::Random fixed(data::StreamKey(recipe.text.split_seed, "evaluation windows"));
  std::vector<int> evaluated =
      data::Permutation(WindowedCorpus(text_.held_out, recipe.model.context).size(), fixed);
  evaluated.resize(recipe.evaluation.windows);
  const std::vector<at::Tensor> held_out(asked.begin(), asked.begin() + batches);
  EXPECT_TRUE(at::equal(at::cat(held_out), expected(text_.held_out, "derangement held out", evaluated)));

  data::BatchOrder order(WindowedCorpus(text_.train, recipe.model.context).size(), recipe.batch,
                         data::StreamKey(kSeed, "data_order", {static_cast<std::uint64_t>(replicate)}));
  for (int step = 0; step < recipe.steps; ++step) {
    EXPECT_TRUE(at::equal(asked[batches + step], expected(text_.train, "derangement", order.Step(step))))
        << step;
  }
}

INSTANTIATE_TEST_SUITE_P(Runs, StreamsTest, ::testing::Combine(::testing::Bool(), ::testing::Values(0, 2)));

TEST_F(LanguageModelTest, QueriesAndKeysOfInjectedHeadsMoveByWeightDecayAlone) {
  const LanguageModelRun run = Injected("induction");
  const TrainedLanguageModel trained = Train(run);
  models::Weights fresh(models::GptLayout(run.language_model.model), at::kCPU);
  models::Initialize(fresh, 1);
  double keep = 1;
  for (int step = 0; step < run.language_model.steps; ++step) {
    keep *= 1 - LearningRate(run.language_model.optimizer, step) * run.language_model.optimizer.weight_decay;
  }
  const int dimension = 8, width = 16;
  for (const models::Head& head : {models::Head{0, 0}, {0, 1}, {1, 0}, {1, 1}}) {
    const auto& held = run.injection->heads;
    const bool is_held = std::find(held.begin(), held.end(), head) != held.end();
    const std::string name = "h." + std::to_string(head.layer) + ".attn.c_attn";
    for (int third = 0; third < 3; ++third) {
      const auto rows = [&](const models::Weights& weights, const std::string& part) {
        return weights[name + part].narrow(0, third * width + head.head * dimension, dimension);
      };
      const bool decayed =
          at::allclose(rows(*trained.weights, ".weight"), rows(fresh, ".weight") * keep, 1e-5, 0);
      EXPECT_EQ(decayed, is_held && third < 2) << models::Name(head) << ", third " << third;
      const bool unmoved = at::equal(rows(*trained.weights, ".bias"), rows(fresh, ".bias"));
      EXPECT_EQ(unmoved, is_held && third < 2) << models::Name(head) << ", third " << third;
    }
  }
}

TEST_F(LanguageModelTest, StopsAtTheFirstEvaluationByWhichAllThresholdsAreCrossed) {
  const std::vector<CurvePoint> whole = Measure(run_).curve;
  ASSERT_LT(whole[2].loss, whole[1].loss);
  ASSERT_LT(whole[1].loss, whole[0].loss);
  context_.thresholds = {(whole[0].loss + whole[1].loss) / 2, (whole[1].loss + whole[2].loss) / 2};
  const Measurement measured = Measure(run_);
  EXPECT_EQ(measured.curve, std::vector<CurvePoint>(whole.begin(), whole.begin() + 3));
  EXPECT_EQ(measured.thresholds, context_.thresholds);
  EXPECT_EQ(measured.metrics.at("steps"), 8);
}

TEST_F(LanguageModelTest, AThresholdThatIsNotReachedUsesTheWholeBudget) {
  const Measurement without = Measure(run_);
  context_.thresholds = {without.curve[0].loss - 0.01, 0.001};
  Measurement measured = Measure(run_);
  EXPECT_EQ(measured.thresholds, context_.thresholds);
  measured.thresholds.clear();
  EXPECT_EQ(measured, without) << "thresholds change nothing but the stop";
}

TEST_F(LanguageModelTest, TheOrderOfTheWholeBudgetIsHashedWhereverTheRunStops) {
  const Measurement whole = Measure(run_);
  context_.thresholds = {whole.curve[0].loss - 0.01};
  const Measurement stopped = Measure(run_);
  ASSERT_LT(stopped.metrics.at("steps"), 14);
  EXPECT_EQ(stopped.ledger.data_order, whole.ledger.data_order);
}

TEST_F(LanguageModelTest, ALossThatIsNotFiniteIsAFailureOfTheMethodThatNamesTheStep) {
  run_.language_model.optimizer.learning_rate = 1e30;
  const Measurement measured = Measure(run_);
  ASSERT_TRUE(measured.failure);
  EXPECT_EQ(measured.failure->cause, FailureCause::kMethod);
  EXPECT_THAT(measured.failure->message,
              MatchesRegex("the (gradient|held-out loss) is (NaN|infinite) at step [0-9]+"));
  EXPECT_EQ(measured.metrics.count("final_loss"), 0u);
  EXPECT_EQ(measured.curve.size(), 1u);
  EXPECT_FALSE(ToJson(measured).dump().empty());  // no number in it that JSON cannot hold
}

TEST_F(LanguageModelTest, AnInterruptedTrainingThatIsResumedHasTheBitsOfAnUndisturbedOne) {
  for (const LanguageModelRun& run : {run_, Injected("induction", true)}) {
    const Measurement undisturbed = Measure(run);
    context_.checkpoint_every = std::chrono::seconds(0);
    for (int stop = 2; stop <= 14; ++stop) {
      std::filesystem::remove(context_.checkpoint);
      const auto progress = context_.progress;
      context_.progress = [&](int step, int) {
        if (step == stop) throw std::runtime_error("killed");
      };
      EXPECT_EQ(MessageOf([&] { Measure(run); }), "killed");
      context_.progress = progress;
      steps_told_.clear();
      EXPECT_EQ(Measure(run), undisturbed) << "stopped at step " << stop;
      EXPECT_EQ(steps_told_.front(), stop) << "the checkpoint was written after the step before";
    }
    std::filesystem::remove(context_.checkpoint);
    context_.checkpoint_every = std::chrono::hours(1);
  }
}

TEST_F(LanguageModelTest, ATrainingInterruptedAgainAndAgainHasTheBitsOfAnUndisturbedOne) {
  const Measurement undisturbed = Measure(run_);
  context_.checkpoint_every = std::chrono::seconds(0);
  int begun = 0;
  context_.progress = [&](int, int) {
    if (++begun % 3 == 0) throw std::runtime_error("killed");
  };
  std::optional<Measurement> measured;
  for (int starts = 0; !measured && starts < 20; ++starts) {
    try {
      measured = Measure(run_);
    } catch (const std::runtime_error&) {
    }
  }
  ASSERT_TRUE(measured);
  EXPECT_GT(begun, 14);
  EXPECT_EQ(*measured, undisturbed);
}

TEST_F(LanguageModelTest, NoCheckpointIsWrittenBeforeItsTime) {
  Measure(run_);
  EXPECT_FALSE(std::filesystem::exists(context_.checkpoint));
}

TEST_F(LanguageModelTest, ACheckpointOfAnotherSeedIsRefused) {
  context_.checkpoint_every = std::chrono::seconds(0);
  Measure(run_, 1);
  EXPECT_THAT(MessageOf([&] { Measure(run_, 2); }), HasSubstr("belongs to another run: delete it"));
}

TEST_F(LanguageModelTest, ADamagedCheckpointIsRefusedWithTheRemedy) {
  std::ofstream(context_.checkpoint) << "nonsense";
  EXPECT_THAT(MessageOf([&] { Measure(run_); }), HasSubstr("delete it, and the run starts anew"));
}

TEST_F(LanguageModelTest, MoreEvaluationWindowsThanTheSplitHasAreRefused) {
  run_.language_model.evaluation.windows = 1000;
  EXPECT_THAT(MessageOf([&] { Measure(run_); }),
              HasSubstr("the recipe measures on 1000 windows, and the split has"));
}

TEST_F(LanguageModelTest, ARecipeThatNeverEvaluatesIsRefused) {
  for (const EvaluationRecipe& evaluation : {EvaluationRecipe{0, 5}, EvaluationRecipe{4, 0}}) {
    run_.language_model.evaluation = evaluation;
    EXPECT_THAT(MessageOf([&] { Measure(run_); }), HasSubstr("a recipe must evaluate"));
  }
}

TEST_F(LanguageModelTest, AHeadThatTheModelDoesNotHaveIsRefused) {
  LanguageModelRun run = Injected("uniform");
  run.injection->heads = {{2, 0}};
  EXPECT_THAT(MessageOf([&] { Measure(run); }), HasSubstr("head 2.0 cannot be held"));
}

TEST(FindDeviceTest, CpuIsTheCpuAndCudaMustBeThere) {
  EXPECT_EQ(FindDevice("cpu"), at::Device(at::kCPU));
  if (at::hasCUDA()) GTEST_SKIP() << "this libtorch has CUDA";
  EXPECT_EQ(FindDevice("auto"), at::Device(at::kCPU));
  EXPECT_THAT(MessageOf([] { FindDevice("cuda"); }),
              HasSubstr("--device=cuda: this libtorch finds no CUDA device"));
}

}  // namespace
}  // namespace retable::training
