#include "suites/preregistration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "suites/injection/patterns.h"
#include "tests/faults/folder.h"
#include "training/files.h"

namespace retable::suites {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Table Sample() { return injection::Patterns(); }
const Scale& Desk(const Table& table) { return FindScale(table, "desk"); }

TEST(Preregistration, ComesBackAsItWasWritten) {
  const faults::Folder folder;
  const fs::path results = folder.path();
  const Table table = Sample();
  EXPECT_THAT(ReadPreregistrations(results, table.id, "desk"), IsEmpty());
  PreregisterIn(results, table, Desk(table), Preregister(table, Desk(table), "abc"));
  const Preregistration record = Preregister(table, Desk(table), "abc");
  EXPECT_THAT(ReadPreregistrations(results, table.id, "desk"), ElementsAre(record));
  EXPECT_THAT(ChangesSince(record, table, Desk(table)), IsEmpty());
}

TEST(Preregistration, IsAmendedByWhatDiffersAndNeverReplaced) {
  const faults::Folder folder;
  const fs::path results = folder.path();
  Table table = Sample();
  PreregisterIn(results, table, Desk(table), Preregister(table, Desk(table), "first"));
  PreregisterIn(results, table, Desk(table), Preregister(table, Desk(table), "second"));  // nothing differs
  const auto before = ReadPreregistrations(results, table.id, "desk");
  ASSERT_EQ(before.size(), 1u);
  EXPECT_EQ(before[0].commit, "first");
  table.claims[0].alpha = 0.5;
  PreregisterIn(results, table, Desk(table), Preregister(table, Desk(table), "third"));
  const auto after = ReadPreregistrations(results, table.id, "desk");
  ASSERT_EQ(after.size(), 2u);
  EXPECT_EQ(after[0], before[0]);
  EXPECT_EQ(after[1].commit, "third");
  EXPECT_THAT(ChangesSince(after[1], table, Desk(table)), IsEmpty());
}

TEST(Preregistration, KeepsItsNote) {
  const faults::Folder folder;
  const fs::path results = folder.path();
  const Table table = Sample();
  Preregistration record = Preregister(table, Desk(table), "abc");
  record.note = "made afterwards";
  WritePreregistrations(results, table.id, "desk", {record});
  EXPECT_THAT(ReadPreregistrations(results, table.id, "desk"), ElementsAre(record));
  PreregisterIn(results, table, Desk(table),
                Preregister(table, Desk(table), "later"));  // a note is no difference
  EXPECT_THAT(ReadPreregistrations(results, table.id, "desk"), ElementsAre(record));
}

TEST(Preregistration, NamesEveryChange) {
  Table table = Sample();
  const Preregistration record = Preregister(table, Desk(table), "abc");
  table.claims[0].alpha = 0.1;
  table.claims[1].test = suites::Test::kStudentT;
  table.claims[2].id = "other";
  const_cast<Scale&>(Desk(table)).seeds = {1, 2};
  const_cast<Scale&>(Desk(table)).thresholds.fractions = {0.5};
  const_cast<Scale&>(Desk(table)).student.optimizer.learning_rate = 0.5;
  table.arms[1].shuffled = false;
  EXPECT_THAT(ChangesSince(record, table, Desk(table)),
              testing::UnorderedElementsAre(
                  "seeds was [1,2,3] and is [1,2]", "claim real_beats_shuffled alpha was 0.05 and is 0.1",
                  "claim real_beats_uniform test was \"signed_rank\" and is \"student_t\"",
                  "claim real_beats_template was removed", "claim other was added",
                  "thresholds fractions was [0.2,0.3,0.4,0.5,0.6] and is [0.5]",
                  "student optimizer learning_rate was 0.0015 and is 0.5",
                  "arms real_attention_shuffled shuffled was true and is false"));
}

TEST(Preregistration, AlteredByHandIsRefused) {
  const faults::Folder folder;
  const fs::path results = folder.path();
  const Table table = Sample();
  PreregisterIn(results, table, Desk(table), Preregister(table, Desk(table), "abc"));
  const fs::path file = PreregistrationFile(results, table.id, "desk");
  std::string text = training::ReadFile(file);
  const std::string whole = text;
  text.replace(text.find("\"alpha\": 0.05"), 13, "\"alpha\": 0.10");
  training::WriteFileAtomically(file, text);
  try {
    ReadPreregistrations(results, table.id, "desk");
    FAIL() << "an altered claim was taken";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("was altered: claim real_beats_shuffled"));
  }
  text = whole;
  text.replace(text.find("\"baselines_per_seed\": 6"), 23, "\"baselines_per_seed\": 7");
  training::WriteFileAtomically(file, text);
  EXPECT_THROW(ReadPreregistrations(results, table.id, "desk"), std::runtime_error);
  training::WriteFileAtomically(file, "{");
  EXPECT_THROW(ReadPreregistrations(results, table.id, "desk"), std::runtime_error);
}

TEST(ClaimJson, DiffersWhereverAClaimDiffers) {
  const Claim claim = Sample().claims[1];
  std::vector<Claim> others(9, claim);
  others[0].statement += " ";
  others[1].arm = "uniform";
  others[2].against = "baseline";
  others[3].blocks = {"0.0"};
  others[4].test = suites::Test::kSignFlip;
  others[5].side = Side::kTwoSided;
  others[6].alpha = 0.01;
  others[7].margin = 0.01;
  others[8].printed->difference = 0.01;
  for (const Claim& other : others) EXPECT_NE(Hash(other), Hash(claim)) << ToJson(other).dump();
}

}  // namespace
}  // namespace retable::suites
