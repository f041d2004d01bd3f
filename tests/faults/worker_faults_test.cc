// Workers that crash, hang, throw, run out of memory or return what cannot be: each costs its own run only.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "tests/faults/program.h"

namespace retable::faults {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// Runs the table of a fault, whose grid is five runs with the faulty one among them.
struct Fault {
  Ended ended;
  std::size_t measured = 0;
};
Fault RunFault(const std::string& name, const std::map<std::string, std::string>& environment = {}) {
  const Folder out;
  Fault fault;
  fault.ended = RunIt({"--table=fault/" + name, "--out=" + out.path().string()}, environment);
  fault.measured = Measurements(out.path()).size();
  return fault;
}

void ExpectMachineFailure(const std::string& name, const std::string& sentence, int attempts = 3,
                          const std::map<std::string, std::string>& environment = {}) {
  const Fault fault = RunFault(name, environment);
  EXPECT_EQ(fault.ended.code, 1) << fault.ended.text;
  EXPECT_EQ(fault.measured, 4u);
  EXPECT_THAT(fault.ended.text, HasSubstr("retable: " + name + " 0.0 seed 1 failed in attempt " +
                                          std::to_string(attempts) + ": " + sentence));
  EXPECT_THAT(fault.ended.text, HasSubstr("1 failed by the machine; to try them again: "));
}

TEST(WorkerFaultsTest, AWorkerThatIsKilledCostsItsRunOnly) {
  ExpectMachineFailure("crash", "its worker was lost: killed by signal 9");
}

TEST(WorkerFaultsTest, AWorkerThatAbortsCostsItsRunOnly) {
  ExpectMachineFailure("abort", "its worker was lost: killed by signal 6");
}

TEST(WorkerFaultsTest, AWorkerThatExitsCostsItsRunOnly) {
  ExpectMachineFailure("exit", "its worker was lost: ended with exit code 7");
}

TEST(WorkerFaultsTest, AWorkerThatHangsIsKilledAndCostsItsRunOnly) {
  ExpectMachineFailure("hang", "its worker gave no sign of life for 5 s, was taken for hung and killed", 3,
                       {{"RETABLE_SILENCE_LIMIT_SECONDS", "5"}});
}

TEST(WorkerFaultsTest, AnErrorThatATrainerThrowsIsItsRunsFailure) {
  ExpectMachineFailure("throw", "the disk of the trainer is on fire");
}

TEST(WorkerFaultsTest, ARecipeThatATrainerRefusesIsNotTriedAgain) {
  ExpectMachineFailure("refuse", "the recipe asks for 0 heads", 1);
}

TEST(WorkerFaultsTest, AWorkerOutOfMemoryCostsItsRunOnly) { ExpectMachineFailure("memory", "out of memory"); }

TEST(WorkerFaultsTest, AMetricThatIsNanIsNotStored) {
  ExpectMachineFailure("not_a_number", "metrics.final_loss is nan, which JSON cannot hold", 1);
}

TEST(WorkerFaultsTest, ANanLossIsAResultOfTheMethod) {
  const Fault fault = RunFault("diverge");
  EXPECT_EQ(fault.ended.code, 0);
  EXPECT_EQ(fault.measured, 5u);
  EXPECT_THAT(fault.ended.text,
              AllOf(HasSubstr("diverge 0.0 seed 1: the method failed, which is its result: loss is "
                              "NaN at step 5"),
                    HasSubstr("in 1 the method failed, which counts as a result")));
}

TEST(WorkerFaultsTest, AWorkerLostOnceIsReplacedAndTheRunSucceeds) {
  const Fault fault = RunFault("crash_once");
  EXPECT_EQ(fault.ended.code, 0);
  EXPECT_EQ(fault.measured, 5u);
  EXPECT_THAT(fault.ended.text, HasSubstr("it is tried again"));
}

TEST(WorkerFaultsTest, WhatATrainerPrintsIsNotTakenForAReply) {
  const Fault fault = RunFault("prints");
  EXPECT_EQ(fault.ended.code, 0);
  EXPECT_EQ(fault.measured, 5u);
}

TEST(WorkerFaultsTest, AFailureOfTheMachineIsTriedAgainByTheNextCommand) {
  const Folder out;
  const std::vector<std::string> arguments = {"--table=fault/crash", "--out=" + out.path().string()};
  ASSERT_EQ(RunIt(arguments).code, 1);
  const Ended plan = RunIt({arguments[0], arguments[1], "--dry-run"});
  EXPECT_THAT(plan.text,
              AllOf(HasSubstr("4 of 5 runs stored"), HasSubstr("crash (1): 0.0 seed 1: failed before: its "
                                                               "worker was lost")));
  EXPECT_EQ(RunIt(arguments).code, 1);
  EXPECT_EQ(Measurements(out.path()).size(), 4u);
}

TEST(WorkerFaultsTest, AWorkerKilledFromOutsideIsReplacedAndNothingIsLost) {
  const Folder out;
  Program program({"--table=fault/normal", "--out=" + out.path().string()},
                  {{"FAKE_STEP_MILLISECONDS", "15"}});
  ASSERT_TRUE(WaitFor([&] { return Lines(out.path()) > 1 && program.Workers().size() == 2; }));
  for (const pid_t worker : program.Workers()) kill(worker, SIGKILL);
  const Ended ended = program.Wait();
  EXPECT_EQ(ended.code, 0) << ended.text;
  EXPECT_THAT(ended.text, HasSubstr("killed by signal 9"));
  EXPECT_EQ(Measurements(out.path()).size(), 16u);
}

}  // namespace
}  // namespace retable::faults
