#include "reports/claim_estimates.h"

#include <algorithm>
#include <span>

#include "reports/defined.h"
#include "stats/bootstrap.h"
#include "stats/ratio_of_means.h"

namespace retable::reports {
namespace {

using suites::Claim;

// values[arm][block], of the blocks in which every arm reached its thresholds. An arm without a name is 0.
std::vector<std::vector<double>> Columns(const Claim& claim, const suites::Scale& scale,
                                         const Responses& responses, const std::vector<std::string>& arms) {
  std::vector<std::vector<double>> columns(arms.size());
  for (const std::string& block : BlocksOf(claim, scale)) {
    std::vector<std::vector<Response>> runs;
    for (const std::string& arm : arms) {
      const bool is_zero = arm.empty() || arm == suites::kBaseline;
      runs.push_back(is_zero ? std::vector{Response{.outcome = Outcome::kReached}}
                             : RunsOf(FindArm(responses, arm, claim.response), block));
    }
    const SharedAverage average = AverageSharedSeeds(runs);
    const auto has_reached = [](const BlockResponse& arm) { return arm.outcome == Outcome::kReached; };
    if (!std::all_of(average.arms.begin(), average.arms.end(), has_reached)) continue;
    for (std::size_t a = 0; a < arms.size(); ++a) columns[a].push_back(average.arms[a].value);
  }
  return columns;
}

std::vector<double> Less(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> less;
  for (std::size_t i = 0; i < a.size(); ++i) less.push_back(a[i] - b[i]);
  return less;
}

double MeanOfRows(const std::vector<double>& values, std::span<const std::size_t> rows) {
  double sum = 0;
  for (const std::size_t row : rows) sum += values[row];
  return sum / static_cast<double>(rows.size());
}

void SetPrinted(const std::optional<double>& printed, Estimate& estimate) {
  estimate.printed = printed;
  if (printed && estimate.effect.interval)
    estimate.printed_place = PlaceIn(*estimate.effect.interval, *printed);
}

// The arm's mean on the curve of the other columns, of these blocks.
struct CurvePlace {
  double share = 0;
  bool is_below = false;
  bool is_above = false;
};

CurvePlace PlaceOfRows(const suites::PlaceOnCurve& place, const std::vector<std::vector<double>>& columns,
                       std::span<const std::size_t> rows) {
  std::vector<double> shares, means;
  for (std::size_t r = 0; r < place.curve.size(); ++r) {
    shares.push_back(place.curve[r].share);
    means.push_back(MeanOfRows(columns[r + 1], rows));
  }
  const std::vector<double> rising = Isotonic(means);
  const double of_arm = MeanOfRows(columns[0], rows);
  return {.share = ShareAt(shares, rising, of_arm),
          .is_below = of_arm<rising.front(), .is_above = of_arm> rising.back()};
}

}  // namespace

std::vector<double> Isotonic(const std::vector<double>& values) {
  struct Pool {
    double sum;
    std::size_t size;
    double mean() const { return sum / static_cast<double>(size); }
  };
  std::vector<Pool> pools;
  for (const double value : values) {
    pools.push_back({value, 1});
    while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
      const Pool last = pools.back();
      pools.pop_back();
      pools.back().sum += last.sum;
      pools.back().size += last.size;
    }
  }
  std::vector<double> rising;
  for (const Pool& pool : pools) rising.insert(rising.end(), pool.size, pool.mean());
  return rising;
}

double ShareAt(const std::vector<double>& shares, const std::vector<double>& rising, double value) {
  if (value <= rising.front()) return shares.front();
  for (std::size_t i = 1; i < rising.size(); ++i) {
    if (value > rising[i]) continue;
    const double part = (value - rising[i - 1]) / (rising[i] - rising[i - 1]);
    return shares[i - 1] + part * (shares[i] - shares[i - 1]);
  }
  return shares.back();
}

std::optional<Estimate> ShareOf(const Claim& claim, const suites::Scale& scale, const Responses& responses) {
  if (!claim.share) return std::nullopt;
  const auto columns = Columns(claim, scale, responses, {claim.arm, claim.against, claim.share->whole});
  Estimate estimate{.blocks = static_cast<int>(columns[0].size())};
  const std::vector<double> x = Less(columns[0], columns[1]), y = Less(columns[2], columns[1]);
  if (const auto ratio = IfDefined([&] { return stats::RatioOfMeansFieller(x, y); })) {
    estimate.effect = {.estimate = ratio->estimate, .interval = ratio->interval};
  } else {
    estimate.words = x.size() < 2 ? "undefined: too few blocks have all three arms"
                                  : "undefined: the whole gap cannot be told from 0";
  }
  SetPrinted(claim.share->printed, estimate);
  return estimate;
}

std::optional<Estimate> PlaceOf(const Claim& claim, const suites::Scale& scale, const Responses& responses) {
  if (!claim.place) return std::nullopt;
  std::vector<std::string> arms = {claim.arm};
  for (const suites::Rung& rung : claim.place->curve) arms.push_back(rung.arm);
  const auto columns = Columns(claim, scale, responses, arms);
  const std::size_t blocks = columns[0].size();
  Estimate estimate{.blocks = static_cast<int>(blocks)};
  if (blocks == 0) {
    estimate.words = "undefined: no block has the arm and the whole curve";
  } else {
    std::vector<std::size_t> all(blocks);
    for (std::size_t b = 0; b < blocks; ++b) all[b] = b;
    const CurvePlace place = PlaceOfRows(*claim.place, columns, all);
    estimate.effect.estimate = place.share;
    if (place.is_below) estimate.words = "below the whole curve";
    if (place.is_above) estimate.words = "above the whole curve";
    const auto share = [&](std::span<const std::size_t> rows) {
      return PlaceOfRows(*claim.place, columns, rows).share;
    };
    estimate.effect.interval = IfDefined([&] {
      return stats::BootstrapRows(blocks, share, {.kind = stats::BootstrapKind::kPercentile}).interval;
    });
  }
  SetPrinted(claim.place->printed, estimate);
  return estimate;
}

}  // namespace retable::reports
