#include <string_view>
#include <vector>

#include "stats/baseline_noise.h"
#include "stats/catalog.h"
#include "stats/catalog_fields.h"
#include "stats/random_choice.h"
#include "stats/request.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

using stats::ToJson;

// "baselines", a row a seed; "shares", equal where they are not given.
std::vector<SeedBaselines> ReadSeeds(const Request& request) {
  const std::vector<std::vector<double>> baselines = request.Rows("baselines");
  std::vector<double> shares(baselines.size(), 1 / static_cast<double>(baselines.size()));
  if (request.Has("shares")) shares = request.Column("shares");
  if (shares.size() != baselines.size())
    throw Undefined("\"shares\" must hold one number for each seed's baselines");
  std::vector<SeedBaselines> seeds;
  for (std::size_t i = 0; i < shares.size(); ++i)
    seeds.push_back({.share = shares[i], .values = baselines[i]});
  return seeds;
}

Json RunBaselineNoise(const Request& request) {
  const auto result = BaselineNoiseT(
      request.Column("blocks"), ReadSeeds(request),
      {.side = ReadSide(request), .mean = request.Number("mean", 0), .confidence = ReadConfidence(request)});
  return {{"mean", result.mean},
          {"luck_sd", result.luck_sd},
          {"block_sd", result.block_sd},
          {"standard_error", result.standard_error},
          {"t", result.t},
          {"df", result.df},
          {"p", result.p},
          {"interval", ToJson(result.interval)}};
}

Json RunRandomChoice(const Request& request) {
  const RandomChoiceOptions defaults;
  const RandomChoiceOptions options = {.side = ReadTrendSide(request),
                                       .confidence = ReadConfidence(request),
                                       .draws = request.Count("draws", defaults.draws),
                                       .seed = request.Count("seed", defaults.seed)};
  const auto result = RandomChoice(request.Column("chosen"), request.Column("pool"), options);
  Json answer = {
      {"difference", result.difference}, {"z", result.z}, {"p", result.p}, {"draws", options.draws}};
  AddIfDefined(answer, "interval", [&] {
    if (!result.interval) throw Undefined("the chosen values have no spread");
    return *result.interval;
  });
  return answer;
}

}  // namespace

std::vector<CatalogEntry> TestsBesideReferences() {
  return {
      {"baseline_noise",
       "is an effect zero that all blocks measure against the same few baselines?",
       {"blocks", "baselines", "shares"},
       {"side", "mean", "confidence"},
       RunBaselineNoise},
      {"random_choice",
       "are chosen values lower than random draws from their pool?",
       {"chosen", "pool"},
       {"side", "confidence", "draws", "seed"},
       RunRandomChoice},
  };
}

}  // namespace retable::stats
