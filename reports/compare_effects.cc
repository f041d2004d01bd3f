#include "reports/compare_effects.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reports/compare_runs.h"
#include "reports/defined.h"
#include "stats/moments.h"
#include "stats/multiplicity.h"
#include "stats/signed_rank.h"
#include "stats/student_t.h"
#include "stats/welch_t.h"

namespace retable::reports {
namespace {

constexpr double kConfidence = 0.95;
// Two one-sided tests at 0.05 go with this interval.
constexpr double kEquivalenceConfidence = 0.90;
constexpr std::size_t kFewestHeads = 6;  // of an exact 95 % interval

std::optional<double> MarginOf(const std::optional<stats::Interval>& interval) {
  if (!interval) return std::nullopt;
  const double margin = std::max(std::abs(interval->low), std::abs(interval->high));
  return std::isfinite(margin) ? std::optional(margin) : std::nullopt;
}

double Mean(const std::vector<double>& values) {
  return values.size() == 1 ? values[0] : stats::MeanAndSd(values).mean;
}

bool HasCensored(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [](double value) { return std::isinf(value); });
}

// An arm's heads as numbers; those that are missing are missing on both sides.
std::vector<double> HeadValues(const ArmEvidence& arm) {
  std::vector<double> values;
  for (const BlockResponse& block : arm.blocks) {
    if (block.outcome == Outcome::kReached) values.push_back(block.value);
    if (block.outcome == Outcome::kCensored) values.push_back(-std::numeric_limits<double>::infinity());
  }
  return values;
}

std::vector<double> Measured(const std::vector<double>& values) {
  std::vector<double> measured;
  std::copy_if(values.begin(), values.end(), std::back_inserter(measured),
               [](double value) { return std::isfinite(value); });
  return measured;
}

// A response that is missing on one side (its baseline is undefined there, say) is left out on both.
void KeepShared(Responses& a, Responses& b) {
  for (std::size_t arm = 0; arm < a.arms.size(); ++arm) {
    for (std::size_t block = 0; block < a.arms[arm].runs.size(); ++block) {
      for (std::size_t seed = 0; seed < a.arms[arm].runs[block].size(); ++seed) {
        Response& of_a = a.arms[arm].runs[block][seed];
        Response& of_b = b.arms[arm].runs[block][seed];
        if (of_a.outcome == Outcome::kMissing) {
          of_b = of_a;
        } else if (of_b.outcome == Outcome::kMissing) {
          of_a = of_b;
        }
      }
    }
  }
}

BaselineShift ShiftOf(std::uint64_t seed, const Baseline& a, const Baseline& b) {
  if (a.steps.empty() || a.steps.size() != b.steps.size()) return {.seed = seed, .more_steps = std::nullopt};
  double sum = 0;
  for (std::size_t t = 0; t < a.steps.size(); ++t) sum += b.steps[t] / a.steps[t] - 1;
  return {.seed = seed, .more_steps = sum / static_cast<double>(a.steps.size())};
}

// Two sides of one scale over the runs that both have.
struct Shared {
  Evidence a;
  Evidence b;
  std::vector<BaselineShift> baselines;
};

Shared WeighShared(const suites::Table& table, const ScaledRuns& a, const ScaledRuns& b) {
  std::vector<CellRun> runs_a = a.runs, runs_b = b.runs;
  KeepShared(runs_a, runs_b);
  Responses of_a = MeasureResponses(table, a.scale, runs_a);
  Responses of_b = MeasureResponses(table, b.scale, runs_b);
  KeepShared(of_a, of_b);
  Shared shared{.a = Weigh(table, a.scale, of_a), .b = Weigh(table, b.scale, of_b), .baselines = {}};
  for (std::size_t s = 0; s < of_a.means.size(); ++s) {
    shared.baselines.push_back(ShiftOf(of_a.seeds[s], of_a.means[s], of_b.means[s]));
  }
  return shared;
}

std::vector<ClaimComparison> Verdicts(const suites::Table& table, const Evidence& a, const Evidence& b) {
  std::vector<ClaimComparison> claims;
  for (std::size_t c = 0; c < table.claims.size(); ++c) {
    claims.push_back({.claim = table.claims[c].id,
                      .a = a.claims[c],
                      .b = b.claims[c],
                      .agree = Agree(a.claims[c].verdict, b.claims[c].verdict),
                      .difference = {}});
  }
  return claims;
}

void AdjustHolm(std::vector<ArmComparison>& arms) {
  std::vector<double> given;
  for (const ArmComparison& arm : arms) {
    if (arm.difference.p) given.push_back(*arm.difference.p);
  }
  if (given.empty()) return;
  const std::vector<double> holm = stats::Holm(given, arms.size());
  std::size_t next = 0;
  for (ArmComparison& arm : arms) {
    if (arm.difference.p) arm.difference.p_holm = holm[next++];
  }
}

Evidence WeighAll(const suites::Table& table, const ScaledRuns& side) {
  return Weigh(table, side.scale, MeasureResponses(table, side.scale, side.runs));
}

// Over the blocks that count on both sides: a censored arm can leave one out on one of them.
SetDifference PairedByBlock(const ClaimData& a, const ClaimData& b) {
  std::vector<double> of_a, of_b;
  for (std::size_t i = 0; i < a.differences.size(); ++i) {
    const auto found = std::find(b.blocks.begin(), b.blocks.end(), a.blocks[i]);
    if (found == b.blocks.end()) continue;
    of_a.push_back(a.differences[i]);
    of_b.push_back(b.differences[found - b.blocks.begin()]);
  }
  return PairedDifference(of_a, of_b);
}

void Pair(const Shared& shared, EffectComparison& comparison) {
  for (std::size_t i = 0; i < shared.a.arms.size(); ++i) {
    const ArmEvidence &a = shared.a.arms[i], &b = shared.b.arms[i];
    comparison.arms.push_back({.a = a, .b = b, .difference = PairedDifference(HeadValues(a), HeadValues(b))});
  }
  for (std::size_t c = 0; c < comparison.claims.size(); ++c) {
    comparison.claims[c].difference = PairedByBlock(shared.a.claims[c].data, shared.b.claims[c].data);
  }
  comparison.baselines = shared.baselines;
}

void LeaveUnpaired(const Evidence& all_a, const Evidence& all_b, EffectComparison& comparison) {
  for (std::size_t i = 0; i < all_a.arms.size(); ++i) {
    const ArmEvidence &a = all_a.arms[i], &b = all_b.arms[i];
    comparison.arms.push_back(
        {.a = a, .b = b, .difference = UnpairedDifference(Measured(HeadValues(a)), Measured(HeadValues(b)))});
  }
  for (ClaimComparison& claim : comparison.claims) {
    claim.difference = UnpairedDifference(claim.a.data.differences, claim.b.data.differences);
  }
}

std::string WhyNotWelch(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.empty() || b.empty()) return "no head";
  if (HasCensored(a) || HasCensored(b)) return "a head is censored";
  return a.size() < 2 || b.size() < 2 ? "too few heads" : "no spread";
}

}  // namespace

std::string WhyAbsent(const std::vector<double>& values) {
  if (values.empty()) return "no head";
  if (HasCensored(values)) return "a head is censored";
  const bool differs = std::any_of(values.begin(), values.end(), [](double value) { return value != 0; });
  if (!differs) return "no head differs";
  return values.size() < kFewestHeads ? "too few heads" : "no spread";
}

SetDifference PairedDifference(const std::vector<double>& a, const std::vector<double>& b) {
  const std::vector<double> d = stats::PairedDifferences(b, a);
  const int heads = static_cast<int>(d.size());
  SetDifference difference{.heads_a = heads, .heads_b = heads, .why = WhyAbsent(d)};
  if (d.empty()) return difference;
  if (!HasCensored(d)) difference.mean.estimate = Mean(d);
  difference.mean.interval =
      IfDefined([&] { return stats::OneSampleT(d, {.confidence = kConfidence}).interval; });
  difference.center.estimate = IfDefined([&] { return stats::HodgesLehmannEstimate(d); });
  difference.center.interval = IfDefined([&] { return stats::HodgesLehmannInterval(d, kConfidence); });
  difference.p = IfDefined([&] { return stats::SignedRank(d).p; });
  difference.smallest_margin =
      MarginOf(IfDefined([&] { return stats::HodgesLehmannInterval(d, kEquivalenceConfidence); }));
  return difference;
}

SetDifference UnpairedDifference(const std::vector<double>& a, const std::vector<double>& b) {
  SetDifference difference{.heads_a = static_cast<int>(a.size()), .heads_b = static_cast<int>(b.size())};
  difference.why = WhyNotWelch(a, b);
  if (a.empty() || b.empty() || HasCensored(a) || HasCensored(b)) return difference;
  difference.mean.estimate = Mean(b) - Mean(a);
  const auto welch = [&](double confidence) {
    return IfDefined([&] { return stats::WelchT(b, a, {.confidence = confidence}); });
  };
  if (const auto result = welch(kConfidence)) {
    difference.mean.interval = result->interval;
    difference.p = result->p;
    difference.smallest_margin = MarginOf(welch(kEquivalenceConfidence)->interval);
  }
  return difference;
}

EffectComparison CompareEffects(const suites::Table& table, const ScaledRuns& a, const ScaledRuns& b) {
  const Evidence all_a = WeighAll(table, a), all_b = WeighAll(table, b);
  EffectComparison comparison{
      .is_paired = a.scale.id == b.scale.id, .arms = {}, .claims = Verdicts(table, all_a, all_b)};
  if (comparison.is_paired) {
    Pair(WeighShared(table, a, b), comparison);
  } else {
    LeaveUnpaired(all_a, all_b, comparison);
  }
  AdjustHolm(comparison.arms);
  return comparison;
}

}  // namespace retable::reports
