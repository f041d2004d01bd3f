// What every p-value and interval promises, counted on seeded samples for which the null hypothesis is true:
//   P(p <= a) is at most a, and equal to it where the distribution of p is continuous;
//   an interval holds the truth as often as it says, at least where its distribution is discrete.
// The allowance on a share of N samples is four standard errors, 4 sqrt(a (1 - a) / N): a true promise fails
// one count in 30,000, and the seeds are fixed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "stats/baseline_noise.h"
#include "stats/bootstrap.h"
#include "stats/correlation_equivalence.h"
#include "stats/effect_size.h"
#include "stats/equivalence.h"
#include "stats/friedman.h"
#include "stats/jonckheere.h"
#include "stats/kendall.h"
#include "stats/label_permutation.h"
#include "stats/log_rank.h"
#include "stats/max_t.h"
#include "stats/mixed_model.h"
#include "stats/moments.h"
#include "stats/page.h"
#include "stats/partial_spearman.h"
#include "stats/pearson.h"
#include "stats/random_choice.h"
#include "stats/sign_flip.h"
#include "stats/sign_test.h"
#include "stats/signed_rank.h"
#include "stats/spearman.h"
#include "stats/student_t.h"
#include "stats/undefined.h"
#include "stats/welch_t.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Values = std::vector<double>;

constexpr int kSamples = 2000;
constexpr auto kMonteCarlo = NullDistribution::kMonteCarlo;

double Allowance(double share) { return 4 * std::sqrt(share * (1 - share) / kSamples); }

enum class Shape { kContinuous, kDiscrete };

struct Promise {
  std::string name;
  Shape shape;
  std::function<double(Draws&)> p;  // of one sample under the null hypothesis
};

std::vector<Values> Rows(Draws& draws, std::size_t rows, std::size_t columns) {
  std::vector<Values> table;
  for (std::size_t i = 0; i < rows; ++i) table.push_back(draws.Normal(columns));
  return table;
}

double MixedModelP(Draws& draws) {
  std::vector<Measurement> runs;
  for (int block = 0; block < 8; ++block) {
    const double shift = 3 * draws.Normal();
    for (int arm = 0; arm < 2; ++arm)
      runs.push_back({.response = shift + draws.Normal(), .arm = arm, .block = block});
  }
  return CompareArms(runs, 1, 0).p;
}

double LogRankP(Draws& draws) {
  std::vector<Steps> arms[2];
  for (auto& arm : arms) {
    for (int i = 0; i < 8; ++i) {
      const double arrival = -std::log(draws.Uniform());
      arm.push_back(arrival < 1.5 ? Steps{arrival, Outcome::kReached} : Steps{1.5, Outcome::kMissed});
    }
  }
  return LogRank(arms[0], arms[1]).p;
}

// 8 blocks and 3 seeds of 4 baselines, the luck of a seed shared by its blocks; no effect.
BaselineNoiseResult BesideBaselines(Draws& draws) {
  Values blocks = draws.Normal(8);
  std::vector<SeedBaselines> seeds;
  for (int s = 0; s < 3; ++s) {
    seeds.push_back({.share = 1. / 3, .values = draws.Normal(4)});
    const double luck = draws.Normal() - MeanAndSd(seeds.back().values).mean;
    for (double& block : blocks) block += luck / 3;
  }
  return BaselineNoiseT(blocks, seeds);
}

double RandomChoiceP(Draws& draws) {
  const Values pool = draws.Normal(12);
  Values chosen;
  for (int i = 0; i < 5; ++i) chosen.push_back(pool[static_cast<std::size_t>(12 * draws.Uniform())]);
  return RandomChoice(chosen, pool, {.draws = 199}).p;
}

std::vector<Promise> TestsOfNoDifference() {
  return {
      {"student_t", Shape::kContinuous, [](Draws& draws) { return OneSampleT(draws.Normal(6)).p; }},
      {"welch_t, equal spreads", Shape::kDiscrete,
       [](Draws& draws) {
         const Values x = draws.Normal(12);
         return WelchT(x, draws.Normal(12)).p;
       }},
      {"signed_rank", Shape::kDiscrete, [](Draws& draws) { return SignedRank(draws.Normal(11)).p; }},
      {"signed_rank, ties and zeros", Shape::kDiscrete,
       [](Draws& draws) {
         Values d = draws.Normal(12);
         for (double& value : d) value = std::round(2 * value);
         d[0] = d[0] == 0 ? 1 - 2 * (draws.Uniform() < .5) : d[0];
         return SignedRank(d, {.zeros = Zeros::kPratt}).p;
       }},
      {"sign_test", Shape::kDiscrete, [](Draws& draws) { return SignTest(draws.Normal(15)).p; }},
      {"sign_flip", Shape::kDiscrete, [](Draws& draws) { return SignFlip(draws.Normal(11)).p; }},
      {"sign_flip, drawn", Shape::kDiscrete,
       [](Draws& draws) {
         const auto seed = static_cast<std::uint64_t>(1e9 * draws.Uniform());
         return SignFlip(draws.Normal(20), {.distribution = kMonteCarlo, .draws = 199, .seed = seed}).p;
       }},
      {"label_permutation", Shape::kDiscrete,
       [](Draws& draws) {
         const Values x = draws.Normal(5);
         return LabelPermutation(x, draws.Normal(6)).p;
       }},
      {"max_t, the family", Shape::kDiscrete,
       [](Draws& draws) {
         const auto p = MaxT(Rows(draws, 8, 3)).adjusted_p;
         return *std::min_element(p.begin(), p.end());
       }},
      {"mixed model", Shape::kDiscrete, MixedModelP},
      {"baseline_noise", Shape::kDiscrete, [](Draws& draws) { return BesideBaselines(draws).p; }},
      {"random_choice", Shape::kDiscrete, RandomChoiceP},
      {"log_rank", Shape::kDiscrete, LogRankP},
      {"page", Shape::kDiscrete,
       [](Draws& draws) { return Page(Rows(draws, 6, 4), {.side = Side::kTwoSided}).p; }},
      {"jonckheere", Shape::kDiscrete, [](Draws& draws) { return Jonckheere(Rows(draws, 3, 5)).p; }},
      {"friedman", Shape::kDiscrete, [](Draws& draws) { return Friedman(Rows(draws, 6, 3)).p; }},
  };
}

std::vector<Promise> TestsOfNoCorrelation() {
  auto plain = [](auto test, std::size_t n, NullDistribution distribution) {
    return [=](Draws& draws) {
      const Values x = draws.Normal(n);
      return test(x, draws.Normal(n), CorrelationOptions{.distribution = distribution, .draws = 199}).p;
    };
  };
  return {
      {"pearson", Shape::kContinuous, plain(Pearson, 9, NullDistribution::kStudent)},
      {"pearson, drawn", Shape::kDiscrete, plain(Pearson, 9, kMonteCarlo)},
      {"spearman", Shape::kDiscrete, plain(Spearman, 7, NullDistribution::kExact)},
      {"spearman, drawn", Shape::kDiscrete, plain(Spearman, 20, kMonteCarlo)},
      {"kendall", Shape::kDiscrete, plain(Kendall, 10, NullDistribution::kExact)},
      {"kendall, drawn", Shape::kDiscrete, plain(Kendall, 20, kMonteCarlo)},
      {"partial_spearman", Shape::kDiscrete,
       [](Draws& draws) {
         std::vector<int> blocks;
         Values x, y;
         for (int i = 0; i < 20; ++i) {
           blocks.push_back(i / 5);
           x.push_back(i / 5 + draws.Normal());
           y.push_back(i / 5 + draws.Normal());
         }
         return PartialSpearman(x, y, blocks, {.draws = 199}).p;
       }},
  };
}

// The truth lies on a bound, where the null hypothesis "not equivalent" just holds.
std::vector<Promise> TestsOfEquivalence() {
  return {
      {"tost_t", Shape::kDiscrete,
       [](Draws& draws) {
         return TostT(draws.Normal(12, 1.5), {-1.5, 1.5}).p;
       }},
      {"tost_signed_rank", Shape::kDiscrete,
       [](Draws& draws) {
         return TostSignedRank(draws.Normal(12, 1.5), {-1.5, 1.5}).p;
       }},
      {"non_inferiority_t", Shape::kContinuous,
       [](Draws& draws) { return NonInferiorityT(draws.Normal(6, -1), 1, Better::kLarger).p; }},
      {"non_inferiority_signed_rank", Shape::kDiscrete,
       [](Draws& draws) { return NonInferioritySignedRank(draws.Normal(10, -1), 1, Better::kLarger).p; }},
  };
}

void ExpectPromise(const Promise& promise) {
  constexpr double kLevels[] = {.01, .05, .1, .25, .5};
  int within[std::size(kLevels)] = {};
  Draws draws(501);
  for (int sample = 0; sample < kSamples; ++sample) {
    const double p = promise.p(draws);
    ASSERT_TRUE(p > 0 && p <= 1) << promise.name << ' ' << p;
    for (std::size_t i = 0; i < std::size(kLevels); ++i) within[i] += p <= kLevels[i] * (1 + 1e-12);
  }
  for (std::size_t i = 0; i < std::size(kLevels); ++i) {
    const double share = static_cast<double>(within[i]) / kSamples;
    EXPECT_LE(share, kLevels[i] + Allowance(kLevels[i])) << promise.name << " at " << kLevels[i];
    if (promise.shape == Shape::kDiscrete) continue;
    EXPECT_GE(share, kLevels[i] - Allowance(kLevels[i])) << promise.name << " at " << kLevels[i];
  }
  // A p that is always 1 would keep the promise too.
  EXPECT_GE(within[std::size(kLevels) - 1], kSamples / 5) << promise.name;
}

TEST(NullHypothesis, FalseAlarmsOfTestsOfNoDifferenceStayBelowAlpha) {
  for (const Promise& promise : TestsOfNoDifference()) ExpectPromise(promise);
}

TEST(NullHypothesis, FalseAlarmsOfTestsOfNoCorrelationStayBelowAlpha) {
  for (const Promise& promise : TestsOfNoCorrelation()) ExpectPromise(promise);
}

TEST(NullHypothesis, FalseAlarmsOfTestsOfEquivalenceStayBelowAlpha) {
  for (const Promise& promise : TestsOfEquivalence()) ExpectPromise(promise);
}

struct IntervalPromise {
  std::string name;
  Shape shape;
  double truth;
  std::function<Interval(Draws&)> interval;
  double approximation = 0;  // what the header allows an approximate interval, beside the error of counting
};

// n pairs of normals with correlation .6.
struct Pair {
  Values x;
  Values y;
};
Pair Correlated(Draws& draws, std::size_t n) {
  Pair pair;
  for (std::size_t i = 0; i < n; ++i) {
    pair.x.push_back(draws.Normal());
    pair.y.push_back(.6 * pair.x.back() + .8 * draws.Normal());
  }
  return pair;
}

Interval BootstrapOf(const Values& values, BootstrapKind kind) {
  auto mean = [](std::span<const double> drawn) { return MeanAndSd(drawn).mean; };
  return Bootstrap(values, mean, {.kind = kind, .draws = 299}).interval;
}

std::vector<IntervalPromise> Intervals() {
  return {
      {"student_t", Shape::kContinuous, 1,
       [](Draws& draws) { return OneSampleT(draws.Normal(5, 1)).interval; }},
      {"welch_t", Shape::kContinuous, 1,
       [](Draws& draws) {
         const Values x = draws.Normal(15, 1);
         return WelchT(x, draws.Normal(15)).interval;
       },
       .005},
      {"baseline_noise", Shape::kContinuous, 0, [](Draws& draws) { return BesideBaselines(draws).interval; },
       .01},
      {"hodges_lehmann", Shape::kDiscrete, 1,
       [](Draws& draws) { return HodgesLehmannInterval(draws.Normal(9, 1)); }},
      {"dz", Shape::kContinuous, .7, [](Draws& draws) { return DzInterval(draws.Normal(8, .7)); }},
      {"pearson", Shape::kContinuous, .6,
       [](Draws& draws) {
         const Pair pair = Correlated(draws, 25);
         return PearsonInterval(Pearson(pair.x, pair.y).estimate, 25);
       },
       .01},
      {"equivalence of spearman, 90 %", Shape::kContinuous, 6 / 3.14159265358979 * std::asin(.3),
       [](Draws& draws) {
         const Pair pair = Correlated(draws, 40);
         const auto rho = Spearman(pair.x, pair.y, {.distribution = NullDistribution::kStudent});
         return TostSpearman(rho.estimate, 40, {-.2, .2}).interval;
       },
       .02},
      {"sign_test's proportion", Shape::kDiscrete, .8,
       [](Draws& draws) {
         Values d(20);
         for (double& value : d) value = draws.Uniform() < .8 ? 1 : -1;
         return SignTest(d).interval;
       }},
      {"bootstrap of 40, BCa", Shape::kContinuous, 0,
       [](Draws& draws) { return BootstrapOf(draws.Normal(40), BootstrapKind::kBca); }, .025},
      {"bootstrap of 40, percentile", Shape::kContinuous, 0,
       [](Draws& draws) { return BootstrapOf(draws.Normal(40), BootstrapKind::kPercentile); }, .025},
  };
}

TEST(NullHypothesis, IntervalsHoldTheTruthAsOftenAsTheySay) {
  for (const IntervalPromise& promise : Intervals()) {
    Draws draws(502);
    int held = 0;
    double level = 0;
    for (int sample = 0; sample < kSamples; ++sample) {
      const Interval interval = promise.interval(draws);
      level = interval.confidence;
      held += interval.low <= promise.truth && promise.truth <= interval.high;
    }
    const double share = static_cast<double>(held) / kSamples;
    EXPECT_GE(share, level - Allowance(level) - promise.approximation) << promise.name;
    if (promise.shape == Shape::kDiscrete) continue;
    EXPECT_LE(share, level + Allowance(level) + promise.approximation) << promise.name;
  }
}

}  // namespace
}  // namespace retable::stats
