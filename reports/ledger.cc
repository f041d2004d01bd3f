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

// No two runs end with the same weights, except arms of one block and seed.
class FinalWeights {
 public:
  void Add(const suites::Cell& cell, const std::string& hash, const std::string& run, Violations& violations) {
    const auto place = std::tuple(cell.block, cell.seed, cell.replicate);
    const auto [owner, is_new] = of_hash_.try_emplace(hash, place, run);
    if (is_new || owner->second.first == place) return;
    violations.push_back(run + " and " + owner->second.second + " have the same final weights and must not.");
  }

 private:
  using Place = std::tuple<std::string, std::uint64_t, int>;
  std::map<std::string, std::pair<Place, std::string>> of_hash_;  // -> place, first run
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
  // By place: arms of one block and seed may share a run, or inject the same matrices in other words.
  FinalWeights final_weights;
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
    final_weights.Add(cell, ledger.final_weights, name, violations);
  }
  CheckThresholds(runs, violations);
  return violations;
}

}  // namespace retable::reports
