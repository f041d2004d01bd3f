#include "suites/injection/interpolation.h"

#include "suites/injection/arms.h"
#include "suites/injection/claims.h"
#include "suites/injection/departures.h"
#include "suites/injection/scales.h"
#include "suites/injection/source.h"

namespace retable::suites::injection {
namespace {

constexpr char kLocator[] = "the interpolation between the head's mean template and its attention";

// The middle one above the line between its neighbours.
Claim Concave(const std::string& id, const std::string& at, const std::string& below,
              const std::string& middle, const std::string& above) {
  return {
      .id = id,
      .statement = "The curve bends down at " + at + " of real attention.",
      .locator = "the interpolation: the relationship is concave",
      .contrast = {{.arm = middle, .weight = 2}, {.arm = below, .weight = -1}, {.arm = above, .weight = -1}}};
}

Claim AboveProgram(const std::string& id, const std::string& arm, const std::string& what) {
  return More(id, what + " speeds training up more than the best-fit program.",
              "the interpolation: every point is significantly above the program, each at p <= 4e-5", arm,
              "best_fit");
}

}  // namespace

Table Interpolation() {
  return {
      .id = "injection/interpolation",
      .title = "One head held to a blend of its attention and its mean template",
      .source = FromP2(kLocator),
      .question = "How much of a head's document-specific routing does the speedup take?",
      .arms =
          {
              Printed(BestFitProgram(), 0.0135),
              Printed(MeanTemplate(), 0.0151),
              Interpolated(0.25),
              Interpolated(0.5),
              Interpolated(0.75),
              RealAttention(),
          },
      .claims =
          {
              {.id = "template_equals_best_fit",
               .statement = "The head's mean template speeds training up as much as the best-fit program.",
               .locator = "the interpolation: +1.51 % against +1.35 %, p = 0.22",
               .arm = "mean_template",
               .against = "best_fit",
               .side = Side::kEquivalent,
               .margin = kSameSpeedup,
               .printed = PrintedEffect{.difference = 0.0016}},
              AboveProgram("quarter_beats_best_fit", "interpolated_25", "A quarter of real attention"),
              AboveProgram("half_beats_best_fit", "interpolated_50", "Half of real attention"),
              AboveProgram("three_quarters_beat_best_fit", "interpolated_75",
                           "Three quarters of real attention"),
              AboveProgram("all_beats_best_fit", "real_attention", "Real attention"),
              {.id = "monotone",
               .statement = "The more of real attention a head is held to, the larger the speedup.",
               .locator = "the interpolation: speedup increases monotonically",
               .test = Test::kPage,
               .ladder = {"mean_template", "interpolated_25", "interpolated_50", "interpolated_75",
                          "real_attention"}},
              Concave("concave_at_quarter", "a quarter", "mean_template", "interpolated_25",
                      "interpolated_50"),
              Concave("concave_at_half", "half", "interpolated_25", "interpolated_50", "interpolated_75"),
              Concave("concave_at_three_quarters", "three quarters", "interpolated_50", "interpolated_75",
                      "real_attention"),
              {.id = "first_quarter_recovers_most",
               .statement =
                   "The first quarter of real attention recovers more than a quarter of the gap between the "
                   "best-fit program and real attention.",
               .locator = "the interpolation: the first quarter recovers 47 % of the gap",
               .arm = "interpolated_25",
               .against = "best_fit",
               .contrast = {{.arm = "interpolated_25", .weight = 1},
                            {.arm = "real_attention", .weight = -0.25},
                            {.arm = "best_fit", .weight = -0.75}},
               .share = Share{.whole = "real_attention", .printed = 0.47}},
              {.id = "last_quarter_counts",
               .statement = "Real attention speeds training up more than three quarters of it.",
               .locator = "the interpolation: exact over three quarters by +0.45 points, p = 3e-4",
               .arm = "real_attention",
               .against = "interpolated_75",
               .printed = PrintedEffect{.difference = 0.0045}},
          },
      .scales = Scales(Together(OfPrograms(), {OfUnnamedHeads()})),
  };
}

}  // namespace retable::suites::injection
