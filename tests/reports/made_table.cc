#include "tests/reports/made_table.h"

#include "models/gpt_shape.h"
#include "reports/labels.h"
#include "reports/responses.h"
#include "training/recipe.h"

namespace retable::reports {
namespace {

using suites::Quantity;
using training::Measurement;

constexpr double kStart = 8, kThreshold = 6;
constexpr double kPlainSteps = 100;  // to the threshold, at speedup 0

// A straight line from the start that crosses the threshold at that step; a censored run stays above it.
Measurement Line(double speedup) {
  Measurement measurement;
  measurement.thresholds = {kThreshold};
  const int last = 400;
  const double crossing = kPlainSteps / (1 + speedup);
  const bool is_censored = speedup == MadeTable::kCensored;
  const double slope = is_censored ? 0 : (kThreshold - kStart) / crossing;
  measurement.curve = {{.step = 0, .loss = kStart}, {.step = last, .loss = kStart + slope * last}};
  return measurement;
}

std::string Metric(Quantity quantity, const suites::Block& block) {
  return quantity == Quantity::kPriorWeight ? "prior_weight " + models::Name(block.heads.front())
                                            : Id(quantity);
}

}  // namespace

MadeTable::MadeTable(int heads, int seeds, int baselines) {
  suites::Scale scale = SyntheticScale();
  scale.blocks.clear();
  for (int i = 0; i < heads; ++i) {
    const models::Head head = {.layer = i / 2, .head = i % 2};
    scale.blocks.push_back({.id = models::Name(head), .heads = {head}});
  }
  scale.seeds.clear();
  for (int seed = 1; seed <= seeds; ++seed) scale.seeds.push_back(seed);
  scale.baselines_per_seed = baselines;
  scale.thresholds.calibration_seeds = {};
  scale.programs.library.clear();
  table_ = {.id = "made/table",
            .title = "A made table",
            .source = {.paper = "P2", .title = "made", .locator = "nowhere"},
            .question = "Does it hold?",
            .arms = {},
            .claims = {},
            .scales = {scale}};
  for (int seed = 1; seed <= seeds; ++seed) {
    for (int i = 0; i < baselines; ++i) SetBaseline(seed, i, 0);
  }
}

void MadeTable::AddArm(const std::string& id, suites::Measured measured, bool is_bias) {
  table_.arms.push_back({.id = id,
                         .title = id,
                         .pattern = "interpolated",
                         .real_share = 0.01 * static_cast<double>(table_.arms.size() + 1),
                         .is_bias = is_bias,
                         .measured = measured});
}

void MadeTable::AddLibrary(const std::string& id, const std::vector<std::string>& programs) {
  for (std::size_t i = 0; i < programs.size(); ++i) {
    scale().programs.library[programs[i]] = "all(distance < " + std::to_string(i + 2) + ")";
  }
  table_.arms.push_back({.id = id,
                         .title = id,
                         .pattern = "program",
                         .programs = suites::Programs::kLibrary,
                         .measured = {.training = false, .pattern = true}});
}

void MadeTable::SetSpeedups(const std::string& arm, const std::vector<double>& blocks) {
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    for (const std::uint64_t seed : scale().seeds) {
      SetSpeedup(arm, scale().blocks[b].id, static_cast<int>(seed), blocks[b]);
    }
  }
}

void MadeTable::SetSpeedup(const std::string& arm, const std::string& block, int seed, double speedup) {
  speedups_[{arm, block, seed, 0}] = speedup;
}

void MadeTable::SetBaseline(int seed, int replicate, double speedup) {
  speedups_[{suites::kBaseline, "", seed, replicate}] = speedup;
}

void MadeTable::SetMeasure(const std::string& arm, Quantity quantity, const std::vector<double>& blocks) {
  std::vector<suites::Block> places = scale().blocks;
  if (ArmOf(table_, arm).programs == suites::Programs::kLibrary) {
    places.clear();
    for (const auto& [name, text] : scale().programs.library) places.push_back({.id = name, .heads = {}});
  }
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (blocks[b] != kMissing) measures_[{arm, places[b].id, Metric(quantity, places[b])}] = blocks[b];
  }
}

Results MadeTable::results() const {
  Results results;
  for (const suites::Cell& cell : suites::Cells(table_, table_.scales.front())) {
    training::Result result = SyntheticResult(cell, table_.scales.front(), 0);
    const auto speedup = speedups_.find({cell.arm, cell.block, cell.seed, cell.replicate});
    if (IsTraining(cell)) {
      if (speedup == speedups_.end() || speedup->second == kMissing) continue;
      const auto ledger = result.measurement.ledger;
      result.measurement = Line(speedup->second);
      result.measurement.ledger = ledger;
    } else {
      result.measurement.metrics.clear();
    }
    for (const auto& [place, value] : measures_) {
      const auto& [arm, block, metric] = place;
      if (arm == cell.arm && block == cell.block) result.measurement.metrics[metric] = value;
    }
    if (!IsTraining(cell) && result.measurement.metrics.empty()) continue;
    results[training::Key(cell.run)] = result;
  }
  return results;
}

Responses MadeTable::Measured() const {
  const Results all = results();
  runs_ = FindRuns(table_, table_.scales.front(), LookupIn(all));
  return MeasureResponses(table_, table_.scales.front(), runs_);
}

Evidence MadeTable::WeighAll() const { return reports::Weigh(table_, table_.scales.front(), Measured()); }

ClaimEvidence MadeTable::Weigh() const { return WeighAll().claims.front(); }

}  // namespace retable::reports
