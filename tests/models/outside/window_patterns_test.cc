#include "models/outside/window_patterns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "data/safetensors.h"
#include "models/outside/matrix_file.h"
#include "tests/faults/folder.h"
#include "tests/models/outside/fixture.h"

namespace retable::models::outside {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

// Two windows: "the cat the cat ran." and "ran.ran.the cat", a token each but for the stop.
constexpr int kLength = 6;
data::Safetensors WindowsFile() {
  data::Safetensors content;
  content.integers["tokens"] = {{2, kLength}, {0, 1, 2, 1, 3, 4, 3, 4, 3, 4, 2, 1}};
  content.metadata = {{"text", "{\"dataset\":\"none\"}"}, {"pieces", R"(["the","Ġcat","Ġthe","Ġran","."])"}};
  return content;
}

class WindowPatternsTest : public testing::Test {
 protected:
  Windows Read(const data::Safetensors& content) const {
    data::WriteSafetensors(folder_.path() / "windows.safetensors", content);
    return ReadWindows(folder_.path() / "windows.safetensors");
  }

  WindowPatterns Evaluate(const std::string& file, const std::string& function, Marked marked) const {
    const WindowPatternsOptions options = {.sandbox = Patient(), .marked = marked};
    return EvaluateWindows(ProgramFile(file), function, Read(WindowsFile()), options);
  }

  const faults::Folder folder_;
};

TEST_F(WindowPatternsTest, AWindowReadsAsItsTokens) {
  const Windows windows = Read(WindowsFile());
  EXPECT_EQ(Sentence(WindowDocument(windows, 0)), "the cat the cat ran.");
  EXPECT_EQ(Sentence(WindowDocument(windows, 1)), " ran. ran. the cat");
  EXPECT_EQ(WindowDocument(windows, 1).tokens.size(), 6u);
}

TEST_F(WindowPatternsTest, WhatIsWrittenIsAFileOfPatternsForEveryHead) {
  const Windows windows = Read(WindowsFile());
  const auto to = folder_.path() / "patterns.safetensors";
  WriteWindowPatterns(to, ProgramFile("good.py"), windows,
                      Evaluate("good.py", "induction", Marked::kRefused));
  const MatrixFile file(to, kLength);
  EXPECT_EQ(file.ArrayOf({3, 1}), "all");
  EXPECT_EQ(file.metadata().at("text"), windows.text);
  EXPECT_EQ(file.metadata().at("program"), "good.py:induction");
  EXPECT_FALSE(file.metadata().contains("leaks"));
  // " cat" at 3 looks just after " cat" at 1.
  const std::vector<float> values = file.Matrices("all").values;
  const auto place = file.places().at(WindowKey(windows.tokens.data(), kLength));
  const auto row = values.begin() + (place * kLength + 3) * kLength;
  EXPECT_THAT(std::vector<float>(row, row + kLength), ElementsAre(0, 0, 1, 0, 0, 0));
}

TEST_F(WindowPatternsTest, RowsWithoutMassAreCounted) {
  // Row 0 of each window has no token before it.
  EXPECT_EQ(Evaluate("good.py", "previous_token", Marked::kRefused).empty_rows, 2);
}

TEST_F(WindowPatternsTest, AProgramThatReadsAheadOrIsRandomIsRefusedUnlessAccepted) {
  EXPECT_THAT([&] { Evaluate("marked.py", "leaks_a_little", Marked::kRefused); },
              ThrowsMessage<Refusal>(HasSubstr("it reads ahead")));
  EXPECT_THAT([&] { Evaluate("marked.py", "unseeded", Marked::kRefused); },
              ThrowsMessage<Refusal>(HasSubstr("it is random")));
  WindowPatterns leaking = Evaluate("marked.py", "leaks_a_little", Marked::kAccepted);
  EXPECT_TRUE(leaking.program.Leaks());
  const auto to = folder_.path() / "patterns.safetensors";
  WriteWindowPatterns(to, ProgramFile("marked.py"), Read(WindowsFile()), std::move(leaking));
  EXPECT_TRUE(MatrixFile(to, kLength).metadata().contains("leaks"));
}

TEST_F(WindowPatternsTest, OneProgramOfAFileIsNotHeldAgainstAnother) {
  EXPECT_FALSE(Evaluate("marked.py", "seeded", Marked::kRefused).program.IsRandom());
}

TEST_F(WindowPatternsTest, AnUnknownProgramIsRefusedWithTheFilesOwn) {
  EXPECT_THAT([&] { Evaluate("good.py", "inductoin", Marked::kRefused); },
              ThrowsMessage<std::invalid_argument>(
                  HasSubstr("no program 'inductoin'; it has previous_token, first_token_bias, induction")));
}

TEST_F(WindowPatternsTest, AFileThatTellsNoWordsIsNoFileOfWindows) {
  for (const std::string missing : {"pieces", "text"}) {
    data::Safetensors content = WindowsFile();
    content.metadata.erase(missing);
    EXPECT_THAT([&] { Read(content); }, ThrowsMessage<std::runtime_error>(HasSubstr("\"" + missing + "\"")));
  }
}

}  // namespace
}  // namespace retable::models::outside
