#include "suites/injection/rules.h"

#include "suites/injection/arms.h"
#include "suites/injection/claims.h"
#include "suites/injection/departures.h"
#include "suites/injection/scales.h"
#include "suites/injection/source.h"

namespace retable::suites::injection {
Table Rules() {
  return {
      .id = "injection/rules",
      .title = "One head held to a rule over token identities: induction and previous occurrence",
      .source = FromP2("the positive control: the induction rule and its variant"),
      .question =
          "Does a hand-written rule that depends on the content of the document speed training up, and does "
          "it stop doing so on the wrong documents?",
      .arms =
          {
              // Just after each previous occurrence of the current token.
              {.id = "induction", .title = "induction rule", .pattern = "induction", .printed = 0.0394},
              {.id = "induction_shuffled",
               .title = "induction rule, wrong documents",
               .pattern = "induction",
               .shuffled = true,
               .printed = 0.0033},
              // The previous occurrences themselves.
              {.id = "previous_occurrence",
               .title = "previous-occurrence rule",
               .pattern = "previous_occurrence",
               .printed = 0.0180},
              {.id = "previous_occurrence_shuffled",
               .title = "previous-occurrence rule, wrong documents",
               .pattern = "previous_occurrence",
               .shuffled = true,
               .printed = 0.0037},
              // Beside them for comparison; the paper prints no number for its 16 heads. Shared with
              // injection/patterns, so it trains once.
              RealAttention(),
              // The paper's numbers for its 16 heads.
              Printed(BestFitProgram(), 0.0135),
              // The curve on which the induction rule finds its place; shared with injection/interpolation.
              Printed(MeanTemplate(), 0.0151),
              Interpolated(0.25),
              Interpolated(0.5),
              Interpolated(0.75),
          },
      .claims =
          {
              {.id = "induction_beats_shuffled",
               .statement = "The induction rule speeds training up more than the same patterns on the wrong "
                            "documents.",
               .locator = "positive control: +3.94 % against +0.33 %, 16 of 16 heads, p = 1.5e-5",
               .arm = "induction",
               .against = "induction_shuffled",
               .test = Test::kSignedRank,
               .side = Side::kGreater,
               .alpha = 0.05,
               .printed = PrintedEffect{.difference = 0.0361}},
              {.id = "previous_occurrence_beats_shuffled",
               .statement = "The previous-occurrence rule speeds training up more than the same patterns on "
                            "the wrong documents.",
               .locator = "positive control, its variant: +1.80 % against +0.37 %",
               .arm = "previous_occurrence",
               .against = "previous_occurrence_shuffled",
               .test = Test::kSignedRank,
               .side = Side::kGreater,
               .alpha = 0.05,
               .printed = PrintedEffect{.difference = 0.0143}},
              More("induction_beats_best_fit",
                   "The induction rule speeds training up more than the best-fit program.",
                   "positive control: it beats the best-fit program by 2.6 points", "induction", "best_fit",
                   0.0259),
              {.id = "induction_beats_template",
               .statement =
                   "The induction rule is worth some of the head's real routing: it speeds training up more "
                   "than the head's mean template.",
               .locator =
                   "positive control: on the interpolation curve the rule lands at 0.32 of real routing",
               .arm = "induction",
               .against = "mean_template",
               .printed = PrintedEffect{.difference = 0.0243},
               .place = PlaceOnCurve{.curve = {{0, "mean_template"},
                                               {0.25, "interpolated_25"},
                                               {0.5, "interpolated_50"},
                                               {0.75, "interpolated_75"},
                                               {1, "real_attention"}},
                                     .printed = 0.32}},
          },
      .scales = Scales(Together(OfPrograms(), {OfUnnamedHeads(), OfRulesInHeads()})),
  };
}

}  // namespace retable::suites::injection
