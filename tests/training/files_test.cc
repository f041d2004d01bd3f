#include "training/files.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/faults/folder.h"
#include "tests/training/sample_result.h"

namespace retable::training {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(FilesTest, AFullDiskIsSaidInWords) {
  const FileDescriptor full = OpenFile("/dev/full", O_WRONLY);
  EXPECT_THAT(MessageOf([&] { WriteAll(full, "text", "/dev/full"); }),
              AllOf(HasSubstr("cannot write to /dev/full: No space left on device; make room there"),
                    HasSubstr("run the same command again")));
}

TEST(FilesTest, AFileInTheWayOfAFolderIsSaidInWords) {
  const faults::Folder folder;
  WriteFileAtomically(folder.path() / "file", "text");
  EXPECT_THAT(MessageOf([&] { MakeFolder(folder.path() / "file" / "below"); }),
              AllOf(HasSubstr("cannot make the folder"), HasSubstr("something else is in the way")));
}

TEST(FilesTest, AtomicWritesReplaceTheWholeFileAndLeaveNoPart) {
  const faults::Folder folder;
  const std::filesystem::path file = folder.path() / "file";
  WriteFileAtomically(file, "a longer text");
  WriteFileAtomically(file, "text");
  EXPECT_EQ(ReadFile(file), "text");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

}  // namespace
}  // namespace retable::training
