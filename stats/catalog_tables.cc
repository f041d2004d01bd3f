#include "stats/catalog.h"

#include <cstddef>
#include <string_view>
#include <vector>

#include "stats/attainable.h"
#include "stats/better.h"
#include "stats/catalog_fields.h"
#include "stats/friedman.h"
#include "stats/jonckheere.h"
#include "stats/max_t.h"
#include "stats/mixed_model.h"
#include "stats/multiplicity.h"
#include "stats/null_distribution.h"
#include "stats/page.h"
#include "stats/power.h"
#include "stats/request.h"
#include "stats/side.h"
#include "stats/steps_to_threshold.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

template <auto kAdjust>
Json RunAdjust(const Request& request) {
  return {{"adjusted", ToJson(kAdjust(request.Column("p"), request.Count("declared", 0)))}};
}

Json RunPage(const Request& request) {
  const auto result = Page(request.Rows("blocks"),
                           {.side = ReadTrendSide(request), .distribution = ReadDistribution(request)});
  return {{"l", result.l}, {"p", result.p}, {"distribution", Name(result.distribution)}};
}

Json RunJonckheere(const Request& request) {
  const auto result = Jonckheere(request.Rows("groups"),
                                 {.side = ReadTrendSide(request), .distribution = ReadDistribution(request)});
  return {{"j", result.j},
          {"mean", result.mean},
          {"variance", result.variance},
          {"p", result.p},
          {"distribution", Name(result.distribution)}};
}

Json RunFriedman(const Request& request) {
  const auto result = Friedman(request.Rows("blocks"),
                               {.better = ReadBetter(request), .distribution = ReadDistribution(request)});
  Json answer = {{"mean_ranks", ToJson(result.mean_ranks)},
                 {"chi_squared", result.chi_squared},
                 {"p", result.p},
                 {"distribution", Name(result.distribution)},
                 {"critical_difference", NemenyiCriticalDifference(result.blocks, result.arms, ReadAlpha(request))}};
  if (result.f) answer["f"] = *result.f;
  return answer;
}

Json RunMaxT(const Request& request) {
  const MaxTOptions defaults;
  const auto result = MaxT(request.Rows("rows"), {.side = ReadSide(request),
                                                  .distribution = ReadDistribution(request),
                                                  .draws = request.Count("draws", defaults.draws),
                                                  .seed = request.Count("seed", defaults.seed)});
  return {{"p", ToJson(result.p)},
          {"adjusted_p", ToJson(result.adjusted_p)},
          {"distribution", Name(result.distribution)}};
}

Json RunKaplanMeier(const Request& request) {
  const std::vector<double> steps = request.Column("steps");
  const std::vector<int> reached = request.Labels("reached");
  if (steps.size() != reached.size()) throw Undefined("\"steps\" and \"reached\" must be of one length");
  std::vector<Steps> runs;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    runs.push_back({steps[i], reached[i] != 0 ? Outcome::kReached : Outcome::kMissed});
  }
  const auto result = KaplanMeier(runs, ReadConfidence(request));
  Json points = Json::array();
  for (const SurvivalPoint& point : result.points) {
    points.push_back({{"steps", point.steps}, {"share_left", point.share_left}, {"se", point.standard_error}});
  }
  Json answer = {{"n", result.n}, {"reached", result.reached}, {"points", points}};
  if (result.median) answer["median"] = *result.median;
  return answer;
}

Json RunCompareArms(const Request& request) {
  const std::vector<double> response = request.Column("response");
  const std::vector<int> arms = request.Labels("arms");
  const std::vector<int> blocks = request.Labels("blocks");
  const std::vector<int> seeds = request.Labels("seeds");
  std::vector<Measurement> runs;
  for (std::size_t i = 0; i < response.size(); ++i) {
    if (arms.size() != response.size() || blocks.size() != response.size() || seeds.size() != response.size()) {
      throw Undefined("\"response\", \"arms\", \"blocks\" and \"seeds\" must be of one length");
    }
    runs.push_back({.response = response[i], .arm = arms[i], .block = blocks[i], .seed = seeds[i]});
  }
  const auto result = CompareArms(runs, static_cast<int>(request.Number("arm", 1)),
                                  static_cast<int>(request.Number("reference", 0)),
                                  {.side = ReadSide(request), .confidence = ReadConfidence(request)});
  const bool paired = result.method == ArmComparisonMethod::kPairedT;
  return {{"estimate", result.estimate}, {"t", result.t},
          {"df", result.df},             {"p", result.p},
          {"interval", ToJson(result.interval)},
          {"method", paired ? "paired t, the mixed model being singular" : "mixed model"}};
}

Json RunPower(const Request& request) {
  const PowerOptions options = {.alpha = ReadAlpha(request), .side = ReadSide(request)};
  const double dz = request.Number("dz");
  const double power = request.Number("power", 0.8);
  const std::size_t n = request.Count("n", 0);
  Json answer = {{"pairs_for_t", PairsForT(dz, power, options)},
                 {"pairs_for_signed_rank", PairsForSignedRank(dz, power, options)}};
  if (n > 0) {
    answer["power_of_t"] = PowerT(dz, static_cast<double>(n), options);
    answer["detectable_dz"] = DetectableDz(n, power, options);
    answer["smallest_p_of_ranks"] = SmallestPairedP(n, options.side);
  }
  return answer;
}

}  // namespace

std::vector<CatalogEntry> TestsOfTables() {
  using Names = std::vector<std::string_view>;
  static const Names kDrawn = {"side", "distribution", "draws", "seed"};
  return {
      {"holm", "p-values of a family of claims, adjusted", {"p"}, {"declared"}, RunAdjust<Holm>},
      {"hochberg", "p-values of a family of claims, adjusted", {"p"}, {"declared"}, RunAdjust<Hochberg>},
      {"benjamini_hochberg", "p-values of a screen, adjusted", {"p"}, {"declared"}, RunAdjust<BenjaminiHochberg>},
      {"benjamini_yekutieli", "p-values of a screen, adjusted", {"p"}, {"declared"}, RunAdjust<BenjaminiYekutieli>},
      {"compare_arms", "do two arms differ, blocks and seeds being random?", {"response", "arms", "blocks", "seeds"},
       {"arm", "reference", "side", "confidence"}, RunCompareArms},
      {"page", "do arms rise in their order, within blocks?", {"blocks"}, {"side", "distribution"}, RunPage},
      {"jonckheere", "do groups rise in their order?", {"groups"}, {"side", "distribution"}, RunJonckheere},
      {"friedman", "do arms differ, over blocks?", {"blocks"}, {"better", "distribution", "alpha"}, RunFriedman},
      {"max_t", "which of several contrasts differ from zero?", {"rows"}, kDrawn, RunMaxT},
      {"kaplan_meier", "what share is still on its way?", {"steps", "reached"}, {"confidence"}, RunKaplanMeier},
      {"power", "how many pairs does an effect need?", {}, {"dz", "power", "n", "alpha", "side"}, RunPower},
  };
}

}  // namespace retable::stats
