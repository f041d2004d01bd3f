#include "suites/injection/replacement.h"

#include "suites/injection/arms.h"
#include "suites/injection/departures.h"
#include "suites/injection/scales.h"
#include "suites/injection/source.h"

namespace retable::suites::injection {
namespace {

constexpr char kLocator[] = "the paragraph on replacement and pruning";

// "As well as deleting the head, on average": within a quarter of what deleting costs, above and below. A
// margin in nats would not do: what deleting costs is not known before the teacher is.
Claim CostsAtLeast(const std::string& program, const std::string& arm) {
  return {.id = arm + "_saves_little",
          .statement =
              "On average " + program + " costs at least three quarters of what deleting the head costs.",
          .locator = kLocator,
          .contrast = {{.arm = arm, .weight = 1}, {.arm = "deletion", .weight = -0.75}},
          .response = Quantity::kLossIncrease,
          .test = Test::kStudentT};
}

Claim CostsAtMost(const std::string& program, const std::string& arm) {
  return {
      .id = arm + "_harms_little",
      .statement = "On average " + program + " costs at most five quarters of what deleting the head costs.",
      .locator = kLocator,
      .contrast = {{.arm = "deletion", .weight = 1.25}, {.arm = arm, .weight = -1}},
      .response = Quantity::kLossIncrease,
      .test = Test::kStudentT};
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

std::vector<std::string> Departures() {
  return {
      "There is one trained teacher, so heads are the only replicates: the table speaks of this teacher. The "
      "paper's is one too, GPT-2.",
      "Deleting a head means that it adds nothing to the residual stream; the output bias, which its layer "
      "shares, stays. The paper does not say what it deletes.",
      "A first version claimed equality within 0.01 nats a token, about what deleting a head costs here, "
      "so that doing nothing would have passed. It was replaced after its outcome was known by what the "
      "paper says, about as much as deleting on average: within a quarter of it.",
  };
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
              CostsAtLeast("replacing a head by its own program", "own_program"),
              CostsAtMost("replacing a head by its own program", "own_program"),
              CostsAtLeast("replacing a head by the best-fit program", "best_fit"),
              CostsAtMost("replacing a head by the best-fit program", "best_fit"),
              CostsMore(
                  "own_costs_more_than_template",
                  "The head's mean template preserves the trained model better than its own program does.",
                  "own_program", "mean_template"),
              CostsMore("best_fit_costs_more_than_template",
                        "The head's mean template preserves the trained model better than the best-fit "
                        "program does.",
                        "best_fit", "mean_template"),
          },
      .scales = Scales(Together(OfPrograms(), Departures())),
  };
}

}  // namespace retable::suites::injection
