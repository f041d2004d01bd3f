#include "suites/injection/bias.h"

#include "suites/injection/arms.h"
#include "suites/injection/claims.h"
#include "suites/injection/departures.h"
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
              // A uniform bias is no bias: as many runs of it as there are heads would count the baseline's
              // luck as many times.
              AboveZero("best_fit_beats_uniform",
                        "As a bias, best-fit programs speed training up more than uniform rows, which leave "
                        "the baseline as it is.",
                        "bias_best_fit", kLocator, 0.0030),
              Amplified("own_amplified",
                        "Heads learn to amplify their own programs: their weight ends above 1.",
                        "bias_own_program"),
              Amplified("best_fit_amplified",
                        "Heads learn to amplify best-fit programs: their weight ends above 1.",
                        "bias_best_fit"),
          },
      .scales = Scales(Together(OfPrograms(), OfBias())),
  };
}

}  // namespace retable::suites::injection
