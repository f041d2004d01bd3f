// Stopped at any moment, and two at once: the same measurements as undisturbed, none of them lost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <fstream>
#include <random>

#include "tests/faults/program.h"

namespace retable::faults {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::vector<std::string> Arguments(const Folder& out) {
  return {"--table=fault/normal", "--out=" + out.path().string()};
}

const std::map<std::string, std::string> kSlow = {{"FAKE_STEP_MILLISECONDS", "15"}};

const std::map<std::string, std::string>& Undisturbed() {
  static const auto* const measurements = [] {
    const Folder out;
    RunIt(Arguments(out));
    return new std::map<std::string, std::string>(Measurements(out.path()));
  }();
  return *measurements;
}

// A zombie that nobody waits for is as good as gone.
bool IsGone(pid_t pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string number, name, state;
  return !(stat >> number >> name >> state) || state == "Z" || state == "X";
}

void StopAndResume(int signal_number) {
  const Folder out;
  Program program(Arguments(out), kSlow);
  ASSERT_TRUE(WaitFor([&] { return Lines(out.path()) > 2; }));
  const std::vector<pid_t> workers = program.Workers();
  const auto begin = std::chrono::steady_clock::now();
  program.Signal(signal_number);
  const Ended stopped = program.Wait();
  // Seconds, not the minutes that the runs in flight might take; generous for a busy machine.
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  EXPECT_EQ(stopped.code, 130) << stopped.text;
  EXPECT_THAT(stopped.text, AllOf(HasSubstr("stopped; what is done is kept. To go on: "),
                                  HasSubstr("--table=fault/normal --out=" + out.path().string())));
  for (const pid_t worker : workers) EXPECT_TRUE(IsGone(worker));
  const auto kept = Measurements(out.path());
  EXPECT_GT(kept.size(), 2u);
  EXPECT_LT(kept.size(), 16u);
  const Ended resumed = RunIt(Arguments(out));
  EXPECT_EQ(resumed.code, 0);
  EXPECT_THAT(resumed.text, HasSubstr(std::to_string(kept.size()) + " of 16 runs stored"));
  EXPECT_EQ(Measurements(out.path()), Undisturbed());
  EXPECT_EQ(Lines(out.path()), 16);
}

TEST(InterruptionTest, CtrlCKeepsWhatIsDoneAndTheSameCommandGoesOn) { StopAndResume(SIGINT); }

TEST(InterruptionTest, TerminationKeepsWhatIsDoneAndTheSameCommandGoesOn) { StopAndResume(SIGTERM); }

TEST(InterruptionTest, TwoProcessesShareOneStoreWithoutDoingARunTwice) {
  const Folder out;
  Program first(Arguments(out), kSlow);
  Program second(Arguments(out), kSlow);
  const Ended first_ended = first.Wait();
  const Ended second_ended = second.Wait();
  EXPECT_EQ(first_ended.code, 0) << first_ended.text;
  EXPECT_EQ(second_ended.code, 0) << second_ended.text;
  EXPECT_EQ(Measurements(out.path()), Undisturbed());
  EXPECT_EQ(Lines(out.path()), 16);
}

TEST(InterruptionTest, OneProcessFinishesWhatAnotherHeldWhenItWasKilled) {
  const Folder out;
  Program first(Arguments(out), kSlow);
  ASSERT_TRUE(WaitFor([&] { return Lines(out.path()) > 0; }));
  Program second(Arguments(out), kSlow);
  SleepMilliseconds(100);
  first.Signal(SIGKILL);
  first.Wait();
  EXPECT_EQ(second.Wait().code, 0);
  EXPECT_EQ(Measurements(out.path()), Undisturbed());
}

TEST(InterruptionTest, WorkersDieWithTheirParent) {
  const Folder out;
  Program program(Arguments(out), {{"FAKE_STEP_MILLISECONDS", "10000"}});
  ASSERT_TRUE(WaitFor([&] { return !program.Workers().empty(); }));
  const std::vector<pid_t> workers = program.Workers();
  program.Signal(SIGKILL);
  program.Wait();
  EXPECT_TRUE(WaitFor([&] { return IsGone(workers.front()); }));
}

class KilledAtRandom : public ::testing::TestWithParam<int> {};

TEST_P(KilledAtRandom, RestartedItMeasuresTheSame) {
  const Folder out;
  std::mt19937 random(static_cast<unsigned>(GetParam()));
  for (int i = 0; i < 6; ++i) {
    Program program(Arguments(out), {{"FAKE_STEP_MILLISECONDS", "2"}});
    SleepMilliseconds(static_cast<int>(random() % 250));
    program.Signal(SIGKILL);
    program.Wait();
  }
  const Ended ended = RunIt(Arguments(out));
  EXPECT_EQ(ended.code, 0) << ended.text;
  EXPECT_EQ(Measurements(out.path()), Undisturbed());
}

INSTANTIATE_TEST_SUITE_P(Seeds, KilledAtRandom, ::testing::Values(1, 2, 3));

}  // namespace
}  // namespace retable::faults
