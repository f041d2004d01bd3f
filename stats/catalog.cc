#include "stats/catalog.h"

#include "stats/attainable.h"
#include "stats/better.h"
#include "stats/bootstrap.h"
#include "stats/effect_size.h"
#include "stats/equivalence.h"
#include "stats/friedman.h"
#include "stats/interval.h"
#include "stats/jonckheere.h"
#include "stats/kendall.h"
#include "stats/max_t.h"
#include "stats/moments.h"
#include "stats/multiplicity.h"
#include "stats/null_distribution.h"
#include "stats/page.h"
#include "stats/partial_spearman.h"
#include "stats/pearson.h"
#include "stats/power.h"
#include "stats/ratio_of_means.h"
#include "stats/side.h"
#include "stats/sign_flip.h"
#include "stats/sign_test.h"
#include "stats/signed_rank.h"
#include "stats/spearman.h"
#include "stats/steps_to_threshold.h"
#include "stats/student_t.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

using stats::ToJson;  // of numbers; those below are of results

Side ReadSide(const Request& request) {
  return request.Choice<Side>("side",
                              {{"two-sided", Side::kTwoSided}, {"greater", Side::kGreater}, {"less", Side::kLess}});
}

NullDistribution ReadDistribution(const Request& request) {
  return request.Choice<NullDistribution>("distribution", {{"automatic", NullDistribution::kAutomatic},
                                                           {"exact", NullDistribution::kExact},
                                                           {"monte-carlo", NullDistribution::kMonteCarlo},
                                                           {"asymptotic", NullDistribution::kAsymptotic},
                                                           {"student", NullDistribution::kStudent}});
}

Better ReadBetter(const Request& request) {
  return request.Choice<Better>("better", {{"larger", Better::kLarger}, {"smaller", Better::kSmaller}});
}

double ReadConfidence(const Request& request) { return request.Number("confidence", 0.95); }
double ReadAlpha(const Request& request) { return request.Number("alpha", 0.05); }

Json ToJson(const Interval& interval) {
  return {{"low", ToJson(interval.low)}, {"high", ToJson(interval.high)}, {"confidence", interval.confidence}};
}

Json ToJson(const std::vector<double>& values) {
  Json list = Json::array();
  for (double value : values) list.push_back(ToJson(value));
  return list;
}

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

template <auto kAdjust>
Json RunAdjust(const Request& request) {
  return {{"adjusted", ToJson(kAdjust(request.Column("p"), request.Count("declared", 0)))}};
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

Json RunPage(const Request& request) {
  // A trend is one-sided unless said otherwise.
  const Side side = request.Choice<Side>(
      "side", {{"greater", Side::kGreater}, {"less", Side::kLess}, {"two-sided", Side::kTwoSided}});
  const auto result = Page(request.Rows("blocks"), {.side = side, .distribution = ReadDistribution(request)});
  return {{"l", result.l}, {"p", result.p}, {"distribution", Name(result.distribution)}};
}

Json RunJonckheere(const Request& request) {
  const Side side = request.Choice<Side>(
      "side", {{"greater", Side::kGreater}, {"less", Side::kLess}, {"two-sided", Side::kTwoSided}});
  const auto result = Jonckheere(request.Rows("groups"), {.side = side, .distribution = ReadDistribution(request)});
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

std::span<const CatalogEntry> Catalog() {
  using Names = std::vector<std::string_view>;
  static const Names kPairs = {"d", "x", "y"};
  static const Names kColumns = {"x", "y"};
  static const Names kCorrelation = {"side", "distribution", "draws", "seed"};
  static const std::vector<CatalogEntry> kCatalog = {
      {"student_t", "is the mean difference zero?", kPairs, {"side", "mean", "confidence"}, RunStudentT},
      {"signed_rank", "are differences centred on zero?", kPairs, {"side", "zeros", "distribution", "continuity"},
       RunSignedRank},
      {"hodges_lehmann", "where is the centre of the differences?", kPairs, {"side", "confidence"}, RunHodgesLehmann},
      {"sign_test", "do more than half of the differences point one way?", kPairs, {"side", "confidence"}, RunSignTest},
      {"sign_flip", "is the mean difference zero, by flipping signs?", kPairs, kCorrelation, RunSignFlip},
      {"tost_t", "is the mean difference within the margins?", kPairs, {"low", "high", "alpha"}, RunEquivalence<TostT>},
      {"tost_signed_rank", "is the centre of the differences within the margins?", kPairs, {"low", "high", "alpha"},
       RunEquivalence<TostSignedRank>},
      {"non_inferiority_t", "is the mean no worse than the margin?", kPairs, {"margin", "better", "alpha"},
       RunNonInferiority<NonInferiorityT>},
      {"non_inferiority_signed_rank", "is the centre no worse than the margin?", kPairs, {"margin", "better", "alpha"},
       RunNonInferiority<NonInferioritySignedRank>},
      {"spearman", "do two columns rise together?", kColumns, kCorrelation, RunCorrelation<Spearman>},
      {"kendall", "do two columns rise together, pair by pair?", kColumns, kCorrelation, RunCorrelation<Kendall>},
      {"pearson", "do two columns lie on a line?", kColumns, kCorrelation, RunCorrelation<Pearson>},
      {"partial_spearman", "do two columns rise together within blocks?", {"x", "y", "blocks"}, kCorrelation,
       RunPartialSpearman},
      {"holm", "p-values of a family of claims, adjusted", {"p"}, {"declared"}, RunAdjust<Holm>},
      {"hochberg", "p-values of a family of claims, adjusted", {"p"}, {"declared"}, RunAdjust<Hochberg>},
      {"benjamini_hochberg", "p-values of a screen, adjusted", {"p"}, {"declared"}, RunAdjust<BenjaminiHochberg>},
      {"benjamini_yekutieli", "p-values of a screen, adjusted", {"p"}, {"declared"}, RunAdjust<BenjaminiYekutieli>},
      {"effect_sizes", "how large is a paired difference, by each name?", kPairs, {"confidence"}, RunEffectSizes},
      {"cliffs_delta", "how often is one column above the other?", kColumns, {}, RunCliffsDelta},
      {"ratio_of_means", "what share of one mean is the other?", kColumns, {"confidence"}, RunRatioOfMeans},
      {"bootstrap_mean", "how much would the mean move?", kPairs, {"kind", "confidence", "draws", "seed"},
       RunBootstrapMean},
      {"page", "do arms rise in their order, within blocks?", {"blocks"}, {"side", "distribution"}, RunPage},
      {"jonckheere", "do groups rise in their order?", {"groups"}, {"side", "distribution"}, RunJonckheere},
      {"friedman", "do arms differ, over blocks?", {"blocks"}, {"better", "distribution", "alpha"}, RunFriedman},
      {"max_t", "which of several contrasts differ from zero?", {"rows"}, kCorrelation, RunMaxT},
      {"kaplan_meier", "what share is still on its way?", {"steps", "reached"}, {"confidence"}, RunKaplanMeier},
      {"power", "how many pairs does an effect need?", {}, {"dz", "power", "n", "alpha", "side"}, RunPower},
  };
  return kCatalog;
}

}  // namespace retable::stats
