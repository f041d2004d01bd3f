// The committed reports hold by a second path; and what is altered, in results, reports or claims, is found
// and named.
#include "reports/verify/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "data/sha256.h"
#include "reports/json.h"
#include "reports/page.h"
#include "reports/verify/places.h"
#include "suites/injection/patterns.h"
#include "suites/injection/rules.h"
#include "suites/preregistration.h"
#include "tests/faults/folder.h"
#include "tests/reports/synthetic.h"
#include "tests/reports/verify/resealed.h"
#include "training/files.h"
#include "training/result_line.h"

namespace retable::reports::verify {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;

std::string Replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

// A copy of the committed results that can be altered.
class Copy {
 public:
  Copy() {
    fs::copy("results/desk", folder_.path() / "desk", fs::copy_options::recursive);
    // Copies of links into the source tree are links; these are to be written to.
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
      if (!entry.is_symlink()) continue;
      const std::string content = training::ReadFile(entry.path());
      fs::remove(entry.path());
      training::WriteFileAtomically(entry.path(), content);
    }
  }

  std::string Read(const std::string& file) const {
    return training::ReadFile(folder_.path() / "desk" / file);
  }
  void Write(const std::string& file, const std::string& content) const {
    training::WriteFileAtomically(folder_.path() / "desk" / file, content);
  }
  std::vector<std::string> Lines() const {
    std::istringstream text(Read("results.jsonl"));
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
  }
  void WriteLines(const std::vector<std::string>& lines) const {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    Write("results.jsonl", text);
  }
  std::vector<std::string> Findings() const { return VerifyPublished(folder_.path()).findings; }

 private:
  faults::Folder folder_;
};

TEST(Verify, TheCommittedReportsHold) {
  const Verification verification = VerifyPublished("results");
  for (const std::string& finding : verification.findings) ADD_FAILURE() << finding;
  std::cout << verification.reports << " reports, " << verification.runs << " runs, " << verification.numbers
            << " numbers\n";
  EXPECT_GE(verification.reports, 2);
  EXPECT_GE(verification.runs, 300);
  EXPECT_GE(verification.numbers, 2000);
}

TEST(Verify, NamesTheLineOfAnAlteredResult) {
  const Copy copy;
  std::vector<std::string> lines = copy.Lines();
  const std::string loss = "\"curve\":[[0,6.";
  const auto training = std::find_if(lines.begin(), lines.end(), [&](const std::string& line) {
    return line.find(loss) != std::string::npos;
  });
  ASSERT_NE(training, lines.end());
  *training = Replaced(*training, loss, "\"curve\":[[0,7.");
  copy.WriteLines(lines);
  const std::string line = "line " + std::to_string(training - lines.begin() + 1);
  EXPECT_THAT(copy.Findings(),
              Contains(HasSubstr("results.jsonl " + line + " is no stored run: its checksum")));
}

TEST(Verify, NamesTheLineOfAResealedResult) {
  const Copy copy;
  std::vector<std::string> lines = copy.Lines();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    json run = json::parse(lines[i]);
    if (run["recipe"]["injection"].is_null() || run["recipe"]["injection"]["pattern"] != "real_attention")
      continue;
    for (json& point : run["curve"]) point[1] = point[1].get<double>() - 0.01;
    lines[i] = Resealed(run);
    copy.WriteLines(lines);
    EXPECT_THAT(copy.Findings(),
                Contains(AllOf(HasSubstr("results.jsonl line " + std::to_string(i + 1) + ")"),
                               HasSubstr("final_loss"), HasSubstr("and the runs give"))));
    return;
  }
  FAIL() << "no run of real attention";
}

TEST(Verify, FindsAMissingRun) {
  const Copy copy;
  std::vector<std::string> lines = copy.Lines();
  lines.erase(lines.begin() + 40);
  copy.WriteLines(lines);
  EXPECT_THAT(copy.Findings(), Contains(HasSubstr("was not run")));
}

// One run of an arm in the name of another: its curve, its ledger, but the other's key.
TEST(Verify, FindsAReplayedRun) {
  const Copy copy;
  std::vector<std::string> lines = copy.Lines();
  json first, second;
  std::size_t at = 0;
  for (std::size_t i = 0; i < lines.size() && second.is_null(); ++i) {
    const json run = json::parse(lines[i]);
    if (run["recipe"]["injection"].is_null() || run["recipe"]["injection"]["pattern"] != "uniform") continue;
    if (first.is_null()) {
      first = run;
    } else {
      second = run;
      at = i;
    }
  }
  second["curve"] = first["curve"];
  lines[at] = Resealed(second);
  copy.WriteLines(lines);
  EXPECT_THAT(copy.Findings(),
              Contains(AllOf(HasSubstr("have one trajectory"), HasSubstr("line " + std::to_string(at + 1)))));
}

// The second is of another table or mode: no table's grid would set the two side by side.
TEST(Verify, FindsAReplayAcrossTables) {
  const Copy copy;
  std::vector<std::string> lines = copy.Lines();
  json first, second;
  std::size_t at = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const json run = json::parse(lines[i]);
    const json& injection = run["recipe"]["injection"];
    if (injection.is_null()) continue;
    if (first.is_null() && injection["pattern"] == "real_attention") first = run;
    if (second.is_null() && injection["pattern"] == "induction") {
      second = run;
      at = i;
    }
  }
  ASSERT_FALSE(first.is_null() || second.is_null());
  second["curve"] = first["curve"];
  lines[at] = Resealed(second);
  copy.WriteLines(lines);
  EXPECT_THAT(copy.Findings(),
              Contains(AllOf(HasSubstr("have one trajectory"), HasSubstr("line " + std::to_string(at + 1)))));
}

TEST(Verify, NamesAResealedLineWithoutItsLedgerOrItsCurvesEnd) {
  const Copy copy;
  std::vector<std::string> lines = copy.Lines();
  json run = json::parse(lines[5]);
  run.erase("ledger");
  lines[5] = Resealed(run);
  run = json::parse(lines[6]);
  run["curve"].erase(run["curve"].size() - 1);
  lines[6] = Resealed(run);
  copy.WriteLines(lines);
  EXPECT_THAT(copy.Findings(), Contains(HasSubstr("line 6 is no stored run: it has no ledger")));
  EXPECT_THAT(copy.Findings(), Contains(HasSubstr("line 7 is no stored run: its curve ends too early")));
}

TEST(Verify, FindsOneRunWithTwoMeasurements) {
  const Copy copy;
  std::vector<std::string> lines = copy.Lines();
  json run = json::parse(lines[5]);
  run["ledger"]["final_weights"] = std::string(64, 'a');
  lines.push_back(Resealed(run));
  copy.WriteLines(lines);
  EXPECT_THAT(copy.Findings(),
              Contains(HasSubstr("line 6 and results.jsonl line " + std::to_string(lines.size()) +
                                 " are one run with two measurements")));
}

TEST(PlaceRuns, PassesOverARunOfAnotherModeOrTrainer) {
  const suites::Table table = suites::injection::Patterns();
  const suites::Scale& scale = suites::FindScale(table, "desk");
  std::vector<std::string> findings;
  const std::vector<RawRun> runs = ReadRawRuns("results/desk", findings);
  for (RawRun run : runs) {
    if (run.json["recipe"]["injection"].is_null() || run.json["recipe"]["injection"]["pattern"] != "uniform")
      continue;
    const auto placed = [&] {
      const PlacedRuns grid = PlaceRuns(table, scale, {run});
      return std::any_of(grid.begin(), grid.end(), [](const auto& one) { return one.second != nullptr; });
    };
    EXPECT_TRUE(placed());
    run.json["recipe"]["injection"]["mode"] = "bias";
    EXPECT_FALSE(placed());
    run.json["recipe"]["injection"].erase("mode");
    run.json["trainer"] = "language_model/2";
    EXPECT_FALSE(placed());
    return;
  }
  FAIL() << "no uniform run";
}

TEST(Verify, FindsANumberAlteredInASentence) {
  const Copy copy;
  json report = json::parse(copy.Read("reports/injection/patterns.json"));
  for (json& section : report["sections"]) {
    if (section["id"] != "claims") continue;
    section["items"][0] =
        Replaced(section["items"][0].get<std::string>(), "12 of 12 heads", "12 of 120 heads");
  }
  copy.Write("reports/injection/patterns.json", report.dump());
  EXPECT_THAT(copy.Findings(), Contains(HasSubstr("claims, item 1 does not say '12 of 12 heads'")));
}

TEST(Verify, FindsASeedThatDecidedNothing) {
  const Copy copy;
  std::vector<std::string> lines = copy.Lines();
  json run = json::parse(lines[5]);
  run["ledger"]["initial_weights"] = std::string(64, 'a');
  lines[5] = Resealed(run);
  copy.WriteLines(lines);
  EXPECT_THAT(copy.Findings(),
              Contains(AllOf(HasSubstr("must share their initial weights and do not"), HasSubstr("line 6"))));
}

TEST(Verify, FindsANumberAlteredInAReport) {
  const Copy copy;
  json report = json::parse(copy.Read("reports/injection/patterns.json"));
  for (json& section : report["sections"]) {
    if (section["id"] == "tests") section["rows"][1]["p_holm"] = 0.04;
  }
  copy.Write("reports/injection/patterns.json", report.dump());
  EXPECT_THAT(copy.Findings(),
              testing::ElementsAre(HasSubstr(
                  "injection/patterns, scale desk: tests, row 2, p_holm is 0.04 and the runs give")));
}

TEST(Verify, FindsAVerdictAlteredInAReport) {
  const Copy copy;
  const std::string file = "reports/injection/rules.json";
  copy.Write(file, Replaced(copy.Read(file), "\"verdict\": \"inconclusive\"", "\"verdict\": \"confirmed\""));
  EXPECT_THAT(copy.Findings(),
              Contains(HasSubstr("verdict is \"confirmed\" and should be \"inconclusive\"")));
}

TEST(Verify, FindsANumberThatItCannotRecompute) {
  const Copy copy;
  json report = json::parse(copy.Read("reports/injection/patterns.json"));
  report["sections"][2]["rows"][0]["invented"] = 3.5;
  copy.Write("reports/injection/patterns.json", report.dump());
  EXPECT_THAT(copy.Findings(), testing::ElementsAre(HasSubstr("invented has no second path")));
}

TEST(Verify, FindsClaimsThatAreNotThePreregisteredOnes) {
  const Copy copy;
  const std::string file = "preregistrations/injection/rules.desk.json";
  json records = json::parse(copy.Read(file));
  json& record = records["records"].back();  // what an amendment says counts
  json& claim = record["content"]["claims"][0];
  claim["alpha"] = 0.01;
  claim.erase("sha256");
  claim["sha256"] = data::Sha256Hex(claim.dump());
  record["sha256"] = data::Sha256Hex(record["content"].dump());
  copy.Write(file, records.dump(2));
  EXPECT_THAT(copy.Findings(),
              Contains(HasSubstr("claim induction_beats_shuffled alpha was 0.01 and is 0.05")));
}

TEST(Verify, FindsResultsWithoutTheirReport) {
  const Copy copy;
  copy.Write("reports/injection/rules.json", "{");
  EXPECT_THAT(copy.Findings(), Contains(HasSubstr("rules.json is no JSON")));
}

// Missing, failed, censored and broken runs: what a report says in words has no number by the second path
// either.
TEST(Verify, HoldsForReportsOfDamagedGrids) {
  for (suites::Table table : {suites::injection::Patterns(), suites::injection::Rules()}) {
    table = WithSyntheticScale(table);
    const suites::Scale& scale = table.scales.front();
    const Results results = GoldenResults(table);
    std::vector<RawRun> runs;
    for (const auto& [key, result] : results) {
      runs.push_back({.place = "line " + std::to_string(runs.size() + 1),
                      .json = json::parse(training::ToLine(result))});
    }
    const faults::Folder folder;
    const fs::path& here = folder.path();
    suites::PreregisterIn(here, table, scale, suites::Preregister(table, scale, "abc"));
    const Report report = MakeReport(table, scale, LookupIn(results));
    Verification verification;
    VerifyReport(table, scale, here, runs, json::parse(Json(report.page)), verification);
    EXPECT_GT(verification.numbers, 500);
    EXPECT_THAT(verification.findings,
                Each(testing::AnyOf(HasSubstr("was not run"), HasSubstr("was broken by the machine"),
                                    // Made-up thresholds come from no calibration run.
                                    HasSubstr("carries other thresholds"))));
  }
}

// Too few heads for a verdict by ranks, and yet Student's t has one: nothing is fragile.
TEST(Verify, HoldsForTwoHeads) {
  suites::Table table = WithSyntheticScale(suites::injection::Patterns());
  table.scales.front().blocks.resize(2);
  const suites::Scale& scale = table.scales.front();
  const Results results =
      SyntheticResults(table, scale, [&](const suites::Cell& cell) { return PaperLikeSpeed(table, cell); });
  std::vector<RawRun> runs;
  for (const auto& [key, result] : results) {
    runs.push_back({.place = key, .json = json::parse(training::ToLine(result))});
  }
  const faults::Folder folder;
  const Report report = MakeReport(table, scale, LookupIn(results));
  Verification verification;
  VerifyReport(table, scale, folder.path(), runs, json::parse(Json(report.page)), verification);
  EXPECT_THAT(verification.findings, Each(testing::AnyOf(HasSubstr("carries other thresholds"),
                                                         HasSubstr("were not preregistered"))));
}

}  // namespace
}  // namespace retable::reports::verify
