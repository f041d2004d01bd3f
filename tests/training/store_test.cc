#include "training/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>

#include "tests/faults/folder.h"
#include "tests/training/sample_result.h"

namespace retable::training {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class StoreTest : public ::testing::Test {
 protected:
  void Write(const std::string& name, const std::string& text) {
    std::filesystem::create_directories(folder());
    std::ofstream(folder() / name, std::ios::binary) << text;
  }
  std::string Read(const std::filesystem::path& file) const {
    std::ifstream input(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>()};
  }
  std::filesystem::path folder() const { return parent_.path() / "results"; }
  std::string Refusal() const {
    return MessageOf([this] { Store::Open(folder()); });
  }

  faults::Folder parent_;
};

Result MachineFailure(std::uint64_t seed) {
  Result result = SampleResult(seed);
  result.measurement = {};
  result.measurement.failure = Failure{.cause = FailureCause::kMachine, .message = "killed by signal 9"};
  return result;
}

TEST_F(StoreTest, AMissingFolderIsAnEmptyStore) {
  const Store store = Store::Open(folder());
  EXPECT_EQ(store.size(), 0u);
  EXPECT_EQ(store.State(Key(SampleRun(1))), Stored::kNothing);
  EXPECT_FALSE(store.Find(SampleRun(1)).has_value());
}

TEST_F(StoreTest, WhatIsAppendedIsFoundByThisStoreAndTheNext) {
  Store store = Store::Open(folder());
  store.Append(SampleResult(1));
  store.Append(SampleResult(2));
  const Store next = Store::Open(folder());
  for (const Store* one : {static_cast<const Store*>(&store), &next}) {
    EXPECT_EQ(one->size(), 2u);
    EXPECT_EQ(one->Find(SampleRun(2))->measurement, SampleResult(2).measurement);
  }
}

TEST_F(StoreTest, RefreshTakesInWhatAnotherWriterAppended) {
  Store reader = Store::Open(folder());
  Store first = Store::Open(folder());
  Store second = Store::Open(folder());
  first.Append(SampleResult(1));
  second.Append(SampleResult(2));
  first.Append(SampleResult(3));
  reader.Refresh();
  EXPECT_EQ(reader.size(), 3u);
}

TEST_F(StoreTest, ALineThatIsStillBeingWrittenIsTakenInOnceItIsWhole) {
  const std::string line = ToLine(SampleResult(1)) + "\n";
  Write("a.jsonl", line.substr(0, 50));
  Store store = Store::Open(folder());
  EXPECT_EQ(store.size(), 0u);
  EXPECT_THAT(store.warnings(), ElementsAre(HasSubstr("a.jsonl:1: the last line is cut off")));
  for (const std::string& text :
       {line.substr(0, line.size() - 1), line, line + ToLine(SampleResult(2)) + "\n"}) {
    Write("a.jsonl", text);
    store.Refresh();
    EXPECT_EQ(store.State(Key(SampleRun(1))), Stored::kMeasured);
  }
  EXPECT_EQ(store.size(), 2u);
}

TEST_F(StoreTest, EqualMeasurementsOfOneKeyMergeWhateverTheirProvenance) {
  Result other = SampleResult(1);
  other.provenance.cpu = "another";
  Write("a.jsonl", ToLine(SampleResult(1)) + "\n");
  Write("b.jsonl", ToLine(other) + "\n");
  EXPECT_EQ(Store::Open(folder()).size(), 1u);
}

TEST_F(StoreTest, DifferentMeasurementsOfOneKeyAreRefusedNamingBoth) {
  Result other = SampleResult(1);
  other.measurement.curve[1].loss = std::nextafter(other.measurement.curve[1].loss, 0.0);
  Write("a.jsonl", ToLine(SampleResult(1)) + "\n");
  Write("b.jsonl", ToLine(SampleResult(2)) + "\n" + ToLine(other) + "\n");
  EXPECT_THAT(Refusal(),
              AllOf(HasSubstr("b.jsonl:2: "), HasSubstr("a.jsonl:1"), HasSubstr(Key(SampleRun(1)))));
}

TEST_F(StoreTest, AFailureOfTheMachineGivesWayToWhatWasMeasuredInAnyOrder) {
  for (const auto& [first, second] :
       {std::pair(MachineFailure(1), SampleResult(1)), std::pair(SampleResult(1), MachineFailure(1))}) {
    Write("a.jsonl", ToLine(first) + "\n" + ToLine(second) + "\n");
    const Store store = Store::Open(folder());
    EXPECT_EQ(store.State(Key(SampleRun(1))), Stored::kMeasured);
    EXPECT_FALSE(store.Find(SampleRun(1))->measurement.failure.has_value());
  }
}

TEST_F(StoreTest, AFailureOfTheMachineAloneIsToBeRetried) {
  Write("a.jsonl", ToLine(MachineFailure(1)) + "\n");
  EXPECT_EQ(Store::Open(folder()).State(Key(SampleRun(1))), Stored::kFailed);
}

TEST_F(StoreTest, AFailureOfTheMethodIsAMeasurement) {
  Result failed = MachineFailure(1);
  failed.measurement.failure->cause = FailureCause::kMethod;
  Write("a.jsonl", ToLine(failed) + "\n");
  EXPECT_EQ(Store::Open(folder()).State(Key(SampleRun(1))), Stored::kMeasured);
}

TEST_F(StoreTest, ABadLineThatIsNotTheLastIsRefused) {
  const std::string line = ToLine(SampleResult(1));
  Write("a.jsonl", line.substr(0, 50) + "\n" + line + "\n");
  EXPECT_THAT(Refusal(), AllOf(HasSubstr("a.jsonl:1: "), HasSubstr("restore the file from a copy")));
}

TEST_F(StoreTest, AWholeLastLineThatWasAlteredIsRefusedEvenWithoutItsNewline) {
  std::string line = ToLine(SampleResult(1));
  line.replace(line.find("500"), 3, "600");
  Write("a.jsonl", line);
  EXPECT_THAT(Refusal(), HasSubstr("the checksum is not that of the content"));
}

TEST_F(StoreTest, OtherFilesInTheFolderAreNotRead) {
  Write("README.md", "not a result\n");
  EXPECT_EQ(Store::Open(folder()).size(), 0u);
}

TEST_F(StoreTest, CompactWritesMeasurementsSortedByKey) {
  Store store = Store::Open(folder());
  for (const std::uint64_t seed : {3, 1, 2}) store.Append(SampleResult(seed));
  store.Append(MachineFailure(4));
  const std::filesystem::path file = parent_.path() / "published" / "all.jsonl";
  EXPECT_EQ(Compact(store, file), 3u);
  const Store published = Store::Open(file.parent_path());
  EXPECT_EQ(published.size(), 3u);
  std::vector<std::string> keys;
  std::string lines;
  published.ForEach([&](const std::string& key, const StoredRun&) {
    keys.push_back(key);
    lines += store.Line(key) + "\n";
  });
  EXPECT_EQ(Read(file), lines);
  EXPECT_EQ(Compact(store, file, std::set<std::string>{keys[1]}), 1u);
  EXPECT_EQ(Read(file), store.Line(keys[1]) + "\n");
}

}  // namespace
}  // namespace retable::training
