#include "reports/compare_sources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "suites/suites.h"
#include "tests/reports/synthetic.h"
#include "training/choice.h"
#include "training/files.h"
#include "training/flags.h"
#include "training/result_line.h"

namespace retable::reports {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class CompareSourcesTest : public testing::Test {
 protected:
  CompareSourcesTest() {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "temporary");
    setenv("TMPDIR", (folder_ / "temporary").c_str(), /*overwrite=*/1);
  }

  // Lines of a table's runs, their recipes as `change` leaves them.
  static std::string Lines(
      const std::string& scale_id,
      const std::function<void(suites::Scale&)>& change = [](suites::Scale&) {}) {
    const suites::Table& table = suites::FindTable("injection/rules");
    suites::Scale scale = suites::FindScale(table, scale_id);
    change(scale);
    std::string lines;
    for (const suites::Cell& cell : suites::Cells(table, scale)) {
      suites::Scale longer = scale;
      longer.student.steps = 400;  // what SyntheticResult's curve is made for
      lines += training::ToLine(SyntheticResult(cell, longer, PaperLikeSpeed(table, cell))) + "\n";
    }
    return lines;
  }

  fs::path Write(const std::string& name, const std::string& lines) const {
    const fs::path file = folder_ / name;
    fs::create_directories(file.parent_path());
    training::WriteFileAtomically(file, lines);
    return file;
  }

  static SourceName Parse(const std::string& typed) { return ParseSource(typed, suites::Tables()); }
  static const std::set<std::string>& Wanted() {
    static const auto& keys = *new std::set<std::string>(training::AllKeys(suites::Tables()));
    return keys;
  }

  static std::string ErrorOf(const std::function<void()>& action) {
    try {
      action();
    } catch (const std::exception& error) {
      return error.what();
    }
    return "";
  }

  static int LinkFolders() {
    const fs::directory_iterator entries(fs::temp_directory_path());
    return static_cast<int>(std::distance(begin(entries), end(entries)));
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / "compare_sources";
};

TEST_F(CompareSourcesTest, AScaleStandsBehindThePath) {
  const SourceName name = Parse("out@smoke");
  EXPECT_EQ(name.typed, "out");
  EXPECT_EQ(name.scale, "smoke");
  EXPECT_EQ(name.path.filename(), "out");
  EXPECT_EQ(Parse("out").scale, "");
  EXPECT_THAT(ErrorOf([] { Parse("out@smok"); }), HasSubstr("did you mean 'smoke'"));
}

TEST_F(CompareSourcesTest, APathThatIsThereIsTakenWhole) {
  fs::create_directories(folder_ / "me@lab");
  EXPECT_EQ(Parse((folder_ / "me@lab").string()).path, folder_ / "me@lab");
  EXPECT_EQ(Parse((folder_ / "me@lab@smoke").string()).scale, "smoke");
}

TEST_F(CompareSourcesTest, FoldersAndFilesAreOpened) {
  const std::string lines = Lines("smoke");
  Write("out/results/one.jsonl", lines);
  Write("plain/one.jsonl", lines);
  const Source out(Parse((folder_ / "out").string()), Wanted());
  const Source plain(Parse((folder_ / "plain").string()), Wanted());
  EXPECT_GT(out.store().size(), 0u);
  EXPECT_EQ(plain.store().size(), out.store().size());
}

TEST_F(CompareSourcesTest, OfAFileNothingBesideItIsReadAndNothingIsLeft) {
  const std::string lines = Lines("smoke");
  const std::string first = lines.substr(0, lines.find('\n') + 1);
  const fs::path file = Write("plain/one.jsonl", first);
  Write("plain/two.jsonl", lines);
  const int before = LinkFolders();
  {
    const Source source(Parse(file.string()), Wanted());
    EXPECT_EQ(source.store().size(), 1u);
    EXPECT_EQ(LinkFolders(), before + 1);
  }
  EXPECT_EQ(LinkFolders(), before);
  EXPECT_TRUE(fs::exists(file));
}

TEST_F(CompareSourcesTest, ARefusedLineIsNamedByTheUsersPath) {
  std::string lines = Lines("smoke");
  const std::size_t seed = lines.find("\"threads\":1");
  lines.replace(seed, 11, "\"threads\":2");
  const fs::path file = Write("one.jsonl", lines);
  EXPECT_THAT(ErrorOf([&] { Source(Parse(file.string()), Wanted()); }),
              AllOf(HasSubstr(file.string()), Not(HasSubstr("temporary"))));
}

TEST_F(CompareSourcesTest, WhatHoldsNoResultsIsRefused) {
  const std::string nothing = (folder_ / "nothing").string();
  EXPECT_THAT(ErrorOf([&] { Source(Parse(nothing), Wanted()); }), HasSubstr("nothing at " + nothing));
  EXPECT_THAT(ErrorOf([&] { Source(Parse(folder_.string()), Wanted()); }),
              HasSubstr("no results in " + folder_.string()));
}

TEST_F(CompareSourcesTest, AChangedRecipeIsTheReasonThatARunIsLacking) {
  Write("old/old.jsonl",
        Lines("smoke", [](suites::Scale& scale) { scale.student.optimizer.learning_rate = 0.5; }));
  const Source old(Parse((folder_ / "old").string()), Wanted());
  const suites::Table& table = suites::FindTable("injection/rules");
  const suites::Scale& smoke = suites::FindScale(table, "smoke");
  const ComparedSet set = old.AtScale(smoke);
  const suites::Cell cell = suites::Cells(table, smoke).front();
  EXPECT_FALSE(set.lookup(training::Key(cell.run)));
  EXPECT_THAT(set.why_lacking(cell.run),
              HasSubstr("recipe changed: language_model.optimizer.learning_rate 0.5 -> "));
}

TEST_F(CompareSourcesTest, EveryTableAndScaleThatBothHaveIsCompared) {
  const std::string smoke = Write("smoke.jsonl", Lines("smoke")).string();
  const std::string both = Write("both.jsonl", Lines("smoke") + Lines("desk")).string();
  const Source a(Parse(smoke), Wanted()), b(Parse(both), Wanted());
  const std::vector<Pairing> pairings = InCommon(suites::Tables(), a, b);
  // All arms of the interpolation are arms of the rules; of other tables some have no run.
  ASSERT_EQ(pairings.size(), 2u);
  EXPECT_EQ(pairings[0].table->id, "injection/interpolation");
  EXPECT_EQ(pairings[1].table->id, "injection/rules");
  for (const Pairing& pairing : pairings) {
    EXPECT_EQ(pairing.scale_a->id, "smoke");
    EXPECT_EQ(pairing.scale_b->id, "smoke");
  }
  EXPECT_EQ(InCommon(suites::Tables(), b, b).size(), 4u);
}

TEST_F(CompareSourcesTest, ScalesThatDifferAreComparedWhereBothAreNamed) {
  const std::string both = Write("both.jsonl", Lines("smoke") + Lines("desk")).string();
  const Source a(Parse(both + "@desk"), Wanted()), b(Parse(both + "@smoke"), Wanted());
  for (const Pairing& pairing : InCommon(suites::Tables(), a, b)) {
    EXPECT_EQ(pairing.scale_a->id, "desk");
    EXPECT_EQ(pairing.scale_b->id, "smoke");
  }
  const Source any(Parse(both), Wanted());
  for (const Pairing& pairing : InCommon(suites::Tables(), a, any)) EXPECT_EQ(pairing.scale_b->id, "desk");
}

TEST_F(CompareSourcesTest, NothingInCommonSaysWhatEitherHas) {
  const Source a(Parse(Write("smoke.jsonl", Lines("smoke")).string()), Wanted());
  const Source b(Parse(Write("desk.jsonl", Lines("desk")).string()), Wanted());
  EXPECT_THAT(ErrorOf([&] { InCommon(suites::Tables(), a, b); }),
              AllOf(HasSubstr("nothing in common: A, "), HasSubstr("injection/rules at smoke"),
                    HasSubstr("injection/rules at desk"), HasSubstr("A@desk B@smoke")));
}

TEST_F(CompareSourcesTest, NothingInCommonNamesTheRecipeFieldThatChanged) {
  const Source a(Parse(Write("smoke.jsonl", Lines("smoke")).string()), Wanted());
  const Source b(
      Parse(
          Write("old.jsonl", Lines("smoke", [](suites::Scale& scale) { scale.student.batch = 7; })).string()),
      Wanted());
  EXPECT_THAT(ErrorOf([&] { InCommon(suites::Tables(), a, b); }),
              AllOf(HasSubstr("none of which a table of this checkout asks for"),
                    HasSubstr("recipe changed: language_model.batch 7 -> ")));
}

}  // namespace
}  // namespace retable::reports
