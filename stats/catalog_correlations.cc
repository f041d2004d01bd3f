#include <cstddef>
#include <set>
#include <string_view>
#include <vector>

#include "stats/catalog.h"
#include "stats/catalog_fields.h"
#include "stats/correlation.h"
#include "stats/correlation_equivalence.h"
#include "stats/kendall.h"
#include "stats/null_distribution.h"
#include "stats/partial_spearman.h"
#include "stats/pearson.h"
#include "stats/request.h"
#include "stats/spearman.h"

namespace retable::stats {
namespace {

using stats::ToJson;

CorrelationOptions ReadCorrelation(const Request& request) {
  const CorrelationOptions defaults;
  return {.side = ReadSide(request),
          .distribution = ReadDistribution(request),
          .draws = request.Count("draws", defaults.draws),
          .seed = request.Count("seed", defaults.seed)};
}

// Of a correlation whose estimate alone is wanted.
constexpr CorrelationOptions kEstimateOnly = {.distribution = NullDistribution::kMonteCarlo, .draws = 1};

Json ToJson(const CorrelationResult& result) {
  return {{"n", result.n},
          {"estimate", result.estimate},
          {"p", result.p},
          {"distribution", Name(result.distribution)},
          {"draws", result.draws}};
}

Json RunSpearman(const Request& request) {
  const auto result = Spearman(request.Column("x"), request.Column("y"), ReadCorrelation(request));
  Json answer = ToJson(result);
  AddIfDefined(answer, "interval",
               [&] { return SpearmanInterval(result.estimate, result.n, ReadConfidence(request)); });
  return answer;
}

Json RunPearson(const Request& request) {
  const auto result = Pearson(request.Column("x"), request.Column("y"), ReadCorrelation(request));
  Json answer = ToJson(result);
  AddIfDefined(answer, "interval",
               [&] { return PearsonInterval(result.estimate, result.n, ReadConfidence(request)); });
  return answer;
}

Json RunKendall(const Request& request) {
  return ToJson(Kendall(request.Column("x"), request.Column("y"), ReadCorrelation(request)));
}

// A partial correlation is known as well as one of points - blocks + 1.
std::size_t PointsWithin(const std::vector<int>& blocks) {
  return blocks.size() + 1 - std::set<int>(blocks.begin(), blocks.end()).size();
}

Json RunPartialSpearman(const Request& request) {
  const std::vector<int> blocks = request.Labels("blocks");
  const auto result =
      PartialSpearman(request.Column("x"), request.Column("y"), blocks, ReadCorrelation(request));
  Json answer = ToJson(result);
  AddIfDefined(answer, "interval", [&] {
    return SpearmanInterval(result.estimate, PointsWithin(blocks), ReadConfidence(request));
  });
  return answer;
}

Json RunPartialSpearmanGiven(const Request& request) {
  return ToJson(PartialSpearmanGiven(request.Column("x"), request.Column("y"), request.Column("given"),
                                     {.side = ReadSide(request)}));
}

// With blocks, of the partial correlation.
Json RunTostSpearman(const Request& request) {
  const std::vector<double> x = request.Column("x");
  const std::vector<double> y = request.Column("y");
  if (!request.Has("blocks")) {
    return ToJson(TostSpearman(Spearman(x, y, kEstimateOnly).estimate, x.size(), ReadBounds(request),
                               ReadAlpha(request)));
  }
  const std::vector<int> blocks = request.Labels("blocks");
  const double rho = PartialSpearman(x, y, blocks, kEstimateOnly).estimate;
  return ToJson(TostSpearman(rho, PointsWithin(blocks), ReadBounds(request), ReadAlpha(request)));
}

Json RunTostPearson(const Request& request) {
  const auto result = Pearson(request.Column("x"), request.Column("y"), kEstimateOnly);
  return ToJson(TostPearson(result.estimate, result.n, ReadBounds(request), ReadAlpha(request)));
}

}  // namespace

std::vector<CatalogEntry> TestsOfCorrelations() {
  using Names = std::vector<std::string_view>;
  static const Names kColumns = {"x", "y"};
  static const Names kDrawn = {"side", "distribution", "draws", "seed"};
  static const Names kInterval = {"side", "distribution", "draws", "seed", "confidence"};
  static const Names kBounds = {"low", "high", "alpha"};
  return {
      {"spearman", "do two columns rise together?", kColumns, kInterval, RunSpearman},
      {"kendall", "do two columns rise together, pair by pair?", kColumns, kDrawn, RunKendall},
      {"pearson", "do two columns lie on a line?", kColumns, kInterval, RunPearson},
      {"partial_spearman",
       "do two columns rise together within blocks?",
       {"x", "y", "blocks"},
       kInterval,
       RunPartialSpearman},
      {"partial_spearman_given",
       "do two columns rise together, a third held fixed?",
       {"x", "y", "given"},
       {"side"},
       RunPartialSpearmanGiven},
      {"tost_spearman",
       "is a rank correlation (within blocks, if given) as good as none?",
       {"x", "y", "blocks"},
       kBounds,
       RunTostSpearman},
      {"tost_pearson", "is a correlation as good as none?", kColumns, kBounds, RunTostPearson},
  };
}

}  // namespace retable::stats
