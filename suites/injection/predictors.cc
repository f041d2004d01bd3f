#include "suites/injection/predictors.h"

#include "suites/injection/arms.h"
#include "suites/injection/departures.h"
#include "suites/injection/scales.h"
#include "suites/injection/source.h"

namespace retable::suites::injection {
namespace {

constexpr char kReal[] = "real_attention";
constexpr char kProgram[] = "best_fit";

Variable SpeedupOf(const std::string& arm) { return {.arm = arm, .quantity = Quantity::kSpeedup}; }

Claim Predicts(const std::string& id, const std::string& statement, const std::string& locator,
               const std::string& arm, Quantity quantity, Test test = Test::kSpearman) {
  return {.id = id,
          .statement = statement,
          .locator = locator,
          .test = test,
          .correlation = Correlation{.x = {.arm = arm, .quantity = quantity}, .y = SpeedupOf(arm)}};
}

Claim PredictsNothing(const std::string& id, const std::string& statement, Test test) {
  Claim claim = Predicts(id, statement, "predictors: IoU predicted nothing", kProgram, Quantity::kIou, test);
  claim.side = Side::kEquivalent;
  claim.margin = kNoCorrelation;
  return claim;
}

Claim SparsityOfSinkFree() {
  Claim claim = Predicts(
      "sparser_programs_help_sink_free_heads",
      "Among heads without a sink, the lower the row entropy of a head's program, the larger the speedup.",
      "predictors: sparsity, on sink-free heads, rho = -0.52", kProgram, Quantity::kRowEntropy);
  claim.side = Side::kTwoSided;
  claim.correlation->sink = kReal;
  claim.correlation->sink_below = kSinkFreeBelow;
  claim.printed = PrintedEffect{.difference = -0.52};
  return claim;
}

Claim InputDependenceOfReal() {
  Claim claim =
      Predicts("input_dependence_predicts_real",
               "The more a head's attention moves with the text, the larger the speedup by it.",
               "predictors: input dependence, rho = +0.25 over all heads", kReal, Quantity::kInputDependence);
  claim.printed = PrintedEffect{.difference = 0.25};
  return claim;
}

// Every property of heads and programs against speedup, all heads and sink-free ones.
std::vector<Correlation> Screen() {
  std::vector<Correlation> screen;
  for (const bool sink_free : {false, true}) {
    for (const std::string arm : {kReal, "own_program", kProgram}) {
      for (const Quantity quantity :
           {Quantity::kDepth, Quantity::kInputDependence, Quantity::kIou, Quantity::kRowEntropy}) {
        if (arm == kReal && quantity == Quantity::kIou) continue;  // of a head with itself: 1
        Correlation one = {.x = {.arm = arm, .quantity = quantity}, .y = SpeedupOf(arm)};
        if (sink_free) one.sink = kReal;
        if (sink_free) one.sink_below = kSinkFreeBelow;
        screen.push_back(one);
      }
    }
  }
  return screen;
}

std::vector<std::string> Departures() {
  return {
      OfMeasures(),
      "The wrong program of the same entropy is another program of the library, blended with uniform rows or "
      "the first token until its mean row entropy is the best fit's; the paper does not say how it matched. "
      "Where the best fit is nearly uniform, so is the wrong program.",
      "Half of the library's programs of heads were fitted for gain and half for IoU, so that choosing by "
      "IoU mostly chooses among the second half; the paper's were all written alike.",
  };
}

std::vector<Scale> PredictorsScales() {
  std::vector<Scale> scales = Scales(Together(OfPrograms(), Departures()));
  scales[1].departures.push_back(
      "No head of this teacher gives its first token 0.3 of its attention: the sink-free heads are all "
      "heads, and rows of the screen come twice.");
  scales[1].departures.push_back(
      "Twelve heads cannot show that a correlation is below 0.25: whether IoU predicts nothing is not "
      "evaluable here.");
  return scales;
}

}  // namespace

Table Predictors() {
  return {
      .id = "injection/predictors",
      .title = "Which property of a head, or of its program, goes with the speedup",
      .source = FromP2("the paragraphs on predictors and on the selection by IoU"),
      .question =
          "Can the speedup by a head's attention, or by its program, be told from properties of the pattern?",
      .arms =
          {
              WithPattern(RealAttention()),
              WithPattern(OwnProgram()),
              WithPattern(BestFitProgram(), {{Quantity::kInputDependence, 0.049}}),
              WithPattern(EntropyMatchedProgram()),
              {.id = "library",
               .title = "every program of the library",
               .pattern = "program",
               .programs = Programs::kLibrary,
               .measured = {.training = false, .pattern = true},
               .printed_measures = {{Quantity::kInputDependence, 0.161}}},
          },
      .claims =
          {
              Predicts("depth_predicts_real", "The deeper a head, the larger the speedup by its attention.",
                       "predictors: the benefit rises with depth", kReal, Quantity::kDepth),
              InputDependenceOfReal(),
              Predicts("input_dependence_predicts_real_within_layers",
                       "Within layers too, the more a head's attention moves with the text, the larger the "
                       "speedup.",
                       "predictors: depth and input dependence may be one; the paper does not separate them",
                       kReal, Quantity::kInputDependence, Test::kWithinLayers),
              PredictsNothing("iou_predicts_nothing", "How well a program fits its head predicts nothing.",
                              Test::kSpearman),
              PredictsNothing("iou_predicts_nothing_within_layers",
                              "Within layers too, how well a program fits its head predicts nothing.",
                              Test::kWithinLayers),
              SparsityOfSinkFree(),
              {.id = "wrong_program_does_as_well",
               .statement = "A wrong program of the same entropy speeds training up as much as the best fit.",
               .locator = "predictors: an entropy-matched wrong program did just as well",
               .arm = "entropy_matched",
               .against = kProgram,
               .side = Side::kEquivalent,
               .margin = kSameSpeedup},
              {.id = "selection_lowers_input_dependence",
               .statement =
                   "Choosing by IoU picks programs that depend less on their input than the library's do.",
               .locator = "the selection: 0.049 against the library's 0.161, 8.9 SD below a random pick",
               .arm = kProgram,
               .response = Quantity::kInputDependence,
               .test = Test::kRandomChoice,
               .printed = PrintedEffect{.difference = 0.112},
               .choice = Choice{.quantity = Quantity::kInputDependence, .pool = "library"}},
          },
      .screen = Screen(),
      .scales = PredictorsScales(),
  };
}

}  // namespace retable::suites::injection
