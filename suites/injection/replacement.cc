#include "suites/injection/replacement.h"

#include "suites/injection/arms.h"
#include "suites/injection/scales.h"
#include "suites/injection/source.h"

namespace retable::suites::injection {
namespace {

constexpr char kLocator[] = "the paragraph on replacement and pruning";

Claim AsDeletion(const std::string& id, const std::string& statement, const std::string& arm) {
  return {.id = id,
          .statement = statement,
          .locator = kLocator,
          .arm = arm,
          .against = "deletion",
          .response = Quantity::kLossIncrease,
          .side = Side::kEquivalent,
          .margin = kSameLoss};
}

// `against` loses less than `arm`.
Claim CostsMore(const std::string& id, const std::string& statement, const std::string& arm,
                const std::string& against) {
  return {.id = id,
          .statement = statement,
          .locator = kLocator,
          .arm = arm,
          .against = against,
          .response = Quantity::kLossIncrease};
}

std::vector<Scale> ReplacementScales() {
  std::vector<Scale> scales = Scales();
  for (Scale& scale : scales) {
    scale.departures.push_back(
        "There is one trained teacher, so heads are the only replicates: the table speaks of this teacher. "
        "The paper's "
        "is one too, GPT-2.");
    scale.departures.push_back(
        "Deleting a head means that it adds nothing to the residual stream; the output bias, which its layer "
        "shares, "
        "stays. The paper does not say what it deletes.");
  }
  return scales;
}

}  // namespace

Table Replacement() {
  return {
      .id = "injection/replacement",
      .title = "One head of the trained model replaced, and what that costs",
      .source = FromP2(kLocator),
      .question = "Does a program preserve the trained model any better than deleting the head would?",
      .response = Quantity::kLossIncrease,
      .arms =
          {
              InTeacher(Deletion()),
              InTeacher(MeanTemplate()),
              InTeacher(OwnProgram()),
              InTeacher(BestFitProgram()),
              InTeacher(Uniform()),
          },
      .claims =
          {
              AsDeletion("own_costs_as_deletion",
                         "Replacing a head by its own program costs as much as deleting it.", "own_program"),
              AsDeletion("best_fit_costs_as_deletion",
                         "Replacing a head by the best-fit program costs as much as deleting it.",
                         "best_fit"),
              CostsMore(
                  "own_costs_more_than_template",
                  "The head's mean template preserves the trained model better than its own program does.",
                  "own_program", "mean_template"),
              CostsMore("best_fit_costs_more_than_template",
                        "The head's mean template preserves the trained model better than the best-fit "
                        "program does.",
                        "best_fit", "mean_template"),
          },
      .scales = ReplacementScales(),
  };
}

}  // namespace retable::suites::injection
