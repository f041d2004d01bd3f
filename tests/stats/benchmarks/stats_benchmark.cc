// Speed of the costly statistics, one core. Goals: signed-rank exact at n = 1,000 under 0.1 s; sign flips
// exact at n = 20 under 1 s; Frechet distance at 2,048 dimensions under 15 s.
#include <cmath>
#include <numeric>
#include <vector>

#include <benchmark/benchmark.h>

#include "stats/frechet.h"
#include "stats/max_t.h"
#include "stats/sign_flip.h"
#include "stats/signed_rank.h"
#include "stats/spearman.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

std::vector<double> Differences(benchmark::State& state) {
  Draws draws(1);
  return draws.Normal(static_cast<std::size_t>(state.range(0)));
}

void SignedRankExact(benchmark::State& state) {
  const std::vector<double> d = Differences(state);
  for (auto _ : state) benchmark::DoNotOptimize(SignedRank(d).p);
}
BENCHMARK(SignedRankExact)->Arg(16)->Arg(144)->Arg(1000)->Unit(benchmark::kMillisecond);

void SignedRankExactWithTies(benchmark::State& state) {
  std::vector<double> d = Differences(state);
  for (double& value : d) value = std::round(10 * value) + 0.5;
  for (auto _ : state) benchmark::DoNotOptimize(SignedRank(d).p);
}
BENCHMARK(SignedRankExactWithTies)->Arg(1000)->Unit(benchmark::kMillisecond);

void HodgesLehmann(benchmark::State& state) {
  const std::vector<double> d = Differences(state);
  for (auto _ : state) benchmark::DoNotOptimize(HodgesLehmannInterval(d).low);
}
BENCHMARK(HodgesLehmann)->Arg(144)->Arg(1000)->Unit(benchmark::kMillisecond);

void SignFlipExact(benchmark::State& state) {
  const std::vector<double> d = Differences(state);
  for (auto _ : state) benchmark::DoNotOptimize(SignFlip(d).p);
}
BENCHMARK(SignFlipExact)->Arg(20)->Arg(40)->Unit(benchmark::kMillisecond);

void SpearmanExact(benchmark::State& state) {
  const std::vector<double> x = Differences(state);
  std::vector<double> y(x.size());
  std::iota(y.begin(), y.end(), 0.0);
  for (auto _ : state) benchmark::DoNotOptimize(Spearman(x, y).p);
}
BENCHMARK(SpearmanExact)->Arg(10)->Arg(14)->Unit(benchmark::kMillisecond);

void MaxTExact(benchmark::State& state) {
  Draws draws(2);
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < state.range(0); ++i) rows.push_back(draws.Normal(5));
  for (auto _ : state) benchmark::DoNotOptimize(MaxT(rows).adjusted_p[0]);
}
BENCHMARK(MaxTExact)->Arg(20)->Unit(benchmark::kMillisecond);

void Frechet(benchmark::State& state) {
  const std::size_t d = static_cast<std::size_t>(state.range(0));
  Draws draws(3);
  const std::vector<double> mean = draws.Normal(d);
  // Dense: neighbours correlate by .9 and by .8.
  std::vector<double> covariance(d * d);
  std::vector<double> other(d * d);
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < d; ++j) {
      const double distance = std::abs(static_cast<double>(i) - static_cast<double>(j));
      covariance[i * d + j] = std::exp(distance * std::log(.9));
      other[i * d + j] = std::exp(distance * std::log(.8));
    }
  }
  for (auto _ : state) {
    benchmark::DoNotOptimize(FrechetDistance({mean, {covariance, d, d}}, {mean, {other, d, d}}).squared_distance);
  }
}
BENCHMARK(Frechet)->Arg(256)->Arg(2048)->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace
}  // namespace retable::stats

BENCHMARK_MAIN();
