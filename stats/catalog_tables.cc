#include <cstddef>
#include <string_view>
#include <vector>

#include "stats/better.h"
#include "stats/catalog.h"
#include "stats/catalog_fields.h"
#include "stats/friedman.h"
#include "stats/jonckheere.h"
#include "stats/max_t.h"
#include "stats/mixed_model.h"
#include "stats/multiplicity.h"
#include "stats/null_distribution.h"
#include "stats/page.h"
#include "stats/request.h"
#include "stats/side.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

constexpr std::size_t kMostNemenyiArms = 20;  // whose pairs are listed

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
  Json answer = {
      {"mean_ranks", ToJson(result.mean_ranks)},
      {"chi_squared", result.chi_squared},
      {"p", result.p},
      {"distribution", Name(result.distribution)},
      {"critical_difference", NemenyiCriticalDifference(result.blocks, result.arms, ReadAlpha(request))}};
  if (result.f) answer["f"] = *result.f;
  if (result.f_p) answer["f_p"] = *result.f_p;
  if (result.arms > kMostNemenyiArms) return answer;
  for (std::size_t i = 0; i < result.arms; ++i) {
    for (std::size_t j = i + 1; j < result.arms; ++j) {
      answer["nemenyi"].push_back(
          {{"arms", {i, j}},
           {"p", NemenyiP(result.mean_ranks[i], result.mean_ranks[j], result.blocks, result.arms)}});
    }
  }
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
          {"distribution", Name(result.distribution)},
          {"draws", result.draws}};
}

Json RunCompareArms(const Request& request) {
  const std::vector<double> response = request.Column("response");
  const std::vector<int> arms = request.Labels("arms");
  const std::vector<int> blocks = request.Labels("blocks");
  const std::vector<int> seeds = request.Labels("seeds");
  std::vector<Measurement> runs;
  for (std::size_t i = 0; i < response.size(); ++i) {
    if (arms.size() != response.size() || blocks.size() != response.size() ||
        seeds.size() != response.size()) {
      throw Undefined("\"response\", \"arms\", \"blocks\" and \"seeds\" must be of one length");
    }
    runs.push_back({.response = response[i], .arm = arms[i], .block = blocks[i], .seed = seeds[i]});
  }
  const auto result = CompareArms(runs, request.Label("arm", 1), request.Label("reference", 0),
                                  {.side = ReadSide(request), .confidence = ReadConfidence(request)});
  const bool paired = result.method == ArmComparisonMethod::kPairedT;
  return {{"estimate", result.estimate},
          {"t", result.t},
          {"df", result.df},
          {"p", result.p},
          {"interval", ToJson(result.interval)},
          {"method", paired ? "paired t, the mixed model being singular" : "mixed model"},
          {"block_sd", result.block_sd ? Json(*result.block_sd) : Json("one level")},
          {"seed_sd", result.seed_sd ? Json(*result.seed_sd) : Json("one level")},
          {"residual_sd", result.residual_sd}};
}

}  // namespace

std::vector<CatalogEntry> TestsOfTables() {
  using Names = std::vector<std::string_view>;
  static const Names kDrawn = {"side", "distribution", "draws", "seed"};
  return {
      {"holm", "p-values of a family of claims, adjusted", {"p"}, {"declared"}, RunAdjust<Holm>},
      {"hochberg", "p-values of a family of claims, adjusted", {"p"}, {"declared"}, RunAdjust<Hochberg>},
      {"hommel", "p-values of a family of claims, adjusted", {"p"}, {"declared"}, RunAdjust<Hommel>},
      {"benjamini_hochberg",
       "p-values of a screen, adjusted",
       {"p"},
       {"declared"},
       RunAdjust<BenjaminiHochberg>},
      {"benjamini_yekutieli",
       "p-values of a screen, adjusted",
       {"p"},
       {"declared"},
       RunAdjust<BenjaminiYekutieli>},
      {"compare_arms",
       "do two arms differ, blocks and seeds being random?",
       {"response", "arms", "blocks", "seeds"},
       {"arm", "reference", "side", "confidence"},
       RunCompareArms},
      {"page", "do arms rise in their order, within blocks?", {"blocks"}, {"side", "distribution"}, RunPage},
      {"jonckheere", "do groups rise in their order?", {"groups"}, {"side", "distribution"}, RunJonckheere},
      {"friedman",
       "do arms differ, over blocks?",
       {"blocks"},
       {"better", "distribution", "alpha"},
       RunFriedman},
      {"max_t", "which of several contrasts differ from zero?", {"rows"}, kDrawn, RunMaxT},
  };
}

}  // namespace retable::stats
