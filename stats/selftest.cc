#include "stats/selftest.h"

#include <cmath>
#include <string>

#include "stats/evaluate.h"

namespace retable::stats {
namespace {

struct Reference {
  const char* request;
  const char* field;  // a JSON pointer into the answer; "" for an expected refusal
  double value;
  double tolerance;  // relative
  const char* source;
};

#define HOLLANDER_WOLFE \
  R"("x":[1.83,0.5,1.62,2.48,1.68,1.88,1.55,3.06,1.3],"y":[0.878,0.647,0.598,2.05,1.06,1.29,1.06,3.14,1.29])"

#define FIVE_BLOCKS \
  R"("blocks":[0.031,0.045,0.022,0.038,0.05],"baselines":[[0.001,-0.004,0.006],[0.012,0.003],[-0.002,0.004,0.001]])"

#define TWO_LAYERS R"("x":[1,5,2,8,3,9,12,7],"y":[2,4,3,9,8,7,11,10],"blocks":[1,1,1,1,2,2,2,2])"

#define TWELVE_BLOCKS R"("luck_sd":0.5,"block_sd":1,"blocks":12,"baselines":4)"

constexpr Reference kReferences[] = {
    {R"({"test":"student_t","data":{)" HOLLANDER_WOLFE "}}", "/t", 3.035375415648591, 1e-13, "R t.test"},
    {R"({"test":"student_t","data":{)" HOLLANDER_WOLFE "}}", "/p", .01617662743490809, 1e-12, "R t.test"},
    {R"({"test":"student_t","data":{)" HOLLANDER_WOLFE "}}", "/interval/low", .1037787122721685, 1e-12,
     "R t.test"},
    {R"({"test":"student_t","data":{"x":[4.33,4.39],"y":[4.28,4.34]}})", "", 0, 0, "no spread but rounding"},
    {R"({"test":"signed_rank","data":{)" HOLLANDER_WOLFE "}}", "/p", .0390625, 1e-15, "R wilcox.test"},
    {R"({"test":"signed_rank","data":{"d":[1.5,-1.5,2]}})", "/p", .75, 1e-15, "exactRankTests wilcox.exact"},
    {R"({"test":"signed_rank","data":{"d":[0,1,2,3,4]},"options":{"zeros":"pratt"}})", "/positive_rank_sum",
     14, 0, "by hand"},
    {R"({"test":"signed_rank","data":{"d":[0,0]}})", "", 0, 0, "zeros only"},
    {R"({"test":"hodges_lehmann","data":{)" HOLLANDER_WOLFE "}}", "/estimate", .46, 1e-12, "R wilcox.test"},
    {R"({"test":"hodges_lehmann","data":{)" HOLLANDER_WOLFE "}}", "/interval/high", .786, 1e-12,
     "R wilcox.test"},
    {R"({"test":"sign_test","data":{"d":[1,1,1,1,1,1,1,1,-1]}})", "/p", .0390625, 1e-14, "R binom.test"},
    {R"({"test":"sign_flip","data":{"d":[49,-67,8,16,6,23,28,41,14,29,56,24,75,60,-48]}})", "/p",
     863. / 16384, 1e-15, "Fisher 1935"},
    {R"({"test":"sign_flip","data":{"d":[0.1,0.2,0.3,-0.4]}})", "/p", .875, 1e-15, "exact enumeration"},
    {R"({"test":"spearman","data":{"x":[1,2,3,4,5,6],"y":[2,1,4,3,6,5]}})", "/p", 7. / 120, 1e-14,
     "enumeration"},
    {R"({"test":"spearman","data":{"x":[1,2,3,4,5],"y":[5,6,7,8,7]}})", "/estimate", .820782681668, 1e-11,
     "scipy"},
    {R"({"test":"kendall","data":{"x":[1,2,2,3,4,5],"y":[1,3,2,2,4,4]}})", "/p", 1. / 15, 1e-14,
     "enumeration"},
    {R"({"test":"pearson","data":{"x":[1,1,1],"y":[1,2,3]}})", "", 0, 0, "a constant column"},
    {R"({"test":"holm","data":{"p":[0.01,0.02]},"options":{"declared":5}})", "/adjusted/1", .08, 1e-14,
     "by hand"},
    {R"({"test":"benjamini_yekutieli","data":{"p":[0.01,0.04,0.03,0.005]}})", "/adjusted/0", .0416666666666,
     1e-10, "R p.adjust"},
    {R"({"test":"effect_sizes","data":{"x":[150,160,110,140,155],"y":[110,122,101,120,140]}})", "/hedges_gz",
     1.400277017, 1e-9, "R"},
    {R"({"test":"page","data":{"blocks":[[1,2,3,4,5],[1,3,2,4,5],[2,1,3,5,4],[1,2,3,4,5]]}})", "/p",
     2.647569444444444e-6, 1e-12, "scipy page_trend_test"},
    {R"({"test":"jonckheere","data":{"groups":[[40,35,38,43,44,41],[38,40,47,44,40,42],[48,40,45,43,46,44]]}})",
     "/p", 359641. / 17153136, 1e-13, "exact rational dynamic programming"},
    {R"({"test":"friedman","data":{"blocks":[[1,2,3],[1,2,3],[1,3,2],[2,1,3],[1,2,3]]}})", "/p", 17. / 432,
     1e-13, "enumeration"},
    {R"({"test":"kaplan_meier","data":{"steps":[9,13,13,18,23,28,31,34,45,48,161],"reached":[1,1,0,1,1,0,1,1,0,1,0]}})",
     "/median", 31, 0, "survival package"},
    {R"({"test":"welch_t","data":{"x":[1.9,0.8,1.1,0.1,-0.1,4.4,5.5,1.6,4.6,3.4],"y":[0.7,-1.6,-0.2,-1.2,-0.1,3.4,3.7,0.8,0,2]}})",
     "/p", .0793941, 1e-6, "R t.test"},
    {R"({"test":"log_rank","data":{"steps_a":[9,13,13,18,23,28,31,34,45,48,161],"reached_a":[1,1,0,1,1,0,1,1,0,1,0],
"steps_b":[5,5,8,8,12,16,23,27,30,33,43,45],"reached_b":[1,1,1,1,1,0,1,1,1,1,1,1]},"options":{"distribution":"asymptotic"}})",
     "/expected_a", 10.69, 5e-4, "R survdiff"},
    {R"({"test":"frechet_of_gaussians","data":{"mean_a":[1,0],"covariance_a":[[2,1],[1,3]],"mean_b":[0,1],
"covariance_b":[[1,-0.5],[-0.5,2]]}})",
     "/squared_distance", 2.812210414014718, 1e-14, "closed form"},
    {R"({"test":"inception_score","data":{"probabilities":[[1,0],[0,1],[1,0],[0,1]]},"options":{"splits":1}})",
     "/score", 2, 1e-14, "closed form"},
    // R 4.2.2: the luck is summary(lm(baseline ~ seed))$sigma, the tails are pt's.
    {R"({"test":"baseline_noise","data":{)" FIVE_BLOCKS R"(,"shares":[0.4,0.3,0.3]}})", "/luck_sd",
     .004658325879540847, 1e-13, "R lm"},
    {R"({"test":"baseline_noise","data":{)" FIVE_BLOCKS R"(,"shares":[0.4,0.3,0.3]}})", "/df",
     7.014354638262109, 1e-13, "R lm, var"},
    {R"({"test":"baseline_noise","data":{)" FIVE_BLOCKS R"(,"shares":[0.4,0.3,0.3]}})", "/p",
     .0004020968208018981, 1e-11, "R lm, var, pt"},
    {R"({"test":"baseline_noise","data":{)" FIVE_BLOCKS R"(,"shares":[0.4,0.3,0.3]}})", "/interval/low",
     .02323591964507749, 1e-12, "R lm, var, qt"},
    {R"({"test":"baseline_noise","data":{)" FIVE_BLOCKS
     R"(,"shares":[0.4,0.3,0.3]},"options":{"side":"greater","mean":0.02}})",
     "/p", .0112823715144073, 1e-11, "R lm, var, pt"},
    {R"({"test":"baseline_noise","data":{"blocks":[1,2,3],"baselines":[[1],[2]]}})", "", 0, 0,
     "no seed with two baselines"},
    // The 125 draws counted by R's expand.grid; four standard errors of the share among 99,999 are 3 %.
    {R"({"test":"random_choice","data":{"chosen":[0.1,0.2,0.2],"pool":[0.1,0.2,0.2,0.5,0.9]}})", "/p", .152,
     .03, "R expand.grid"},
    {R"({"test":"random_choice","data":{"chosen":[0.1,0.2,0.2],"pool":[0.1,0.2,0.2,0.5,0.9]}})", "/z",
     1.262939260742173, 1e-12, "R var"},
    {R"({"test":"random_choice","data":{"chosen":[0.1,0.2,0.2],"pool":[0.1,0.2,0.2,0.5,0.9]}})",
     "/interval/high", .3567550909916487, 1e-12, "R t.test"},
    {R"({"test":"random_choice","data":{"chosen":[0.1,0.2],"pool":[0.5,0.5]}})", "", 0, 0, "a constant pool"},
    {R"({"test":"partial_spearman","data":{)" TWO_LAYERS "}}", "/estimate", .6764814252025461, 1e-13,
     "R cor of resid(lm(rank ~ layer))"},
    {R"({"test":"partial_spearman","data":{)" TWO_LAYERS R"(},"options":{"side":"greater","draws":99999}})",
     "/p", 37. / 576, .05, "the 576 permutations inside layers, counted in R"},
    {R"({"test":"partial_spearman","data":{)" TWO_LAYERS "}}", "/interval/low", -.2577813044909483, 1e-9,
     "R tanh, atanh, qnorm"},
    {R"({"test":"attainable","options":{"points":144,"margin":0.25}})", "/tost_spearman", .001211243395392915,
     1e-11, "R pnorm"},
    {R"({"test":"power_baseline_noise","options":{"effect":0.8,"seeds":3,)" TWELVE_BLOCKS "}}", "/power",
     .4188190643633213, 1e-9, "R pt with ncp"},
    {R"({"test":"power_baseline_noise","options":{"effect":0.8,"power":0.5,)" TWELVE_BLOCKS "}}",
     "/seeds_needed", 5, 0, "R pt with ncp: .479 with 4, .520 with 5"},
    {R"({"test":"power_tost_baseline_noise","options":{"margin":1,"seeds":3,)" TWELVE_BLOCKS "}}", "/power",
     .4408815476884401, 1e-8, "R integrate"},
    {R"({"test":"hommel","data":{"p":[0.01,0.04,0.03,0.005]}})", "/adjusted/0", .03, 1e-14, "R p.adjust"},
    {R"({"test":"power","options":{"effect":0.5}})", "/needed", 34, 0, "R power.t.test"},
    {R"({"test":"power","options":{"effect":-0.5,"side":"greater"}})", "", 0, 0,
     "an effect that points away"},
};

#undef TWELVE_BLOCKS
#undef TWO_LAYERS
#undef FIVE_BLOCKS
#undef HOLLANDER_WOLFE

bool Passes(const Reference& reference, const Json& answer) {
  if (reference.field[0] == '\0') return answer.contains("refused");
  if (!answer.contains("answer")) return false;
  const Json::json_pointer field(reference.field);
  if (!answer["answer"].contains(field) || !answer["answer"][field].is_number()) return false;
  const double value = answer["answer"][field];
  return std::abs(value - reference.value) <= reference.tolerance * std::abs(reference.value);
}

}  // namespace

SelftestCount RunSelftest(std::ostream& out) {
  SelftestCount count;
  for (const Reference& reference : kReferences) {
    const Json answer = Evaluate(Json::parse(reference.request));
    if (Passes(reference, answer)) {
      ++count.passed;
      continue;
    }
    ++count.failed;
    out << "FAILED " << reference.request << "\n  expected "
        << (reference.field[0] == '\0' ? "a refusal" : reference.field + (" " + Json(reference.value).dump()))
        << " (" << reference.source << "), got " << answer.dump() << '\n';
  }
  return count;
}

}  // namespace retable::stats
