#include <cstddef>
#include <string>
#include <vector>

#include "stats/catalog.h"
#include "stats/catalog_fields.h"
#include "stats/log_rank.h"
#include "stats/null_distribution.h"
#include "stats/request.h"
#include "stats/steps_to_threshold.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

std::vector<Steps> ReadSteps(const Request& request, const std::string& steps_field,
                             const std::string& reached_field) {
  const std::vector<double> steps = request.Column(steps_field);
  const std::vector<int> reached = request.Labels(reached_field);
  if (steps.size() != reached.size()) {
    throw Undefined("\"" + steps_field + "\" and \"" + reached_field + "\" must be of one length");
  }
  std::vector<Steps> runs;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    runs.push_back({steps[i], reached[i] != 0 ? Outcome::kReached : Outcome::kMissed});
  }
  return runs;
}

Json RunKaplanMeier(const Request& request) {
  const auto result = KaplanMeier(ReadSteps(request, "steps", "reached"), ReadConfidence(request));
  Json points = Json::array();
  for (const SurvivalPoint& point : result.points) {
    points.push_back(
        {{"steps", point.steps}, {"share_left", point.share_left}, {"se", point.standard_error}});
    if (point.interval) points.back()["interval"] = ToJson(*point.interval);
  }
  Json answer = {{"n", result.n}, {"reached", result.reached}, {"points", points}};
  if (result.median) answer["median"] = *result.median;
  return answer;
}

Json RunLogRank(const Request& request) {
  const LogRankOptions defaults;
  const auto result =
      LogRank(ReadSteps(request, "steps_a", "reached_a"), ReadSteps(request, "steps_b", "reached_b"),
              {.side = ReadSide(request),
               .distribution = ReadDistribution(request),
               .draws = request.Count("draws", defaults.draws),
               .seed = request.Count("seed", defaults.seed)});
  return {{"reached_a", result.reached_a},
          {"expected_a", result.expected_a},
          {"reached_b", result.reached_b},
          {"variance", result.variance},
          {"p", result.p},
          {"distribution", Name(result.distribution)},
          {"draws", result.draws}};
}

Json RunPerformanceProfile(const Request& request) {
  Json points = Json::array();
  for (const ProfilePoint& point :
       PerformanceProfile(request.Column("values"), request.Column("thresholds"), ReadConfidence(request))) {
    points.push_back(
        {{"threshold", point.threshold}, {"share", point.share}, {"interval", ToJson(point.interval)}});
  }
  return {{"points", points}};
}

Json RunMiddle(const Request& request) {
  const std::vector<double> values = request.Column("values");
  Json answer = {{"n", values.size()}, {"median", ToJson(Median(values))}};
  AddIfDefined(answer, "interquartile_mean", [&] { return InterquartileMean(values); });
  return answer;
}

}  // namespace

std::vector<CatalogEntry> StatisticsOfSteps() {
  return {
      {"kaplan_meier",
       "what share is still on its way?",
       {"steps", "reached"},
       {"confidence"},
       RunKaplanMeier},
      {"log_rank",
       "does arm a arrive sooner than arm b, some runs never arriving?",
       {"steps_a", "reached_a", "steps_b", "reached_b"},
       {"side", "distribution", "draws", "seed"},
       RunLogRank},
      {"performance_profile",
       "what share of values lies at or under each threshold?",
       {"values", "thresholds"},
       {"confidence"},
       RunPerformanceProfile},
      {"middle", "where is the middle of values, some of them infinite?", {"values"}, {}, RunMiddle},
  };
}

}  // namespace retable::stats
