#include "stats/catalog.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "stats/better.h"
#include "stats/bootstrap.h"
#include "stats/catalog_fields.h"
#include "stats/correlation.h"
#include "stats/effect_size.h"
#include "stats/equivalence.h"
#include "stats/interval.h"
#include "stats/kendall.h"
#include "stats/label_permutation.h"
#include "stats/moments.h"
#include "stats/null_distribution.h"
#include "stats/partial_spearman.h"
#include "stats/pearson.h"
#include "stats/ratio_of_means.h"
#include "stats/request.h"
#include "stats/side.h"
#include "stats/sign_flip.h"
#include "stats/sign_test.h"
#include "stats/signed_rank.h"
#include "stats/spearman.h"
#include "stats/student_t.h"

namespace retable::stats {
namespace {

using stats::ToJson;

Json RunStudentT(const Request& request) {
  const auto result = OneSampleT(request.Differences(), {.side = ReadSide(request),
                                                         .mean = request.Number("mean", 0),
                                                         .confidence = ReadConfidence(request)});
  return {{"n", result.n},   {"mean", result.mean}, {"sd", result.sd},
          {"t", result.t},   {"df", result.df},     {"p", result.p},
          {"interval", ToJson(result.interval)}};
}

Json RunSignedRank(const Request& request) {
  const SignedRankOptions options = {
      .side = ReadSide(request),
      .zeros = request.Choice<Zeros>(
          "zeros", {{"drop", Zeros::kDrop}, {"pratt", Zeros::kPratt}, {"zsplit", Zeros::kZsplit}}),
      .distribution = ReadDistribution(request),
      .continuity = request.Choice<Continuity>(
          "continuity", {{"none", Continuity::kNone}, {"corrected", Continuity::kCorrected}})};
  // Differences first, for their refusals; but columns keep their own scale for the tie tolerance.
  const std::vector<double> differences = request.Differences();
  const auto result = request.Has("d") ? SignedRank(differences, options)
                                       : SignedRank(request.Column("x"), request.Column("y"), options);
  return {{"n", result.n},
          {"zeros", result.zeros},
          {"positive_rank_sum", result.positive_rank_sum},
          {"negative_rank_sum", result.negative_rank_sum},
          {"p", result.p},
          {"distribution", Name(result.distribution)}};
}

Json RunHodgesLehmann(const Request& request) {
  const std::vector<double> d = request.Differences();
  return {{"estimate", ToJson(HodgesLehmannEstimate(d))},
          {"interval", ToJson(HodgesLehmannInterval(d, ReadConfidence(request), ReadSide(request)))}};
}

Json RunSignTest(const Request& request) {
  const auto result =
      SignTest(request.Differences(), {.side = ReadSide(request), .confidence = ReadConfidence(request)});
  return {{"positive", result.positive}, {"negative", result.negative},     {"zeros", result.zeros},
          {"p", result.p},               {"proportion", result.proportion}, {"interval", ToJson(result.interval)}};
}

Json RunSignFlip(const Request& request) {
  const SignFlipOptions defaults;
  const auto result = SignFlip(request.Differences(), {.side = ReadSide(request),
                                                       .distribution = ReadDistribution(request),
                                                       .draws = request.Count("draws", defaults.draws),
                                                       .seed = request.Count("seed", defaults.seed)});
  return {{"n", result.n}, {"mean", result.mean}, {"p", result.p}, {"distribution", Name(result.distribution)}};
}

Json ToJson(const EquivalenceResult& result) {
  return {{"estimate", ToJson(result.estimate)}, {"p_above_low", result.p_above_low},
          {"p_below_high", result.p_below_high}, {"p", result.p},
          {"interval", ToJson(result.interval)}, {"smallest_margin", ToJson(result.smallest_margin)}};
}

template <auto kTest>
Json RunEquivalence(const Request& request) {
  return ToJson(kTest(request.Differences(), {request.Number("low"), request.Number("high")}, ReadAlpha(request)));
}

template <auto kTest>
Json RunNonInferiority(const Request& request) {
  const NonInferiorityResult result =
      kTest(request.Differences(), request.Number("margin"), ReadBetter(request), ReadAlpha(request));
  return {{"estimate", ToJson(result.estimate)},
          {"p", result.p},
          {"interval", ToJson(result.interval)},
          {"smallest_margin", ToJson(result.smallest_margin)}};
}

CorrelationOptions ReadCorrelation(const Request& request) {
  const CorrelationOptions defaults;
  return {.side = ReadSide(request),
          .distribution = ReadDistribution(request),
          .draws = request.Count("draws", defaults.draws),
          .seed = request.Count("seed", defaults.seed)};
}

Json ToJson(const CorrelationResult& result) {
  return {{"n", result.n},
          {"estimate", result.estimate},
          {"p", result.p},
          {"distribution", Name(result.distribution)}};
}

template <auto kTest>
Json RunCorrelation(const Request& request) {
  return ToJson(kTest(request.Column("x"), request.Column("y"), ReadCorrelation(request)));
}

Json RunPartialSpearman(const Request& request) {
  return ToJson(PartialSpearman(request.Column("x"), request.Column("y"), request.Labels("blocks"),
                                ReadCorrelation(request)));
}

Json RunEffectSizes(const Request& request) {
  const std::vector<double> d = request.Differences();
  Json answer = {{"dz", Dz(d)},
                 {"dz_interval", ToJson(DzInterval(d, ReadConfidence(request)))},
                 {"hedges_gz", HedgesGz(d)},
                 {"rank_biserial", RankBiserial(d)}};
  if (!request.Has("d")) answer["d_av"] = Dav(request.Column("x"), request.Column("y"));
  return answer;
}

Json RunCliffsDelta(const Request& request) {
  return {{"delta", CliffsDelta(request.Column("x"), request.Column("y"))}};
}

Json RunLabelPermutation(const Request& request) {
  const LabelPermutationOptions defaults;
  const std::vector<double> x = request.Column("x");
  const auto result = LabelPermutation(x, request.Column("y"), {.side = ReadSide(request),
                                                                .distribution = ReadDistribution(request),
                                                                .draws = request.Count("draws", defaults.draws),
                                                                .seed = request.Count("seed", defaults.seed)});
  return {{"difference", result.difference}, {"p", result.p}, {"distribution", Name(result.distribution)}};
}

Json RunRatioOfMeans(const Request& request) {
  const auto result = RatioOfMeansFieller(request.Column("x"), request.Column("y"), ReadConfidence(request));
  return {{"estimate", result.estimate}, {"interval", ToJson(result.interval)}};
}

Json RunBootstrapMean(const Request& request) {
  const BootstrapOptions defaults;
  const BootstrapOptions options = {
      .kind = request.Choice<BootstrapKind>("kind", {{"bca", BootstrapKind::kBca},
                                                     {"percentile", BootstrapKind::kPercentile},
                                                     {"studentised", BootstrapKind::kStudentised}}),
      .confidence = ReadConfidence(request),
      .draws = request.Count("draws", defaults.draws),
      .seed = request.Count("seed", defaults.seed)};
  auto mean = [](std::span<const double> values) { return MeanAndSd(values).mean; };
  const auto result = Bootstrap(request.Differences(), mean, options);
  return {{"estimate", result.estimate},
          {"standard_error", result.standard_error},
          {"interval", ToJson(result.interval)}};
}

}  // namespace

std::vector<CatalogEntry> TestsOfColumns() {
  using Names = std::vector<std::string_view>;
  static const Names kPairs = {"d", "x", "y"};
  static const Names kColumns = {"x", "y"};
  static const Names kDrawn = {"side", "distribution", "draws", "seed"};
  return {
      {"student_t", "is the mean difference zero?", kPairs, {"side", "mean", "confidence"}, RunStudentT},
      {"signed_rank", "are differences centred on zero?", kPairs, {"side", "zeros", "distribution", "continuity"},
       RunSignedRank},
      {"hodges_lehmann", "where is the centre of the differences?", kPairs, {"side", "confidence"}, RunHodgesLehmann},
      {"sign_test", "do more than half of the differences point one way?", kPairs, {"side", "confidence"}, RunSignTest},
      {"sign_flip", "is the mean difference zero, by flipping signs?", kPairs, kDrawn, RunSignFlip},
      {"tost_t", "is the mean difference within the margins?", kPairs, {"low", "high", "alpha"}, RunEquivalence<TostT>},
      {"tost_signed_rank", "is the centre of the differences within the margins?", kPairs, {"low", "high", "alpha"},
       RunEquivalence<TostSignedRank>},
      {"non_inferiority_t", "is the mean no worse than the margin?", kPairs, {"margin", "better", "alpha"},
       RunNonInferiority<NonInferiorityT>},
      {"non_inferiority_signed_rank", "is the centre no worse than the margin?", kPairs, {"margin", "better", "alpha"},
       RunNonInferiority<NonInferioritySignedRank>},
      {"spearman", "do two columns rise together?", kColumns, kDrawn, RunCorrelation<Spearman>},
      {"kendall", "do two columns rise together, pair by pair?", kColumns, kDrawn, RunCorrelation<Kendall>},
      {"pearson", "do two columns lie on a line?", kColumns, kDrawn, RunCorrelation<Pearson>},
      {"partial_spearman", "do two columns rise together within blocks?", {"x", "y", "blocks"}, kDrawn,
       RunPartialSpearman},
      {"effect_sizes", "how large is a paired difference, by each name?", kPairs, {"confidence"}, RunEffectSizes},
      {"cliffs_delta", "how often is one column above the other?", kColumns, {}, RunCliffsDelta},
      {"label_permutation", "do two independent groups differ in their mean?", kColumns, kDrawn,
       RunLabelPermutation},
      {"ratio_of_means", "what share of one mean is the other?", kColumns, {"confidence"}, RunRatioOfMeans},
      {"bootstrap_mean", "how much would the mean move?", kPairs, {"kind", "confidence", "draws", "seed"},
       RunBootstrapMean},
  };
}

}  // namespace retable::stats
