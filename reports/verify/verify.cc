#include "reports/verify/verify.h"

#include <algorithm>
#include <fstream>
#include <set>

#include "reports/verify/ledger_checks.h"
#include "reports/verify/report_checks.h"
#include "suites/preregistration.h"
#include "suites/suites.h"

namespace retable::reports::verify {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::vector<std::string> PreregistrationFindings(const suites::Table& table, const suites::Scale& scale,
                                                 const fs::path& results) {
  const auto records = suites::ReadPreregistrations(results, table.id, scale.id);
  if (records.empty()) return {"its claims were not preregistered"};
  std::vector<std::string> findings;
  for (const std::string& change : suites::ChangesSince(records.back(), table, scale)) {
    findings.push_back("not as preregistered: " + change);
  }
  return findings;
}

// Published results have a report of every table whose arms all have a run; an --out folder, which tables share, of those asked for.
enum class Missing { kIsAFinding, kIsFine };

// Adds what the report of that table says against these runs, where there is a report or a run.
void VerifyFile(const suites::Table& table, const suites::Scale& scale, const fs::path& results,
                const fs::path& file, const std::vector<RawRun>& runs, Missing missing,
                Verification& verification) {
  if (!fs::exists(file)) {
    if (missing == Missing::kIsFine) return;
    std::set<std::string> arms;
    for (const auto& [place, run] : PlaceRuns(table, scale, runs)) {
      if (run != nullptr) arms.insert(place.arm);
    }
    const bool was_run = std::all_of(table.arms.begin(), table.arms.end(),
                                     [&](const suites::Arm& arm) { return arms.contains(arm.id); });
    if (was_run) verification.findings.push_back(file.string() + " is missing, though there are runs of it");
    return;
  }
  std::ifstream stream(file);
  const json report = json::parse(stream, nullptr, /*allow_exceptions=*/false);
  if (report.is_discarded()) {
    verification.findings.push_back(file.string() + " is no JSON");
    return;
  }
  VerifyReport(table, scale, results, runs, report, verification);
}

// A folder with neither runs nor reports is no scale; reports without runs are to be found out.
bool IsScale(const fs::path& folder) {
  const fs::directory_iterator entries(folder);
  return std::any_of(begin(entries), end(entries), [](const fs::directory_entry& entry) {
    return entry.path().extension() == ".jsonl" || entry.path().filename() == "reports";
  });
}

std::vector<RawRun> ReadRuns(const fs::path& folder, Verification& verification) {
  std::vector<RawRun> runs = ReadRawRuns(folder, verification.findings);
  for (const std::string& finding : ReplayFindings(runs)) verification.findings.push_back(finding);
  verification.runs += static_cast<int>(runs.size());
  return runs;
}

}  // namespace

void VerifyReport(const suites::Table& table, const suites::Scale& scale, const fs::path& results,
                  const std::vector<RawRun>& runs, const json& report, Verification& verification) {
  const PlacedRuns placed = PlaceRuns(table, scale, runs);
  const Recomputed numbers = Recompute(table, scale, placed);
  NumberChecks checks(report, table.id + ", scale " + scale.id);
  for (const auto& found : {GridFindings(placed), LedgerFindings(placed), ThresholdFindings(placed, numbers),
                            PreregistrationFindings(table, scale, results)}) {
    for (const std::string& finding : found) checks.Find(finding);
  }
  const Grounds grounds{table, scale, placed, numbers};
  try {
    CheckArms(grounds, checks);
    CheckMeasures(grounds, checks);
    CheckClaims(grounds, checks);
    CheckScreen(grounds, checks);
    CheckRuns(grounds, checks);
    checks.RequireAllChecked();
  } catch (const json::exception& error) {
    checks.Find(std::string("the report is not laid out as it should be: ") + error.what());
  }
  verification.findings.insert(verification.findings.end(), checks.findings().begin(),
                               checks.findings().end());
  verification.numbers += checks.checked();
  ++verification.reports;
}

Verification VerifyPublished(const fs::path& results) {
  Verification verification;
  std::set<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(results)) {
    if (entry.is_directory() && IsScale(entry)) folders.insert(entry.path());
  }
  for (const fs::path& folder : folders) {
    const std::vector<RawRun> runs = ReadRuns(folder, verification);
    for (const suites::Table& table : suites::Tables()) {
      for (const suites::Scale& scale : table.scales) {
        if (scale.id != folder.filename()) continue;
        VerifyFile(table, scale, folder, folder / "reports" / (table.id + ".json"), runs,
                   Missing::kIsAFinding, verification);
      }
    }
  }
  return verification;
}

Verification VerifyOut(const fs::path& out) {
  Verification verification;
  const fs::path results = out / "results";
  const std::vector<RawRun> runs = ReadRuns(results, verification);
  for (const suites::Table& table : suites::Tables()) {
    for (const suites::Scale& scale : table.scales) {
      const fs::path file = out / "reports" / scale.id / (table.id + ".json");
      VerifyFile(table, scale, results, file, runs, Missing::kIsFine, verification);
    }
  }
  return verification;
}

}  // namespace retable::reports::verify
