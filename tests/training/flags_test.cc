#include "training/flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include "tests/training/sample_result.h"

namespace retable::training {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Flags Parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "program");
  return ParseFlags(static_cast<int>(arguments.size()), arguments.data());
}

TEST(FlagsTest, EveryFlagIsRead) {
  const Flags flags =
      Parse({"--table=injection/patterns", "--scale=paper", "--out=/tmp/x", "--blocks=1.0,2.1", "--seeds=1,2",
             "--program=all(id[-1] = query.id)", "--patterns=/x/p.safetensors", "--device=cuda",
             "--workers=3", "--dry-run", "--list", "--help"});
  EXPECT_EQ(flags.table, "injection/patterns");
  EXPECT_EQ(flags.scale, "paper");
  EXPECT_EQ(flags.out, "/tmp/x");
  EXPECT_THAT(flags.blocks, ElementsAre("1.0", "2.1"));
  EXPECT_THAT(flags.seeds, ElementsAre(1u, 2u));
  EXPECT_EQ(flags.program, "all(id[-1] = query.id)");
  EXPECT_EQ(flags.patterns, "/x/p.safetensors");
  EXPECT_EQ(flags.device, "cuda");
  EXPECT_EQ(flags.workers, 3);
  EXPECT_TRUE(flags.dry_run && flags.list && flags.help);
}

TEST(FlagsTest, FoldersAreThoseOfTheUserUnderBazelToo) {
  setenv("BUILD_WORKSPACE_DIRECTORY", "/checkout", 1);
  setenv("BUILD_WORKING_DIRECTORY", "/checkout/docs", 1);
  EXPECT_EQ(Parse({}).out, "/checkout/out");
  EXPECT_EQ(Parse({"--out=mine"}).out, "/checkout/docs/mine");
  unsetenv("BUILD_WORKSPACE_DIRECTORY");
  unsetenv("BUILD_WORKING_DIRECTORY");
  EXPECT_EQ(Parse({}).out, std::filesystem::current_path() / "out");
}

TEST(FlagsTest, DefaultsAreDeskOnTheCpuWithAWorkerACore) {
  const Flags flags = Parse({});
  EXPECT_EQ(flags.scale, "desk");
  EXPECT_EQ(flags.device, "cpu");
  EXPECT_GE(flags.workers, 1);
  EXPECT_EQ(Parse({"--device=cuda"}).workers, 1);
}

TEST(FlagsTest, WhatCannotBeFollowedIsRefusedInASentence) {
  EXPECT_THAT(MessageOf([] { Parse({"--tabel=x"}); }),
              HasSubstr("no flag is called '--tabel'; did you mean '--table'?"));
  EXPECT_THAT(MessageOf([] { Parse({"table"}); }), HasSubstr("no flag is called 'table'"));
  EXPECT_THAT(MessageOf([] { Parse({"--table"}); }), HasSubstr("--table needs a value: write --table=ID"));
  EXPECT_THAT(MessageOf([] { Parse({"--table=a", "--table=b"}); }), HasSubstr("--table is given twice"));
  EXPECT_THAT(MessageOf([] { Parse({"--dry-run=2"}); }), HasSubstr("--dry-run is a switch"));
  EXPECT_THAT(MessageOf([] { Parse({"--seeds=1,x"}); }),
              HasSubstr("--seeds takes whole numbers from 0 up, not 'x'"));
  EXPECT_THAT(MessageOf([] { Parse({"--workers=5000"}); }), HasSubstr("more than 1024"));
  EXPECT_THAT(MessageOf([] { Parse({"--out="}); }), HasSubstr("--out takes a folder"));
  EXPECT_THAT(MessageOf([] { Parse({"--program="}); }), HasSubstr("--program takes a program, as in"));
  EXPECT_THAT(MessageOf([] { Parse({"--patterns="}); }), HasSubstr("--patterns takes a file, as in"));
}

TEST(FlagsTest, HelpNamesEveryFlag) {
  Flags flags;
  const std::vector<FlagRow> rows = FlagRows(flags);
  const std::string help = HelpText("Purpose.", rows);
  for (const FlagRow& row : rows) EXPECT_THAT(help, HasSubstr("--" + row.name));
}

TEST(FlagsTest, ANearMissIsSuggestedAndAFarOneIsNot) {
  EXPECT_EQ(
      UnknownValue("table", "injection/patern", {"injection/patterns", "injection/rules"}),
      "no table is called 'injection/patern'; did you mean 'injection/patterns'? valid: injection/patterns, "
      "injection/rules");
  EXPECT_EQ(UnknownValue("scale", "gigantic", {"smoke", "desk"}),
            "no scale is called 'gigantic'; valid: smoke, desk");
}

TEST(FlagsTest, TheCommandLineCanBeTypedAgain) {
  const char* arguments[] = {"program", "--table=a/b", "--out=two words"};
  EXPECT_EQ(CommandLine(3, arguments), "--table=a/b '--out=two words'");
}

}  // namespace
}  // namespace retable::training
