#include "reports/ledger.h"

#include <map>
#include <tuple>

namespace retable::reports {
namespace {

using training::Measurement;
using Violations = std::vector<std::string>;

// The runs that must share a hash carry one label; two labels must not share one.
template <typename Label>
class Column {
 public:
  explicit Column(std::string what) : what_(std::move(what)) {}

  void Add(const Label& label, const std::string& hash, const std::string& run, Violations& violations) {
    const auto [mine, is_first] = of_label_.try_emplace(label, hash, run);
    if (!is_first && mine->second.first != hash) {
      violations.push_back(run + " and " + mine->second.second + " must share their " + what_ +
                           " and do not.");
      return;
    }
    const auto [owner, is_new] = of_hash_.try_emplace(hash, label, run);
    if (!is_new && owner->second.first != label) {
      violations.push_back(run + " and " + owner->second.second + " have the same " + what_ +
                           " and must not.");
    }
  }

 private:
  std::string what_;
  std::map<Label, std::pair<std::string, std::string>> of_label_;  // -> hash, first run
  std::map<std::string, std::pair<Label, std::string>> of_hash_;   // -> label, first run
};

void CheckThresholds(const std::vector<CellRun>& runs, Violations& violations) {
  const CellRun* first = nullptr;
  for (const CellRun& run : runs) {
    if (!run.result || run.result->measurement.thresholds.empty()) continue;
    if (first == nullptr) first = &run;
    if (run.result->measurement.thresholds == first->result->measurement.thresholds) continue;
    violations.push_back(Name(run.cell) + " and " + Name(first->cell) + " have different thresholds.");
  }
}

}  // namespace

std::vector<std::string> LedgerViolations(const std::vector<CellRun>& runs) {
  Violations violations;
  Column<std::uint64_t> initial_weights("initial weights");
  Column<std::pair<std::uint64_t, int>> data_order("data order");
  Column<std::string> final_weights("final weights");  // by key: arms may share a run
  Column<std::uint64_t> teacher("trained teacher");
  for (const auto& [cell, result] : runs) {
    if (!result || result->measurement.failure) continue;
    const std::string name = Name(cell);
    const training::Ledger& ledger = result->measurement.ledger;
    if (!IsTraining(cell)) {
      teacher.Add(cell.seed, ledger.initial_weights, name, violations);
      continue;
    }
    initial_weights.Add(cell.seed, ledger.initial_weights, name, violations);
    data_order.Add({cell.seed, cell.replicate}, ledger.data_order, name, violations);
    final_weights.Add(training::Key(cell.run), ledger.final_weights, name, violations);
  }
  CheckThresholds(runs, violations);
  return violations;
}

}  // namespace retable::reports
