#include <vector>

#include "stats/catalog.h"
#include "stats/catalog_fields.h"
#include "stats/frechet.h"
#include "stats/inception_score.h"
#include "stats/kernel_distance.h"
#include "stats/request.h"

namespace retable::stats {
namespace {

Json ToJson(const FrechetResult& result) {
  return {{"squared_distance", result.squared_distance},
          {"mean_part", result.mean_part},
          {"clamped_mass", result.clamped_mass},
          {"raised", result.raised}};
}

enum class Form { kFull, kSmallSample };

Json RunFrechet(const Request& request) {
  const Table a = request.ReadTable("a");
  const Table b = request.ReadTable("b");
  const Form form =
      request.Choice<Form>("form", {{"full", Form::kFull}, {"small-sample", Form::kSmallSample}});
  Json answer = ToJson(form == Form::kFull ? FeatureFrechetDistance(a.View(), b.View())
                                           : SmallSampleFrechetDistance(a.View(), b.View()));
  answer["samples"] = {a.rows, b.rows};
  answer["features"] = a.columns;
  return answer;
}

Json RunFrechetOfGaussians(const Request& request) {
  const std::vector<double> mean_a = request.Column("mean_a");
  const std::vector<double> mean_b = request.Column("mean_b");
  const Table a = request.ReadTable("covariance_a");
  const Table b = request.ReadTable("covariance_b");
  return ToJson(FrechetDistance({mean_a, a.View()}, {mean_b, b.View()}));
}

Json RunKernelDistance(const Request& request) {
  const KernelDistanceOptions defaults;
  const Table a = request.ReadTable("a");
  const Table b = request.ReadTable("b");
  const auto result = KernelDistance(a.View(), b.View(),
                                     {.subset_size = request.Count("subset_size", 0),
                                      .subsets = request.Count("subsets", defaults.subsets),
                                      .seed = request.Count("seed", defaults.seed)});
  Json answer = {{"squared_distance", result.squared_distance}};
  if (result.sd) answer["sd"] = *result.sd;
  answer["samples"] = {a.rows, b.rows};
  return answer;
}

Json RunInceptionScore(const Request& request) {
  const InceptionScoreOptions defaults;
  const Table probabilities = request.ReadTable("probabilities");
  const InceptionScoreOptions options = {
      .splits = request.Count("splits", defaults.splits),
      .seed = request.Count("seed", defaults.seed),
      .order =
          request.Choice<Order>("order", {{"shuffled", Order::kShuffled}, {"as-given", Order::kAsGiven}})};
  const auto result = InceptionScore(probabilities.View(), options);
  Json answer = {{"score", result.score}};
  if (result.sd) answer["sd"] = *result.sd;
  answer["splits"] = options.splits;
  if (options.order == Order::kShuffled) answer["seed"] = options.seed;
  return answer;
}

}  // namespace

std::vector<CatalogEntry> DistancesOfFeatures() {
  return {
      {"frechet",
       "how far apart are two sets of features (a row a sample)?",
       {"a", "b"},
       {"form"},
       RunFrechet},
      {"frechet_of_gaussians",
       "how far apart are two Gaussians?",
       {"mean_a", "covariance_a", "mean_b", "covariance_b"},
       {},
       RunFrechetOfGaussians},
      {"kernel_distance",
       "how far apart are two sets of features, by a cubic kernel?",
       {"a", "b"},
       {"subset_size", "subsets", "seed"},
       RunKernelDistance},
      {"inception_score",
       "are samples clear and varied (a row of class probabilities a sample)?",
       {"probabilities"},
       {"splits", "seed", "order"},
       RunInceptionScore},
  };
}

}  // namespace retable::stats
