// What must not matter, for every test of stats/: the unit of the data (powers of two, so exactly), the order
// of the pairs, and which arm is called the first. Tests that draw are held to the unit alone: their draws
// follow the order.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <utility>
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
#include "stats/ratio_of_means.h"
#include "stats/sign_flip.h"
#include "stats/sign_test.h"
#include "stats/signed_rank.h"
#include "stats/spearman.h"
#include "stats/student_t.h"
#include "stats/welch_t.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Values = std::vector<double>;

constexpr double kRounding = 1e-9;  // relative: sums in another order
constexpr double kSearch = 1e-4;    // of a fit that ends where its search stops
constexpr int kUnits[] = {-300, -40, 40, 300};

enum class Drawn { kNone, kSeeded };

struct TwoColumns {
  std::string name;
  // `unit` is the size that one has in the unit of the data: margins scale with it.
  std::function<double(const Values& x, const Values& y, Side side, double unit)> p;
  Drawn draws = Drawn::kNone;
  double tolerance = kRounding;
};

Values Sample(unsigned seed, double mean) {
  Draws draws(seed);
  return draws.Normal(9, mean);
}

Values Permuted(const Values& values) {
  const std::size_t order[] = {4, 0, 8, 2, 6, 1, 7, 3, 5};
  Values permuted;
  for (std::size_t i : order) permuted.push_back(values[i]);
  return permuted;
}

Side Mirrored(Side side) {
  return side == Side::kTwoSided ? side : side == Side::kLess ? Side::kGreater : Side::kLess;
}

void ExpectSame(double p, double expected, const std::string& what, double tolerance = kRounding) {
  EXPECT_NEAR(p, expected, tolerance * expected) << what;
}

// The unit, of both columns at once.
void ExpectUnitDoesNotMatter(const TwoColumns& test) {
  const Values x = Sample(401, .8);
  const Values y = Sample(402, 0);
  for (Side side : {Side::kTwoSided, Side::kGreater, Side::kLess}) {
    const double p = test.p(x, y, side, 1);
    for (int k : kUnits) ExpectSame(test.p(Scaled(x, k), Scaled(y, k), side, std::ldexp(1, k)), p, test.name);
  }
}

// Arms and order; of pairs jointly, of groups each in its own.
void ExpectNamesAndOrderDoNotMatter(const TwoColumns& test) {
  if (test.draws == Drawn::kSeeded) return;
  const Values x = Sample(403, .8);
  const Values y = Sample(404, 0);
  for (Side side : {Side::kTwoSided, Side::kGreater, Side::kLess}) {
    const double p = test.p(x, y, side, 1);
    EXPECT_TRUE(p > 0 && p <= 1) << test.name;
    ExpectSame(test.p(Permuted(x), Permuted(y), side, 1), p, test.name + ", permuted", test.tolerance);
    ExpectSame(test.p(y, x, Mirrored(side), 1), p, test.name + ", swapped", test.tolerance);
  }
}

Values Difference(const Values& x, const Values& y) { return PairedDifferences(x, y); }

// Two-sided: equivalence within -+ 2; one-sided: non-inferiority of x over y by 1.
template <auto kTost, auto kNonInferiority>
double Equivalence(const Values& x, const Values& y, Side side, double unit) {
  const Values d = Difference(x, y);
  if (side == Side::kTwoSided) return kTost(d, {-2 * unit, 2 * unit}, .05).p;
  return kNonInferiority(d, unit, side == Side::kGreater ? Better::kLarger : Better::kSmaller, .05).p;
}

double MixedModelP(const Values& x, const Values& y, Side side, double) {
  std::vector<Measurement> runs;
  for (std::size_t i = 0; i < x.size(); ++i) {
    runs.push_back({.response = x[i], .arm = 1, .block = static_cast<int>(i)});
    runs.push_back({.response = y[i], .arm = 0, .block = static_cast<int>(i)});
  }
  return CompareArms(runs, 1, 0, {.side = side}).p;
}

double MaxTP(const Values& x, const Values& y, Side side, double) {
  std::vector<Values> rows;
  for (double d : Difference(x, y)) rows.push_back({d, 2 * d});
  return MaxT(rows, {.side = side}).adjusted_p[1];
}

std::vector<TwoColumns> PairedTests() {
  auto signed_rank = [](Zeros zeros, NullDistribution distribution, Continuity continuity) {
    return [=](const Values& x, const Values& y, Side side, double) {
      return SignedRank(
                 x, y, {.side = side, .zeros = zeros, .distribution = distribution, .continuity = continuity})
          .p;
    };
  };
  constexpr auto kExact = NullDistribution::kExact;
  constexpr auto kAsymptotic = NullDistribution::kAsymptotic;
  return {
      {"student_t", [](auto& x, auto& y, Side side, double) { return PairedT(x, y, {.side = side}).p; }},
      {"signed_rank", signed_rank(Zeros::kDrop, kExact, Continuity::kNone)},
      {"signed_rank, Pratt", signed_rank(Zeros::kPratt, kExact, Continuity::kNone)},
      {"signed_rank, zsplit", signed_rank(Zeros::kZsplit, kExact, Continuity::kNone)},
      {"signed_rank, asymptotic", signed_rank(Zeros::kDrop, kAsymptotic, Continuity::kNone)},
      {"signed_rank, corrected", signed_rank(Zeros::kDrop, kAsymptotic, Continuity::kCorrected)},
      {"sign_test",
       [](auto& x, auto& y, Side side, double) { return SignTest(Difference(x, y), {.side = side}).p; }},
      {"sign_flip",
       [](auto& x, auto& y, Side side, double) { return SignFlip(Difference(x, y), {.side = side}).p; }},
      {"sign_flip, drawn",
       [](auto& x, auto& y, Side side, double) {
         return SignFlip(Difference(x, y),
                         {.side = side, .distribution = NullDistribution::kMonteCarlo, .draws = 999})
             .p;
       },
       Drawn::kSeeded},
      {"max_t", MaxTP},
      {"mixed model", MixedModelP, Drawn::kNone, kSearch},
      {"tost_t, non_inferiority_t", Equivalence<TostT, NonInferiorityT>},
      {"tost_signed_rank, non_inferiority_signed_rank",
       Equivalence<TostSignedRank, NonInferioritySignedRank>},
  };
}

double LogRankP(const Values& x, const Values& y, Side side, double unit, NullDistribution distribution) {
  auto runs = [unit](const Values& values) {
    std::vector<Steps> steps;
    for (double value : values) {
      const double at = value + 5 * unit;
      steps.push_back(at < 6 * unit ? Steps{at, Outcome::kReached} : Steps{6 * unit, Outcome::kMissed});
    }
    return steps;
  };
  return LogRank(runs(x), runs(y), {.side = side, .distribution = distribution}).p;
}

std::vector<TwoColumns> TestsOfGroups() {
  return {
      {"welch_t", [](auto& x, auto& y, Side side, double) { return WelchT(x, y, {.side = side}).p; }},
      {"label_permutation",
       [](auto& x, auto& y, Side side, double) { return LabelPermutation(x, y, {.side = side}).p; }},
      {"label_permutation, drawn",
       [](auto& x, auto& y, Side side, double) {
         return LabelPermutation(x, y,
                                 {.side = side, .distribution = NullDistribution::kMonteCarlo, .draws = 999})
             .p;
       },
       Drawn::kSeeded},
      {"jonckheere",
       [](auto& x, auto& y, Side side, double) {
         return Jonckheere(std::vector<Values>{x, y}, {.side = side}).p;
       }},
      {"jonckheere, asymptotic",
       [](auto& x, auto& y, Side side, double) {
         return Jonckheere(std::vector<Values>{x, y},
                           {.side = side, .distribution = NullDistribution::kAsymptotic})
             .p;
       }},
      {"log_rank", [](auto& x, auto& y, Side side,
                      double unit) { return LogRankP(x, y, side, unit, NullDistribution::kExact); }},
      {"log_rank, asymptotic",
       [](auto& x, auto& y, Side side, double unit) {
         return LogRankP(x, y, side, unit, NullDistribution::kAsymptotic);
       }},
  };
}

TEST(Invariances, OfPairedTests) {
  for (const TwoColumns& test : PairedTests()) {
    ExpectUnitDoesNotMatter(test);
    ExpectNamesAndOrderDoNotMatter(test);
  }
}

TEST(Invariances, OfTestsOfIndependentGroups) {
  for (const TwoColumns& test : TestsOfGroups()) {
    ExpectUnitDoesNotMatter(test);
    ExpectNamesAndOrderDoNotMatter(test);
  }
}

std::vector<TwoColumns> Correlations() {
  auto plain = [](auto test, NullDistribution distribution) {
    return [=](const Values& x, const Values& y, Side side, double) {
      return test(x, y, {.side = side, .distribution = distribution, .draws = 999}).p;
    };
  };
  auto partial = [](const Values& x, const Values& y, Side side, double) {
    // The block of a point goes with its x, so that points may be permuted.
    std::vector<int> blocks;
    for (double value : x) blocks.push_back(std::signbit(value));
    return PartialSpearman(x, y, blocks, {.side = side, .distribution = NullDistribution::kStudent}).p;
  };
  auto tost = [](const Values& x, const Values& y, Side side, double) {
    const double rho = Spearman(x, y).estimate;
    const auto result = TostSpearman(rho, x.size(), {-.9, .9});
    return side == Side::kTwoSided  ? result.p
           : side == Side::kGreater ? result.p_above_low
                                    : result.p_below_high;
  };
  return {
      {"spearman", plain(Spearman, NullDistribution::kExact)},
      {"spearman, t", plain(Spearman, NullDistribution::kStudent)},
      {"spearman, drawn", plain(Spearman, NullDistribution::kMonteCarlo), Drawn::kSeeded},
      {"kendall", plain(Kendall, NullDistribution::kExact)},
      {"kendall, asymptotic", plain(Kendall, NullDistribution::kAsymptotic)},
      {"kendall, drawn", plain(Kendall, NullDistribution::kMonteCarlo), Drawn::kSeeded},
      {"pearson", plain(Pearson, NullDistribution::kStudent)},
      {"pearson, drawn", plain(Pearson, NullDistribution::kMonteCarlo), Drawn::kSeeded},
      {"partial_spearman, t", partial},
      {"tost_spearman", tost},
  };
}

TEST(Invariances, OfCorrelations) {
  const Values x = Sample(405, 0);
  const Values y = Sample(406, 0);
  for (const TwoColumns& test : Correlations()) {
    for (Side side : {Side::kTwoSided, Side::kGreater, Side::kLess}) {
      const double p = test.p(x, y, side, 1);
      for (int k : kUnits) ExpectSame(test.p(Scaled(x, k), Scaled(y, 7 - k), side, 1), p, test.name);
      if (test.draws == Drawn::kSeeded) continue;
      ExpectSame(test.p(Permuted(x), Permuted(y), side, 1), p, test.name + ", permuted");
      ExpectSame(test.p(x, Negated(y), Mirrored(side), 1), p, test.name + ", turned around");
      if (test.name.starts_with("partial")) continue;  // its blocks are x's
      ExpectSame(test.p(y, x, side, 1), p, test.name + ", columns swapped");
    }
  }
}

TEST(Invariances, OfTestsOverBlocks) {
  Draws draws(407);
  std::vector<Values> blocks;
  for (int i = 0; i < 7; ++i) blocks.push_back(draws.Normal(4));
  using BlockTest = std::function<double(const std::vector<Values>&, Side)>;
  const std::vector<std::pair<std::string, BlockTest>> tests = {
      {"page", [](auto& rows, Side side) { return Page(rows, {.side = side}).p; }},
      {"page, asymptotic",
       [](auto& rows, Side side) {
         return Page(rows, {.side = side, .distribution = NullDistribution::kAsymptotic}).p;
       }},
      {"friedman", [](auto& rows, Side) { return Friedman(rows).p; }},
      {"friedman, asymptotic",
       [](auto& rows, Side) { return Friedman(rows, {.distribution = NullDistribution::kAsymptotic}).p; }},
  };
  for (const auto& [name, test] : tests) {
    for (Side side : {Side::kTwoSided, Side::kGreater, Side::kLess}) {
      const double p = test(blocks, side);
      std::vector<Values> other = blocks;
      std::reverse(other.begin(), other.end());
      ExpectSame(test(other, side), p, name + ", blocks permuted");
      other = blocks;
      for (Values& block : other) std::reverse(block.begin(), block.end());
      ExpectSame(test(other, Mirrored(side)), p, name + ", arms turned around");
      for (int k : kUnits) {
        other = blocks;
        for (Values& block : other) block = Scaled(block, k);
        ExpectSame(test(other, side), p, name);
      }
    }
  }
}

using Baselines = std::vector<Values>;

double BaselineNoiseP(const Values& blocks, const Baselines& baselines, Side side) {
  std::vector<SeedBaselines> seeds;
  for (const Values& values : baselines) seeds.push_back({.share = 1. / 3, .values = values});
  return BaselineNoiseT(blocks, seeds, {.side = side}).p;
}

template <typename Change>
Baselines Each(Baselines baselines, Change change) {
  for (Values& values : baselines) values = change(values);
  return baselines;
}

TEST(Invariances, OfAnEffectBesideSharedBaselines) {
  Draws draws(410);
  const Values blocks = draws.Normal(9, .8);
  const Baselines baselines = {draws.Normal(4), draws.Normal(2), draws.Normal(3)};
  for (Side side : {Side::kTwoSided, Side::kGreater, Side::kLess}) {
    const double p = BaselineNoiseP(blocks, baselines, side);
    for (int k : kUnits) {
      const Baselines scaled = Each(baselines, [k](const Values& values) { return Scaled(values, k); });
      ExpectSame(BaselineNoiseP(Scaled(blocks, k), scaled, side), p, "unit");
    }
    ExpectSame(BaselineNoiseP(Negated(blocks), Each(baselines, Negated), Mirrored(side)), p, "turned around");
    ExpectSame(BaselineNoiseP(Permuted(blocks), {baselines.rbegin(), baselines.rend()}, side), p, "permuted");
    // Each seed's baselines have an origin of their own.
    const Baselines moved = Each(baselines, [](Values values) {
      for (double& value : values) value += 8;
      return values;
    });
    ExpectSame(BaselineNoiseP(blocks, moved, side), p, "moved");
  }
}

TEST(Invariances, OfAChoiceFromAPool) {
  Draws draws(411);
  const Values chosen = draws.Normal(5, -.6), pool = draws.Normal(30);
  for (Side side : {Side::kTwoSided, Side::kGreater, Side::kLess}) {
    const auto p = [side](const Values& chosen, const Values& pool) {
      return RandomChoice(chosen, pool, {.side = side, .draws = 999}).p;
    };
    for (int k : kUnits) ExpectSame(p(Scaled(chosen, k), Scaled(pool, k)), p(chosen, pool), "unit");
    ExpectSame(p(Negated(chosen), Negated(pool)),
               RandomChoice(chosen, pool, {.side = Mirrored(side), .draws = 999}).p, "turned around");
    ExpectSame(p({chosen.rbegin(), chosen.rend()}, pool), p(chosen, pool), "chosen in another order");
  }
}

TEST(Invariances, IntervalsScaleWithTheDataAndMirrorWithTheArms) {
  const Values x = Sample(408, 9);
  const Values y = Sample(409, 8);
  auto boot = [](BootstrapKind kind) {
    return [kind](const Values& x, const Values& y) {
      auto mean = [](std::span<const double> values) { return MeanAndSd(values).mean; };
      return Bootstrap(Difference(x, y), mean, {.kind = kind, .draws = 299}).interval;
    };
  };
  struct Case {
    std::string name;
    std::function<Interval(const Values&, const Values&)> interval;
    Drawn draws = Drawn::kNone;
  };
  const std::vector<Case> cases = {
      {"student_t", [](auto& x, auto& y) { return PairedT(x, y).interval; }},
      {"welch_t", [](auto& x, auto& y) { return WelchT(x, y).interval; }},
      {"hodges_lehmann", [](auto& x, auto& y) { return HodgesLehmannInterval(Difference(x, y)); }},
      {"bootstrap, percentile", boot(BootstrapKind::kPercentile), Drawn::kSeeded},
      {"bootstrap, BCa", boot(BootstrapKind::kBca), Drawn::kSeeded},
      {"bootstrap, studentised", boot(BootstrapKind::kStudentised), Drawn::kSeeded},
  };
  for (const Case& test : cases) {
    const Interval interval = test.interval(x, y);
    for (int k : kUnits) {
      const Interval scaled = test.interval(Scaled(x, k), Scaled(y, k));
      EXPECT_NEAR(std::ldexp(scaled.low, -k), interval.low, 1e-13) << test.name;
      EXPECT_NEAR(std::ldexp(scaled.high, -k), interval.high, 1e-13) << test.name;
    }
    if (test.draws == Drawn::kSeeded) continue;
    EXPECT_NEAR(test.interval(y, x).low, -interval.high, 1e-12) << test.name;
    EXPECT_NEAR(test.interval(Permuted(x), Permuted(y)).low, interval.low, 1e-12) << test.name;
  }
}

TEST(Invariances, EffectsHaveNoUnit) {
  const Values x = Sample(410, 9);
  const Values y = Sample(411, 8);
  using Effect = std::function<double(const Values&, const Values&)>;
  const std::vector<std::pair<std::string, Effect>> effects = {
      {"dz", [](auto& x, auto& y) { return Dz(Difference(x, y)); }},
      {"hedges_gz", [](auto& x, auto& y) { return HedgesGz(Difference(x, y)); }},
      {"d_av", [](auto& x, auto& y) { return Dav(x, y); }},
      {"d_rm", [](auto& x, auto& y) { return Drm(x, y); }},
      {"d_pooled", [](auto& x, auto& y) { return Dpooled(x, y); }},
      {"cliffs_delta", [](auto& x, auto& y) { return CliffsDelta(x, y); }},
      {"rank_biserial", [](auto& x, auto& y) { return RankBiserial(Difference(x, y)); }},
  };
  for (const auto& [name, effect] : effects) {
    const double value = effect(x, y);
    for (int k : kUnits)
      EXPECT_NEAR(effect(Scaled(x, k), Scaled(y, k)), value, 1e-12 * std::abs(value)) << name;
    EXPECT_NEAR(effect(y, x), -value, 1e-12 * std::abs(value)) << name;
    EXPECT_NEAR(effect(Permuted(x), Permuted(y)), value, 1e-12 * std::abs(value)) << name;
  }
  const double ratio = RatioOfMeansFieller(x, y).interval.low;
  EXPECT_NEAR(RatioOfMeansFieller(Permuted(x), Permuted(y)).interval.low, ratio, 1e-12);
  EXPECT_NEAR(1 / RatioOfMeansFieller(y, x).interval.high, ratio, 1e-12);
}

}  // namespace
}  // namespace retable::stats
