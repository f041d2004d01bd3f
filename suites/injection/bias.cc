#include "suites/injection/bias.h"

#include "suites/injection/arms.h"
#include "suites/injection/claims.h"
#include "suites/injection/scales.h"
#include "suites/injection/source.h"

namespace retable::suites::injection {
namespace {

constexpr char kLocator[] = "the paragraph on bias injection";

Claim Amplified(const std::string& id, const std::string& statement, const std::string& arm) {
  return {.id = id,
          .statement = statement,
          .locator = "the paragraph on bias injection: heads amplify their program priors, 1.05 to 1.17",
          .arm = arm,
          .response = Quantity::kPriorWeight,
          .reference = 1};
}

}  // namespace

Table Bias() {
  std::vector<Scale> scales = Scales();
  for (Scale& scale : scales) {
    scale.departures.push_back(
        "A bias adds weight x log(max(pattern, 1e-4)) to the head's scores, and the weight starts at 1. The "
        "paper gives "
        "neither the form nor the floor.");
    scale.departures.push_back(
        "A causal-uniform bias adds the same number to every score of a row, and so changes nothing: its "
        "runs are the "
        "baseline's up to rounding, which makes it a check of the whole path rather than an arm.");
  }
  return {
      .id = "injection/bias",
      .title = "One head with a pattern as a bias on its scores, with a learned weight",
      .source = FromP2(kLocator),
      .question =
          "Do programs help once a head may learn how much of its prior to keep, and how to depart from it?",
      .arms =
          {
              Printed(AsBias(RealAttention()), 0.0390),
              Printed(AsBias(OwnProgram()), 0.0067),
              Printed(AsBias(BestFitProgram()), 0.0030),
              Printed(AsBias(Uniform()), 0.0005),
          },
      .claims =
          {
              More("real_beats_own",
                   "As a bias too, real attention speeds training up more than own programs.", kLocator,
                   "bias_real_attention", "bias_own_program", 0.0323),
              More("own_beats_best_fit",
                   "As a bias, own programs speed training up more than best-fit programs.", kLocator,
                   "bias_own_program", "bias_best_fit", 0.0037),
              More("best_fit_beats_uniform",
                   "As a bias, best-fit programs speed training up more than uniform rows.", kLocator,
                   "bias_best_fit", "bias_uniform", 0.0025),
              Amplified("own_amplified",
                        "Heads learn to amplify their own programs: their weight ends above 1.",
                        "bias_own_program"),
              Amplified("best_fit_amplified",
                        "Heads learn to amplify best-fit programs: their weight ends above 1.",
                        "bias_best_fit"),
          },
      .scales = scales,
  };
}

}  // namespace retable::suites::injection
