// Where a program looks for the files that belong to it, and what it says when they are not there.
#include "reports/runfiles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace retable::reports {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

TEST(Runfiles, AreFoundWhereBazelSaysTheyAre) {
  const fs::path folder = fs::path(testing::TempDir()) / "of_another_program";
  fs::create_directories(folder / "web");
  std::ofstream(folder / "web/a.js") << "1";
  setenv("RUNFILES_DIR", folder.c_str(), 1);
  EXPECT_EQ(FindRunfile("web/a.js"), folder / "web/a.js");
}

TEST(Runfiles, SaysWhatIsMissingAndWhereItLooked) {
  setenv("RUNFILES_DIR", "/nowhere", 1);
  try {
    FindRunfile("web/none.js");
    FAIL() << "found a file that is not there";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("web/none.js"), HasSubstr("/nowhere"), HasSubstr("bazel run")));
  }
}

}  // namespace
}  // namespace retable::reports
