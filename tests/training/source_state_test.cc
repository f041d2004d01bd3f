#include "training/source_state.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "tests/faults/folder.h"

namespace retable::training {
namespace {

TEST(SourceStateTest, OutsideACheckoutTheCommitIsUnknown) {
  const faults::Folder folder;
  const SourceState state = ReadSourceState(folder.path());
  EXPECT_EQ(state.commit, "unknown");
  EXPECT_FALSE(state.dirty);
}

TEST(SourceStateTest, ACheckoutSaysItsCommitAndWhetherSomethingIsUncommitted) {
  const faults::Folder folder;
  const std::string git = "git -C '" + folder.path().string() + "' -c user.name=a -c user.email=a@b ";
  if (std::system((git + "init -q && " + git + "commit -q --allow-empty -m first").c_str()) != 0) {
    GTEST_SKIP() << "no git here";
  }
  const SourceState clean = ReadSourceState(folder.path());
  EXPECT_EQ(clean.commit.size(), 40u);
  EXPECT_FALSE(clean.dirty);
  std::ofstream(folder.path() / "file") << "new\n";
  EXPECT_TRUE(ReadSourceState(folder.path()).dirty);
}

}  // namespace
}  // namespace retable::training
