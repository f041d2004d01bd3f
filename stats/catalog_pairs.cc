#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "stats/better.h"
#include "stats/bootstrap.h"
#include "stats/catalog.h"
#include "stats/catalog_fields.h"
#include "stats/checks.h"
#include "stats/effect_size.h"
#include "stats/equivalence.h"
#include "stats/interval.h"
#include "stats/label_permutation.h"
#include "stats/null_distribution.h"
#include "stats/ratio_of_means.h"
#include "stats/request.h"
#include "stats/side.h"
#include "stats/sign_flip.h"
#include "stats/sign_test.h"
#include "stats/signed_rank.h"
#include "stats/student_t.h"
#include "stats/welch_t.h"

namespace retable::stats {
namespace {

using stats::ToJson;

Json RunStudentT(const Request& request) {
  const auto result = OneSampleT(
      request.Differences(),
      {.side = ReadSide(request), .mean = request.Number("mean", 0), .confidence = ReadConfidence(request)});
  return {{"n", result.n},
          {"mean", result.mean},
          {"sd", result.sd},
          {"t", result.t},
          {"df", result.df},
          {"p", result.p},
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
  return {{"positive", result.positive},     {"negative", result.negative},
          {"zeros", result.zeros},           {"p", result.p},
          {"proportion", result.proportion}, {"interval", ToJson(result.interval)}};
}

Json RunSignFlip(const Request& request) {
  const SignFlipOptions defaults;
  const auto result = SignFlip(request.Differences(), {.side = ReadSide(request),
                                                       .distribution = ReadDistribution(request),
                                                       .draws = request.Count("draws", defaults.draws),
                                                       .seed = request.Count("seed", defaults.seed)});
  return {{"n", result.n},
          {"mean", result.mean},
          {"p", result.p},
          {"distribution", Name(result.distribution)},
          {"draws", result.draws}};
}

template <auto kTest>
Json RunEquivalence(const Request& request) {
  return ToJson(kTest(request.Differences(), ReadBounds(request), ReadAlpha(request)));
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

Json RunEffectSizes(const Request& request) {
  const std::vector<double> d = request.Differences();
  Json answer = Json::object();
  AddIfDefined(answer, "dz", [&] { return Dz(d); });
  AddIfDefined(answer, "dz_interval", [&] { return DzInterval(d, ReadConfidence(request)); });
  AddIfDefined(answer, "hedges_gz", [&] { return HedgesGz(d); });
  AddIfDefined(answer, "rank_biserial", [&] { return RankBiserial(d); });
  if (request.Has("d")) return answer;
  const std::vector<double> x = request.Column("x");
  const std::vector<double> y = request.Column("y");
  AddIfDefined(answer, "d_av", [&] { return Dav(x, y); });
  AddIfDefined(answer, "d_rm", [&] { return Drm(x, y); });
  AddIfDefined(answer, "d_pooled", [&] { return Dpooled(x, y); });
  return answer;
}

Json RunCliffsDelta(const Request& request) {
  return {{"delta", CliffsDelta(request.Column("x"), request.Column("y"))}};
}

Json RunLabelPermutation(const Request& request) {
  const LabelPermutationOptions defaults;
  const std::vector<double> x = request.Column("x");
  const auto result = LabelPermutation(x, request.Column("y"),
                                       {.side = ReadSide(request),
                                        .distribution = ReadDistribution(request),
                                        .draws = request.Count("draws", defaults.draws),
                                        .seed = request.Count("seed", defaults.seed)});
  return {{"difference", result.difference},
          {"p", result.p},
          {"distribution", Name(result.distribution)},
          {"draws", result.draws}};
}

Json RunRatioOfMeans(const Request& request) {
  const auto result = RatioOfMeansFieller(request.Column("x"), request.Column("y"), ReadConfidence(request));
  return {{"estimate", result.estimate}, {"interval", ToJson(result.interval)}};
}

Json RunRatioOfMeansT(const Request& request) {
  const auto result =
      RatioOfMeansT(request.Column("x"), request.Column("y"), request.Number("ratio"), ReadSide(request));
  return {{"t", result.t}, {"df", result.df}, {"p", result.p}, {"dz", result.mean / result.sd}};
}

Json RunWelchT(const Request& request) {
  const std::vector<double> x = request.Column("x");
  const auto result = WelchT(
      x, request.Column("y"),
      {.side = ReadSide(request), .mean = request.Number("mean", 0), .confidence = ReadConfidence(request)});
  return {{"difference", result.difference},
          {"t", result.t},
          {"df", result.df},
          {"p", result.p},
          {"interval", ToJson(result.interval)}};
}

BootstrapOptions ReadBootstrap(const Request& request) {
  const BootstrapOptions defaults;
  return {.kind = request.Choice<BootstrapKind>("kind", {{"bca", BootstrapKind::kBca},
                                                         {"percentile", BootstrapKind::kPercentile},
                                                         {"studentised", BootstrapKind::kStudentised}}),
          .confidence = ReadConfidence(request),
          .draws = request.Count("draws", defaults.draws),
          .seed = request.Count("seed", defaults.seed)};
}

Json ToJson(const BootstrapResult& result) {
  return {{"estimate", result.estimate},
          {"standard_error", result.standard_error},
          {"interval", ToJson(result.interval)}};
}

Json RunBootstrapMean(const Request& request) {
  const std::vector<double> d = request.Differences();
  RequireFinite(d, "value");
  auto mean = [&](std::span<const std::size_t> rows) {
    double mean = 0;
    for (std::size_t row : rows) mean += d[row] / static_cast<double>(rows.size());
    return mean;
  };
  if (!request.Has("clusters")) return ToJson(BootstrapRows(d.size(), mean, ReadBootstrap(request)));
  const std::vector<int> clusters = request.Labels("clusters");
  RequireSameSize(d.size(), clusters.size());
  return ToJson(BootstrapClusters(clusters, mean, ReadBootstrap(request)));
}

Json RunRatioOfMeansBootstrap(const Request& request) {
  return ToJson(RatioOfMeansBootstrap(request.Column("x"), request.Column("y"), ReadBootstrap(request)));
}

Json RunProportion(const Request& request) {
  const std::size_t hits = request.Count("hits", 0);
  const std::size_t n = request.Count("n", 0);
  return {{"share", n == 0 ? Json() : Json(static_cast<double>(hits) / static_cast<double>(n))},
          {"clopper_pearson", ToJson(ClopperPearson(hits, n, ReadConfidence(request), ReadSide(request)))},
          {"wilson", ToJson(WilsonInterval(hits, n, ReadConfidence(request)))}};
}

}  // namespace

std::vector<CatalogEntry> TestsOfPairs() {
  using Names = std::vector<std::string_view>;
  static const Names kPairs = {"d", "x", "y"};
  static const Names kColumns = {"x", "y"};
  static const Names kBootstrap = {"kind", "confidence", "draws", "seed"};
  static const Names kDrawn = {"side", "distribution", "draws", "seed"};
  return {
      {"student_t", "is the mean difference zero?", kPairs, {"side", "mean", "confidence"}, RunStudentT},
      {"signed_rank",
       "are differences centred on zero?",
       kPairs,
       {"side", "zeros", "distribution", "continuity"},
       RunSignedRank},
      {"hodges_lehmann",
       "where is the centre of the differences?",
       kPairs,
       {"side", "confidence"},
       RunHodgesLehmann},
      {"sign_test",
       "do more than half of the differences point one way?",
       kPairs,
       {"side", "confidence"},
       RunSignTest},
      {"sign_flip", "is the mean difference zero, by flipping signs?", kPairs, kDrawn, RunSignFlip},
      {"tost_t",
       "is the mean difference within the margins?",
       kPairs,
       {"low", "high", "alpha"},
       RunEquivalence<TostT>},
      {"tost_signed_rank",
       "is the centre of the differences within the margins?",
       kPairs,
       {"low", "high", "alpha"},
       RunEquivalence<TostSignedRank>},
      {"non_inferiority_t",
       "is the mean no worse than the margin?",
       kPairs,
       {"margin", "better", "alpha"},
       RunNonInferiority<NonInferiorityT>},
      {"non_inferiority_signed_rank",
       "is the centre no worse than the margin?",
       kPairs,
       {"margin", "better", "alpha"},
       RunNonInferiority<NonInferioritySignedRank>},
      {"effect_sizes",
       "how large is a paired difference, by each name?",
       kPairs,
       {"confidence"},
       RunEffectSizes},
      {"cliffs_delta", "how often is one column above the other?", kColumns, {}, RunCliffsDelta},
      {"label_permutation", "do two independent groups differ in their mean?", kColumns, kDrawn,
       RunLabelPermutation},
      {"welch_t",
       "do two independent groups differ in their mean, whatever their spreads?",
       kColumns,
       {"side", "mean", "confidence"},
       RunWelchT},
      {"ratio_of_means", "what share of one mean is the other?", kColumns, {"confidence"}, RunRatioOfMeans},
      {"ratio_of_means_t",
       "is that share above (below, not) a given one?",
       kColumns,
       {"ratio", "side"},
       RunRatioOfMeansT},
      {"ratio_of_means_bootstrap", "the same share, with pairs drawn again", kColumns, kBootstrap,
       RunRatioOfMeansBootstrap},
      {"bootstrap_mean",
       "how much would the mean move, had rows or clusters been drawn again?",
       {"d", "x", "y", "clusters"},
       kBootstrap,
       RunBootstrapMean},
      {"proportion", "which shares fit k hits of n?", {}, {"hits", "n", "confidence", "side"}, RunProportion},
  };
}

}  // namespace retable::stats
