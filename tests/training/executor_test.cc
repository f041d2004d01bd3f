// The worker of this test is this test: its main serves requests when it is started with --worker.
#include "training/executor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <map>
#include <set>
#include <stdexcept>

#include "tests/training/sample_result.h"
#include "training/worker.h"

namespace retable::training {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

nlohmann::json Serve(const nlohmann::json& request, const std::function<void(int, int)>& beat) {
  const std::string what = request.at("what");
  beat(1, 2);
  if (what == "throw") throw std::runtime_error("no");
  if (what == "refuse") throw std::invalid_argument("never");
  if (what == "kill") raise(SIGKILL);
  if (what == "environment") return getenv("OMP_NUM_THREADS");
  if (what == "long") return std::string(1 << 20, 'x');
  return getpid();
}

struct Record {
  std::vector<std::string> started;
  std::vector<std::string> done;
  std::vector<std::string> failed;  // "key: message", last attempts only
  std::vector<std::string> left_out;
  std::map<std::string, nlohmann::json> values;
  int attempts = 0;
  ExecutorSummary summary;
};

using Decide = std::function<Decision(const Work&)>;

Record Do(const std::vector<Work>& works, const Decide& decide = nullptr, ExecutorOptions options = {}) {
  Record record;
  const ExecutorHooks hooks = {
      .start =
          [&](const Work& work) {
            record.started.push_back(work.key);
            if (decide) return decide(work);
            return Decision{.start = Start::kSend, .request = {{"what", work.kind}}};
          },
      .done =
          [&](const Work& work, const nlohmann::json& value, double) {
            record.done.push_back(work.key);
            record.values[work.key] = value;
          },
      .failed =
          [&](const Work& work, const FailedAttempt& attempt) {
            ++record.attempts;
            if (attempt.last) record.failed.push_back(work.key + ": " + attempt.message);
          },
      .left_out = [&](const Work& work, const std::string&) { record.left_out.push_back(work.key); },
      .show = [](const ExecutorView&) {}};
  record.summary = Execute(works, options, hooks);
  return record;
}

Work Item(const std::string& key, const std::vector<std::string>& needs = {},
          const std::string& what = "pid") {
  return {.key = key, .label = "item " + key, .needs = needs, .kind = what};
}

TEST(ExecutorTest, ItemsAreBegunInTheirOrderAfterWhatTheyNeed) {
  const Record record = Do({Item("c", {"a", "b"}), Item("a"), Item("b", {"a"})});
  EXPECT_THAT(record.done, ElementsAre("a", "b", "c"));
  EXPECT_EQ(record.summary.done, 3);
}

TEST(ExecutorTest, OneWorkerDoesManyItems) {
  const Record record = Do({Item("a"), Item("b"), Item("c")});
  EXPECT_EQ(record.values.at("a"), record.values.at("c"));
}

TEST(ExecutorTest, WorkersAreDifferentProcesses) {
  ExecutorOptions options;
  options.workers = 2;
  std::vector<Work> works;
  for (int i = 0; i < 20; ++i) works.push_back(Item(std::to_string(i)));
  std::set<int> pids;
  for (const auto& [key, pid] : Do(works, nullptr, options).values) pids.insert(pid.get<int>());
  EXPECT_LE(pids.size(), 2u);
  EXPECT_FALSE(pids.contains(getpid()));
}

TEST(ExecutorTest, ALostWorkerIsTriedThreeTimesAndOnlyWhatNeedsItIsLeftOut) {
  const Record record = Do({Item("a", {}, "kill"), Item("b", {"a"}), Item("c", {"b"}), Item("d")});
  EXPECT_EQ(record.attempts, 3);
  EXPECT_THAT(record.failed, ElementsAre(HasSubstr("a: its worker was lost: killed by signal 9")));
  EXPECT_THAT(record.left_out, ElementsAre("b", "c"));
  EXPECT_THAT(record.done, ElementsAre("d"));
  EXPECT_EQ(record.summary.failed, 1);
  EXPECT_EQ(record.summary.left_out, 2);
}

TEST(ExecutorTest, AnErrorIsTriedAgainAndAMistakeIsNot) {
  EXPECT_EQ(Do({Item("a", {}, "throw")}).attempts, 3);
  const Record record = Do({Item("a", {}, "refuse")});
  EXPECT_EQ(record.attempts, 1);
  EXPECT_THAT(record.failed, ElementsAre("a: never"));
}

TEST(ExecutorTest, WhatSomebodyElseDoesIsAskedForAgain) {
  ExecutorOptions options;
  options.busy_poll_seconds = 0.01;
  int asked = 0;
  const Record record = Do(
      {Item("a"), Item("b", {"a"})},
      [&](const Work& work) {
        if (work.key == "a") return Decision{.start = ++asked < 4 ? Start::kBusy : Start::kDone};
        return Decision{.start = Start::kSend, .request = {{"what", "pid"}}};
      },
      options);
  EXPECT_EQ(asked, 4);
  EXPECT_EQ(record.summary.elsewhere, 1);
  EXPECT_THAT(record.done, ElementsAre("b"));
}

TEST(ExecutorTest, WhatIsFoundDoneFreesItemsListedBeforeIt) {
  const Record record =
      Do({Item("b", {"a"}), Item("a")}, [](const Work&) { return Decision{.start = Start::kDone}; });
  EXPECT_EQ(record.summary.elsewhere, 2);
}

TEST(ExecutorTest, WhatCannotBeBegunFailsWithoutAWorker) {
  const Record record = Do({Item("a"), Item("b", {"a"})}, [](const Work&) {
    return Decision{.start = Start::kFail, .message = "no thresholds"};
  });
  EXPECT_THAT(record.failed, ElementsAre("a: no thresholds"));
  EXPECT_THAT(record.left_out, ElementsAre("b"));
}

TEST(ExecutorTest, WorkersGetTheirEnvironmentAndMaySayMuch) {
  ExecutorOptions options;
  options.environment = {{"OMP_NUM_THREADS", "1"}};
  const Record record = Do({Item("a", {}, "environment"), Item("b", {}, "long")}, nullptr, options);
  EXPECT_EQ(record.values.at("a"), "1");
  EXPECT_EQ(record.values.at("b").get<std::string>().size(), std::size_t{1} << 20);
}

TEST(ExecutorTest, ItemsThatNeedEachOtherOrWhatIsNotListedAreRefused) {
  EXPECT_THAT(MessageOf([] { Do({Item("a", {"b"}), Item("b", {"a"})}); }), HasSubstr("in a circle"));
  EXPECT_THAT(MessageOf([] { Do({Item("a", {"z"})}); }),
              HasSubstr("item a needs an item that is not listed"));
  EXPECT_THAT(MessageOf([] { Do({Item("a"), Item("a")}); }), HasSubstr("listed twice"));
}

}  // namespace
}  // namespace retable::training

int main(int argc, char** argv) {
  if (argc == 2 && argv[1] == std::string(retable::training::kWorkerArgument)) {
    return retable::training::ServeRequests(retable::training::Serve);
  }
  signal(SIGPIPE, SIG_IGN);
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
