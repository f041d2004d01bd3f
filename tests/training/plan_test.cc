#include "training/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/faults/folder.h"
#include "tests/training/sample_result.h"
#include "training/artifacts.h"

namespace retable::training {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Run Artifact(const std::string& name) { return {.trainer = name + "/1", .recipe = "{}", .seed = 0}; }
Run Trained(std::uint64_t seed) { return SampleRun(seed); }
Run Calibration() { return SampleRun(901, R"({"steps":500})"); }

// Runs need a teacher, which needs a tokenizer; all but the calibration run need that one too.
Registry Sample() {
  const auto nothing = [](const Run&) { return std::vector<Run>{}; };
  const Trainer trainer{.name = "sample/1",
                        .needs = [](const Run&) { return std::vector<Run>{Artifact("teacher")}; },
                        .calibration =
                            [](const Run& run) {
                              return run == Calibration() ? std::vector<Run>{}
                                                          : std::vector<Run>{Calibration()};
                            },
                        .thresholds = nullptr,
                        .train = nullptr,
                        .provenance = nullptr};
  return {.trainers = {trainer},
          .makers = {{.name = "teacher/1",
                      .needs = [](const Run&) { return std::vector<Run>{Artifact("tokenizer")}; },
                      .build = nullptr},
                     {.name = "tokenizer/1", .needs = nothing, .build = nullptr}}};
}

class PlanTest : public ::testing::Test {
 protected:
  Plan PlanOf(const std::vector<training::Run>& runs) {
    std::vector<Wanted> wanted;
    for (const training::Run& run : runs)
      wanted.push_back({.run = run, .group = "arm", .place = "seed " + std::to_string(run.seed)});
    return MakePlan(wanted, Sample(), store_, out_.path());
  }
  static std::vector<std::string> Groups(const Plan& plan) {
    std::vector<std::string> groups;
    for (const PlannedItem& item : plan.items) groups.push_back(item.group + " " + item.run.trainer);
    return groups;
  }

  faults::Folder out_;
  Store store_ = Store::Open(ResultsFolder(out_.path()));
};

TEST_F(PlanTest, ArtifactsComeFirstThenCalibrationThenRuns) {
  const Plan plan = PlanOf({Trained(1), Trained(2), Trained(1)});
  EXPECT_THAT(Groups(plan), ElementsAre("artifacts tokenizer/1", "artifacts teacher/1",
                                        "calibration sample/1", "arm sample/1", "arm sample/1"));
  EXPECT_EQ(plan.wanted, 2);
  EXPECT_EQ(plan.stored, 0);
  EXPECT_THAT(plan.items[1].work.needs, ElementsAre(Key(Artifact("tokenizer"))));
  EXPECT_THAT(plan.items[3].work.needs, ElementsAre(Key(Artifact("teacher")), Key(Calibration())));
  EXPECT_EQ(plan.items[3].work.label, "arm seed 1");
}

TEST_F(PlanTest, WhatIsStoredIsNotPlannedAndNeitherIsWhatOnlyItNeeds) {
  store_.Append(SampleResult(1));
  const Plan plan = PlanOf({Trained(1)});
  EXPECT_TRUE(plan.items.empty());
  EXPECT_EQ(plan.stored, 1);
}

TEST_F(PlanTest, ArtifactsThatAreThereAreNotMadeAgain) {
  PublishArtifact(out_.path(), Artifact("teacher"), [](const std::filesystem::path&) {});
  EXPECT_THAT(Groups(PlanOf({Trained(1)})), ElementsAre("calibration sample/1", "arm sample/1"));
}

TEST_F(PlanTest, AFailureOfTheMachineIsPlannedAgain) {
  Result failed = SampleResult(1);
  failed.measurement = {};
  failed.measurement.failure = Failure{.cause = FailureCause::kMachine, .message = "killed"};
  store_.Append(failed);
  EXPECT_EQ(PlanOf({Trained(1)}).items.back().run, Trained(1));
}

TEST_F(PlanTest, ATrainerThatTheProgramLacksIsNamed) {
  EXPECT_THAT(MessageOf([&] { PlanOf({Artifact("diffusion")}); }),
              HasSubstr("no trainer is called 'diffusion/1'; this program has sample/1"));
}

}  // namespace
}  // namespace retable::training
