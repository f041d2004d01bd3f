// Disks that are full or closed, and stores that somebody damaged.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <algorithm>

#include "tests/faults/program.h"
#include "training/store.h"

namespace retable::faults {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class StoreFaultsTest : public ::testing::Test {
 protected:
  std::vector<std::string> Arguments() const {
    return {"--table=fault/normal", "--out=" + out_.path().string()};
  }
  std::filesystem::path File() const { return StoreFiles(out_.path()).front(); }

  Folder out_;
};

// Files may not grow past `bytes` while it lives: what the system then says to a writer is what it says when
// a disk is full, under another name.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_ = {};
};

TEST_F(StoreFaultsTest, WithoutRoomItStopsWithASentenceAndKeepsWhatIsStored) {
  Ended full;
  {
    const FileSizeLimit limit(9000);  // some results, not sixteen
    full = RunIt(Arguments());
  }
  EXPECT_EQ(full.code, 2);
  EXPECT_THAT(full.text, AllOf(HasSubstr("cannot write to " + out_.path().string()),
                               HasSubstr("make room there"), HasSubstr("run the same command again")));
  const auto kept = Measurements(out_.path());
  EXPECT_GT(kept.size(), 0u);
  EXPECT_LT(kept.size(), 16u);
  const Ended again = RunIt(Arguments());
  EXPECT_EQ(again.code, 0) << again.text;
  const auto all = Measurements(out_.path());
  EXPECT_EQ(all.size(), 16u);
  for (const auto& [key, measurement] : kept) EXPECT_EQ(all.at(key), measurement);
}

TEST_F(StoreFaultsTest, AnUnwritableFolderStopsWithASentence) {
  const std::filesystem::path file = out_.path() / "file";
  WriteText(file, "in the way\n");
  for (const std::filesystem::path& path : {file, file / "below"}) {
    const Ended ended = RunIt({"--table=fault/normal", "--out=" + path.string()});
    EXPECT_EQ(ended.code, 2);
    EXPECT_THAT(ended.text, AllOf(HasSubstr(file.string()), HasSubstr("give --out another folder")))
        << ended.text;
  }
  EXPECT_EQ(ReadText(file), "in the way\n");
}

TEST_F(StoreFaultsTest, ATornLastLineIsSkippedWithAWarningAndItsRunIsTrainedAgain) {
  ASSERT_EQ(RunIt(Arguments()).code, 0);
  const auto before = Measurements(out_.path());
  const std::string text = ReadText(File());
  WriteText(File(), text.substr(0, text.size() - 100));
  const Ended ended = RunIt(Arguments());
  EXPECT_EQ(ended.code, 0);
  EXPECT_THAT(ended.text, AllOf(HasSubstr(File().string() + ":16: the last line is cut off"),
                                HasSubstr("15 of 16 runs stored")));
  EXPECT_EQ(Measurements(out_.path()), before);
}

TEST_F(StoreFaultsTest, ALineThatLacksOnlyItsNewlineIsKept) {
  ASSERT_EQ(RunIt(Arguments()).code, 0);
  const std::string text = ReadText(File());
  WriteText(File(), text.substr(0, text.size() - 1));
  const Ended ended = RunIt(Arguments());
  EXPECT_EQ(ended.code, 0);
  EXPECT_THAT(ended.text, HasSubstr("16 of 16 runs stored"));
}

TEST_F(StoreFaultsTest, ALineEditedByHandIsRefusedWithItsPlace) {
  ASSERT_EQ(RunIt(Arguments()).code, 0);
  std::string text = ReadText(File());
  const std::size_t second = text.find('\n') + 1;
  text.replace(text.find("\"final_loss\":1.", second), 15, "\"final_loss\":0.");
  WriteText(File(), text);
  const Ended ended = RunIt(Arguments());
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.text, AllOf(HasSubstr(File().string() + ":2: the checksum is not that of the content"),
                                HasSubstr("delete that line and its run is trained again")));
  EXPECT_EQ(ReadText(File()), text);
}

TEST_F(StoreFaultsTest, TwoMeasurementsOfOneRunAreRefusedWithBothFilesAndTheKey) {
  ASSERT_EQ(RunIt(Arguments()).code, 0);
  const std::filesystem::path first = File();
  const std::string line = ReadText(first).substr(0, ReadText(first).find('\n'));
  training::Result result = training::ResultFromLine(line);
  result.measurement.metrics["final_loss"] += 0.5;
  const std::filesystem::path second = out_.path() / "results" / "copied-from-elsewhere.jsonl";
  WriteText(second, training::ToLine(result) + "\n");
  const Ended ended = RunIt(Arguments());
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.text, AllOf(HasSubstr(first.string()), HasSubstr(second.string()),
                                HasSubstr(training::Key(result.run)), HasSubstr("has another measurement")));
}

TEST_F(StoreFaultsTest, ADamagedArtifactIsRefusedWithBothHashes) {
  ASSERT_EQ(RunIt({Arguments()[0], Arguments()[1], "--seeds=1"}).code, 0);
  for (const auto& entry : std::filesystem::directory_iterator(out_.path() / "artifacts")) {
    if (entry.path().filename().string().starts_with("teacher"))
      WriteText(entry.path() / "content", "damaged\n");
  }
  const Ended ended = RunIt(Arguments());
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.text, AllOf(HasSubstr("content is not as it was made: SHA-256 "), HasSubstr("found "),
                                HasSubstr("remove the folder")));
}

}  // namespace
}  // namespace retable::faults
