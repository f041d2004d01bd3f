// What the program says to flags that it cannot follow.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/faults/program.h"

namespace retable::faults {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(FlagsTest, AnUnknownTableStopsWithTheValidOnesAndANearMiss) {
  const Ended ended = RunIt({"--table=fault/norml"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(
      ended.text,
      HasSubstr("no table is called 'fault/norml'; did you mean 'fault/normal'? valid: fault/normal, "));
}

TEST(FlagsTest, ATableMustBeNamed) {
  const Ended ended = RunIt({});
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.text, HasSubstr("say which table with --table=ID; valid: fault/normal"));
}

TEST(FlagsTest, AnUnknownFlagStopsWithTheValidOnesAndANearMiss) {
  const Ended ended = RunIt({"--table=fault/normal", "--seed=1"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.text, AllOf(HasSubstr("no flag is called '--seed'; did you mean '--seeds'?"),
                                HasSubstr("--workers")));
}

TEST(FlagsTest, AnUnknownScaleStopsWithTheValidOnes) {
  const Ended ended = RunIt({"--table=fault/normal", "--scale=huge"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.text, HasSubstr("no scale of fault/normal is called 'huge'; valid: desk, smoke"));
}

TEST(FlagsTest, AnUnknownDeviceStopsWithTheValidOnes) {
  const Ended ended = RunIt({"--table=fault/normal", "--device=gpu"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.text, HasSubstr("no device is called 'gpu'"));
  EXPECT_THAT(ended.text, HasSubstr("valid: cpu, cuda, auto"));
}

TEST(FlagsTest, AnUnknownBlockOrSeedStopsWithTheValidOnes) {
  const Ended block = RunIt({"--table=fault/normal", "--blocks=0.0,7.7"});
  EXPECT_EQ(block.code, 2);
  EXPECT_THAT(block.text, AllOf(HasSubstr("'7.7'"), HasSubstr("valid: 0.0, 0.1, 0.2")));
  const Ended seed = RunIt({"--table=fault/normal", "--seeds=5"});
  EXPECT_EQ(seed.code, 2);
  EXPECT_THAT(seed.text, AllOf(HasSubstr("no seed of scale desk is called '5'"), HasSubstr("valid: 1, 2")));
}

TEST(FlagsTest, WorkersMustBeAPositiveWholeNumber) {
  for (const char* value : {"0", "-2", "two", "1.5", ""}) {
    const Ended ended = RunIt({"--table=fault/normal", std::string("--workers=") + value});
    EXPECT_EQ(ended.code, 2) << value;
    EXPECT_THAT(ended.text,
                HasSubstr("--workers takes whole numbers from 1 up, not '" + std::string(value) + "'"));
  }
}

TEST(FlagsTest, TheDryRunSaysWhatAndWhyAndTrainsNothing) {
  const Folder out;
  const Ended ended = RunIt({"--table=fault/normal", "--out=" + out.path().string(), "--dry-run"});
  EXPECT_EQ(ended.code, 0);
  EXPECT_THAT(ended.text,
              AllOf(HasSubstr("0 of 16 runs stored; 16 runs and 2 artifacts to do, time unknown"),
                    HasSubstr("real_attention (6): 0.0 seed 1, "), HasSubstr(": new; time unknown")));
  EXPECT_THAT(ended.text,
              HasSubstr("claim first_wins cannot be confirmed with 3 blocks: the smallest p they can give is "
                        "0.125, above alpha 0.05 / 1 claims; 5 blocks would do"));
  EXPECT_TRUE(StoreFiles(out.path()).empty());
}

TEST(FlagsTest, ASuppliedProgramIsTrainedWithAndRecordedUnderAnotherName) {
  const Folder out;
  const std::vector<std::string> plain = {"--table=fault/normal", "--scale=smoke",
                                          "--out=" + out.path().string()};
  EXPECT_EQ(RunIt(plain).code, 0);
  const auto records = out.path() / "results" / "preregistrations" / "fault";
  const std::string before = ReadText(records / "normal.smoke.json");
  std::vector<std::string> supplied = plain;
  supplied.push_back("--program=all(id[-1] = query.id)");
  const Ended ended = RunIt(supplied);
  EXPECT_EQ(ended.code, 0) << ended.text;
  // Two arms of one block and two seeds are new.
  EXPECT_THAT(ended.text, AllOf(HasSubstr("fault/normal+supplied_"), HasSubstr("4 of 4 done")));
  EXPECT_EQ(ReadText(records / "normal.smoke.json"), before);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(records), {}), 2);
  EXPECT_THAT(RunIt(supplied).text, HasSubstr("nothing to do"));
}

TEST(FlagsTest, WhatCannotBeSuppliedIsRefusedBeforeAnythingTrains) {
  const Folder out;
  for (const std::string flag : {"--program=all(", "--patterns=/absent.safetensors"}) {
    const Ended ended = RunIt({"--table=fault/normal", "--out=" + out.path().string(), flag});
    EXPECT_EQ(ended.code, 2);
    EXPECT_THAT(ended.text, testing::StartsWith("retable: " + flag.substr(0, flag.find('=')) + ": "));
    EXPECT_EQ(std::count(ended.text.begin(), ended.text.end(), '\n'), 1) << ended.text;
  }
  EXPECT_TRUE(std::filesystem::is_empty(out.path()));
}

TEST(FlagsTest, ASelectionTrainsItsPartOfTheGridOnly) {
  const Folder out;
  const std::string folder = "--out=" + out.path().string();
  ASSERT_EQ(RunIt({"--table=fault/normal", folder, "--blocks=0.1", "--seeds=2"}).code, 0);
  EXPECT_EQ(Measurements(out.path()).size(), 5u);  // 2 calibrations, a baseline, 2 arms
  const Ended rest = RunIt({"--table=fault/normal", folder, "--dry-run"});
  EXPECT_THAT(rest.text, AllOf(HasSubstr("5 of 16 runs stored; 11 runs and 0 artifacts to do, about "),
                               Not(HasSubstr("time unknown"))));
}

}  // namespace
}  // namespace retable::faults
