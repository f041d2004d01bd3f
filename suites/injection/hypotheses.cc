#include "suites/injection/hypotheses.h"

#include "suites/injection/arms.h"
#include "suites/injection/claims.h"
#include "suites/injection/departures.h"
#include "suites/injection/scales.h"
#include "suites/injection/source.h"

namespace retable::suites::injection {

Table Hypotheses() {
  return {
      .id = "injection/hypotheses",
      .title = "Three explanations of the programs' small speedup, and what speaks against each",
      .source = FromP2("the second table: hypotheses and what falsifies them"),
      .question =
          "Does any stable prior help; does the selection by IoU discard what matters; does the fixed "
          "pattern freeze the circuits that programs need?",
      .arms =
          {
              WithPattern(Printed(RealAttention(), 0.0360)),
              WithPattern(Printed(OwnProgram(), 0.0042)),
              WithPattern(Printed(BestFitProgram(), 0.0034), {{Quantity::kInputDependence, 0.049}}),
              Printed(Uniform(), 0.0001),
              Printed(AsBias(RealAttention()), 0.0390),
              Printed(AsBias(OwnProgram()), 0.0067),
              Printed(AsBias(BestFitProgram()), 0.0030),
              Printed(AsBias(Uniform()), 0.0005),
          },
      .claims =
          {
              // Any stable prior helps.
              UniformIsZero(),
              // The selection discards the input dependence that matters.
              {.id = "own_depends_more_on_input",
               .statement = "A head's own program depends more on its input than the best-fit program does.",
               .locator = "second row of the hypotheses: 3.3 times the input dependence",
               .arm = "own_program",
               .against = "best_fit",
               .response = Quantity::kInputDependence,
               // 3.3 times 0.049, less 0.049.
               .printed = PrintedEffect{.difference = 0.1127}},
              OwnEqualsBestFit(),
              // The fixed pattern freezes the circuits that programs need.
              More("bias_real_beats_own",
                   "As a bias too, real attention speeds training up more than own programs.",
                   "third row of the hypotheses: bias mode reproduces the ordering", "bias_real_attention",
                   "bias_own_program", 0.0323),
              More("bias_real_beats_best_fit",
                   "As a bias too, real attention speeds training up more than best-fit programs.",
                   "third row of the hypotheses: bias mode reproduces the ordering", "bias_real_attention",
                   "bias_best_fit", 0.0360),
              {.id = "bias_helps_programs_no_more",
               .statement = "As a bias, the best-fit program speeds training up as much as where the head is "
                            "held to it.",
               .locator = "the paragraph on bias injection: heads gain nothing from their program priors",
               .arm = "bias_best_fit",
               .against = "best_fit",
               .side = Side::kEquivalent,
               .margin = kSameSpeedup,
               .printed = PrintedEffect{.difference = -0.0004}},
          },
      .scales = Scales(Together(Together(OfPrograms(), OfBias()), {OfMeasures()})),
  };
}

}  // namespace retable::suites::injection
