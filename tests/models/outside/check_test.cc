// The program //models/outside:check: exit codes, the table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "tests/faults/folder.h"

namespace retable::models::outside {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

struct Ended {
  int code = -1;
  std::string output;  // both streams
};

Ended Check(const std::string& arguments) {
  const std::string command = "models/outside/check " + arguments + " 2>&1";
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  Ended ended;
  char piece[4096];
  for (std::size_t count; (count = fread(piece, 1, sizeof piece, pipe)) > 0;)
    ended.output.append(piece, count);
  const int status = pclose(pipe);
  ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return ended;
}

TEST(Check, IsContentWithGoodPrograms) {
  const Ended ended = Check("tests/testdata/outside/good.py");
  EXPECT_EQ(ended.code, 0) << ended.output;
  EXPECT_THAT(ended.output, ContainsRegex("previous_token:9 +ok +no +no +0\\.000 +3/"));
  EXPECT_THAT(ended.output, HasSubstr("6 of 6 programs accepted and unmarked, on 3 documents"));
  EXPECT_THAT(ended.output, HasSubstr("sandbox: limits yes"));
}

TEST(Check, TellsMarkedProgramsByItsExitCode) {
  const faults::Folder folder;
  std::ofstream(folder.path() / "documents.txt") << "the cat saw the cat. The end\n\na b c a\n";
  const Ended ended =
      Check("tests/testdata/outside/marked.py --documents=" + (folder.path() / "documents.txt").string());
  EXPECT_EQ(ended.code, 1) << ended.output;
  EXPECT_THAT(ended.output, ContainsRegex("leaks_ahead:[0-9]+ +ok +1\\.0000 +no"));
  EXPECT_THAT(ended.output, ContainsRegex("unseeded:[0-9]+ +ok +not measured +0\\.[0-9]+"));
  EXPECT_THAT(ended.output, HasSubstr("1 of 6 programs accepted and unmarked, on 2 documents"));
}

TEST(Check, SaysWhyAFileIsRefused) {
  const Ended ended = Check("tests/testdata/outside/missing_module.py");
  EXPECT_EQ(ended.code, 1);
  EXPECT_THAT(ended.output,
              HasSubstr("the file is refused: needs the Python module 'a_module_that_nobody_has'"));
}

TEST(Check, RefusesWhatItDoesNotUnderstand) {
  for (const std::string arguments : {"", "--documents=x", "--seconds=0 tests/testdata/outside/good.py",
                                      "--sentences=x tests/testdata/outside/good.py", "a.py b.py",
                                      "absent.py", "tests/testdata/outside/good.py --documents=absent.txt"}) {
    const Ended ended = Check(arguments);
    EXPECT_EQ(ended.code, 2) << arguments << ended.output;
    EXPECT_THAT(ended.output, Not(HasSubstr("terminate")));
    EXPECT_FALSE(ended.output.empty()) << arguments;
  }
}

}  // namespace
}  // namespace retable::models::outside
