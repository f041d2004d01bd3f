#include "stats/log_rank.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/checks.h"
#include "stats/label_permutation.h"
#include "stats/normal.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

struct Run {
  double steps;
  bool reached;
  bool of_a;
};

struct Scores {
  std::vector<double> a;
  std::vector<double> b;
};

std::vector<Run> Pool(std::span<const Steps> a, std::span<const Steps> b) {
  std::vector<Run> runs;
  for (const Steps& run : a) runs.push_back({run.steps, run.outcome == Outcome::kReached, true});
  for (const Steps& run : b) runs.push_back({run.steps, run.outcome == Outcome::kReached, false});
  std::sort(runs.begin(), runs.end(), [](const Run& x, const Run& y) { return x.steps < y.steps; });
  return runs;
}

// Fills all of `result` but p, and scores every run.
Scores Compare(const std::vector<Run>& runs, std::size_t size_a, LogRankResult& result) {
  Scores scores;
  double hazard = 0;
  double left_a = static_cast<double>(size_a);
  for (std::size_t first = 0, past = 0; first < runs.size(); first = past) {
    const double left = static_cast<double>(runs.size() - first);
    double here_a = 0;
    double arrived = 0;
    for (past = first; past < runs.size() && runs[past].steps == runs[first].steps; ++past) {
      here_a += runs[past].of_a;
      arrived += runs[past].reached;
    }
    const double share = left_a / left;
    result.expected_a += arrived * share;
    if (left > 1) result.variance += arrived * share * (1 - share) * (left - arrived) / (left - 1);
    hazard += arrived / left;
    for (std::size_t i = first; i < past; ++i) {
      (runs[i].of_a ? scores.a : scores.b).push_back((runs[i].reached ? 1 : 0) - hazard);
      (runs[i].of_a ? result.reached_a : result.reached_b) += runs[i].reached;
    }
    left_a -= here_a;
  }
  return scores;
}

}  // namespace

LogRankResult LogRank(std::span<const Steps> a, std::span<const Steps> b, const LogRankOptions& options) {
  RequireSteps(a);
  RequireSteps(b);
  LogRankResult result;
  const Scores scores = Compare(Pool(a, b), a.size(), result);
  if (result.reached_a + result.reached_b == 0)
    throw Undefined("no run of either arm arrives: nothing can be compared");
  if (!(result.variance > 0))
    throw Undefined("at no arrival were runs of both arms on their way: they cannot be compared");
  result.distribution = options.distribution;
  if (options.distribution == NullDistribution::kAutomatic) {
    result.distribution = LabelPermutationWithinReach(a.size(), b.size()) ? NullDistribution::kExact
                          : DrawsWithinReach(a.size() + b.size(), options.draws)
                              ? NullDistribution::kMonteCarlo
                              : NullDistribution::kAsymptotic;
  }
  if (result.distribution == NullDistribution::kAsymptotic) {
    const double z = (static_cast<double>(result.reached_a) - result.expected_a) / std::sqrt(result.variance);
    result.p = PValue(NormalTails(z), options.side);
    return result;
  }
  const LabelPermutationResult labels = LabelPermutation(scores.a, scores.b,
                                                         {.side = options.side,
                                                          .distribution = result.distribution,
                                                          .draws = options.draws,
                                                          .seed = options.seed});
  result.p = labels.p;
  result.draws = labels.draws;
  return result;
}

}  // namespace retable::stats
