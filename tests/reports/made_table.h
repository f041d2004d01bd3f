// A table whose every response is given, for claims of every form at numbers that can be worked out by hand.
//
// Blocks are the heads 0.0, 0.1, 1.0, 1.1, ... of a model with two heads a layer. Speedups come from baselines and runs
// that cross their one threshold at given steps, so that a run of speedup s is as fast as written; what is not given was
// not run.
#ifndef RETABLE_TESTS_REPORTS_MADE_TABLE_H_
#define RETABLE_TESTS_REPORTS_MADE_TABLE_H_

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "reports/evidence.h"
#include "tests/reports/synthetic.h"

namespace retable::reports {

class MadeTable {
 public:
  // So many heads, seeds 1, 2, ..., and baselines a seed that all take the same steps.
  MadeTable(int heads, int seeds, int baselines);

  suites::Table& table() { return table_; }
  suites::Scale& scale() { return table_.scales.front(); }

  // An arm of pattern "uniform" that measures what is asked; each needs a share of its own to be another recipe.
  void AddArm(const std::string& id, suites::Measured measured, bool is_bias = false);
  // An arm that holds programs of these names.
  void AddLibrary(const std::string& id, const std::vector<std::string>& programs);

  // The speedup of every seed in each block, in their order; kCensored never gets there, kMissing was not run.
  static constexpr double kCensored = -2;
  static constexpr double kMissing = -3;
  void SetSpeedups(const std::string& arm, const std::vector<double>& blocks);
  void SetSpeedup(const std::string& arm, const std::string& block, int seed, double speedup);
  // A baseline's speedup against one that takes the plain steps.
  void SetBaseline(int seed, int replicate, double speedup);
  // A metric of what the arm's runs measure in each block; kMissing leaves it out.
  void SetMeasure(const std::string& arm, suites::Quantity quantity, const std::vector<double>& blocks);

  Results results() const;
  ClaimEvidence Weigh() const;  // the table's first claim
  Evidence WeighAll() const;
  Responses Measured() const;  // of results that it keeps

 private:
  using Place = std::tuple<std::string, std::string, std::uint64_t, int>;
  suites::Table table_;
  std::map<Place, double> speedups_;
  std::map<std::tuple<std::string, std::string, std::string>, double> measures_;  // arm, block, metric
  mutable std::vector<CellRun> runs_;
};

}  // namespace retable::reports

#endif  // RETABLE_TESTS_REPORTS_MADE_TABLE_H_
