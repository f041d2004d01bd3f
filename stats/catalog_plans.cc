#include <cstddef>
#include <vector>

#include "stats/attainable.h"
#include "stats/catalog.h"
#include "stats/catalog_fields.h"
#include "stats/power.h"
#include "stats/power_baseline_noise.h"
#include "stats/power_correlation.h"
#include "stats/power_permutation.h"
#include "stats/request.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

enum class Of {
  kT,
  kSignedRank,
  kSign,
  kSignFlip,
  kTostT,
  kTostSignedRank,
  kSpearman,
  kPartialSpearman,
  kTostSpearman,
  kPage
};

struct Plan {
  Of of;
  double effect;  // dz, the share of positive signs, a margin in sd, rho, a margin of rho, a step in sd
  std::size_t arms;
  std::size_t blocks;  // of points, within which a partial correlation looks
  PowerOptions options;
};

std::size_t Needed(const Plan& plan, double power) {
  const PowerOptions& options = plan.options;
  switch (plan.of) {
    case Of::kT:
      return PairsForT(plan.effect, power, options);
    case Of::kSignedRank:
      return PairsForSignedRank(plan.effect, power, options);
    case Of::kSign:
      return PairsForSignTest(plan.effect, power, options);
    case Of::kSignFlip:
      return PairsForSignFlip(plan.effect, power, options);
    case Of::kTostT:
      return PairsForTostT(plan.effect, power, options.alpha);
    case Of::kTostSignedRank:
      return PairsForTostSignedRank(plan.effect, power, options);
    case Of::kSpearman:
      return PointsForSpearman(plan.effect, power, options);
    case Of::kPartialSpearman:
      return PointsForPartialSpearman(plan.effect, plan.blocks, power, options);
    case Of::kTostSpearman:
      return PointsForTostSpearman(plan.effect, power, options.alpha);
    case Of::kPage:
      break;
  }
  return BlocksForPage(plan.effect, plan.arms, power, options);
}

double PowerAt(const Plan& plan, std::size_t n) {
  const PowerOptions& options = plan.options;
  switch (plan.of) {
    case Of::kT:
      return PowerT(plan.effect, static_cast<double>(n), options);
    case Of::kSignedRank:
      return PowerSignedRank(plan.effect, n, options);
    case Of::kSign:
      return PowerSignTest(plan.effect, n, options);
    case Of::kSignFlip:
      return PowerSignFlip(plan.effect, n, options);
    case Of::kTostT:
      return PowerTostT(plan.effect, n, options.alpha);
    case Of::kTostSignedRank:
      return PowerTostSignedRank(plan.effect, n, options);
    case Of::kSpearman:
      return PowerSpearman(plan.effect, n, options);
    case Of::kPartialSpearman:
      return PowerPartialSpearman(plan.effect, n, plan.blocks, options);
    case Of::kTostSpearman:
      return PowerTostSpearman(plan.effect, n, options.alpha);
    case Of::kPage:
      break;
  }
  return PowerPage(plan.effect, n, plan.arms, options);
}

Json RunPower(const Request& request) {
  const PowerOptions defaults;
  const Plan plan = {.of = request.Choice<Of>("of", {{"t", Of::kT},
                                                     {"signed_rank", Of::kSignedRank},
                                                     {"sign_test", Of::kSign},
                                                     {"sign_flip", Of::kSignFlip},
                                                     {"tost_t", Of::kTostT},
                                                     {"tost_signed_rank", Of::kTostSignedRank},
                                                     {"spearman", Of::kSpearman},
                                                     {"partial_spearman", Of::kPartialSpearman},
                                                     {"tost_spearman", Of::kTostSpearman},
                                                     {"page", Of::kPage}}),
                     .effect = request.Number("effect"),
                     .arms = request.Count("arms", 3),
                     .blocks = request.Count("blocks", 1),
                     .options = {.alpha = ReadAlpha(request),
                                 .side = ReadSide(request),
                                 .draws = request.Count("draws", defaults.draws),
                                 .seed = request.Count("seed", defaults.seed)}};
  const std::size_t n = request.Count("n", 0);
  if (n == 0) return {{"needed", Needed(plan, request.Number("power", 0.8))}};
  return {{"power", PowerAt(plan, n)}};
}

BaselineNoiseDesign ReadDesign(const Request& request) {
  return {.luck_sd = request.Number("luck_sd"),
          .block_sd = request.Number("block_sd"),
          .blocks = request.Count("blocks", 0),
          .seeds = request.Count("seeds", 0),
          .baselines = request.Count("baselines", 0)};
}

Json RunPowerBaselineNoise(const Request& request) {
  const BaselineNoiseDesign design = ReadDesign(request);
  const double effect = request.Number("effect");
  const PowerOptions options = {.alpha = ReadAlpha(request), .side = ReadSide(request)};
  if (design.seeds == 0)
    return {{"seeds_needed", SeedsForBaselineNoise(effect, design, request.Number("power", 0.8), options)}};
  return {{"power", PowerBaselineNoise(effect, design, options)}};
}

Json RunPowerTostBaselineNoise(const Request& request) {
  const BaselineNoiseDesign design = ReadDesign(request);
  const double margin = request.Number("margin"), alpha = ReadAlpha(request);
  if (design.seeds == 0)
    return {{"seeds_needed", SeedsForTostBaselineNoise(margin, design, request.Number("power", 0.8), alpha)}};
  return {{"power", PowerTostBaselineNoise(margin, design, alpha)}};
}

Json RunDetectable(const Request& request) {
  return {{"dz", DetectableDz(request.Count("n", 0), request.Number("power", 0.8),
                              {.alpha = ReadAlpha(request), .side = ReadSide(request)})}};
}

Json RunAttainable(const Request& request) {
  const Side side = ReadSide(request);
  const double alpha = ReadAlpha(request);
  const std::size_t pairs = request.Count("pairs", 0);
  const std::size_t points = request.Count("points", 0);
  const std::size_t blocks = request.Count("blocks", 0);
  const std::size_t arms = request.Count("arms", 0);
  Json answer = Json::object();
  if (pairs > 0) answer["signed_rank_sign_and_sign_flip"] = SmallestPairedP(pairs, side);
  if (pairs > 0) answer["tost_signed_rank"] = SmallestTostP(pairs);
  if (points > 0) answer["spearman_and_kendall"] = SmallestCorrelationP(points, side);
  const double margin = request.Number("margin", 0);
  if (points > 0 && margin != 0) answer["tost_spearman"] = SmallestTostSpearmanP(points, margin);
  if (blocks > 0 && arms > 0) answer["page"] = SmallestPageP(blocks, arms);
  if (blocks > 0 && arms > 0) answer["friedman"] = SmallestFriedmanP(blocks, arms);
  answer["pairs_to_reach_alpha"] = PairsToReach(alpha, side);
  answer["points_to_reach_alpha"] = PointsToReach(alpha, side);
  if (arms > 0) answer["page_blocks_to_reach_alpha"] = PageBlocksToReach(alpha, arms);
  return answer;
}

}  // namespace

std::vector<CatalogEntry> PlansOfDesigns() {
  return {
      {"power",
       "how many pairs (points, blocks) does an effect need; or with n, how likely are those to see it?",
       {},
       {"of", "effect", "n", "power", "alpha", "side", "arms", "blocks", "draws", "seed"},
       RunPower},
      {"power_baseline_noise",
       "how many seeds does an effect beside shared baselines need; or with seeds, how likely are those to "
       "see it?",
       {},
       {"effect", "luck_sd", "block_sd", "blocks", "seeds", "baselines", "power", "alpha", "side"},
       RunPowerBaselineNoise},
      {"power_tost_baseline_noise",
       "how many seeds does an equivalence beside shared baselines need; or with seeds, how likely are those "
       "to show it?",
       {},
       {"margin", "luck_sd", "block_sd", "blocks", "seeds", "baselines", "power", "alpha"},
       RunPowerTostBaselineNoise},
      {"detectable_dz", "which dz do n pairs see?", {}, {"n", "power", "alpha", "side"}, RunDetectable},
      {"attainable",
       "which p can a design reach at all?",
       {},
       {"pairs", "points", "margin", "blocks", "arms", "alpha", "side"},
       RunAttainable},
  };
}

}  // namespace retable::stats
