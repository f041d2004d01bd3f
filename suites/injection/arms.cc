#include "suites/injection/arms.h"

#include <cmath>
#include <utility>

namespace retable::suites::injection {

Arm RealAttention() {
  return {.id = "real_attention", .title = "real attention", .pattern = "real_attention"};
}

Arm OwnProgram() {
  return {.id = "own_program", .title = "own program", .pattern = "program", .programs = Programs::kOwn};
}

Arm BestFitProgram() {
  return {
      .id = "best_fit", .title = "best-fit program", .pattern = "program", .programs = Programs::kBestFit};
}

Arm EntropyMatchedProgram() {
  return {.id = "entropy_matched",
          .title = "another program of the best fit's entropy",
          .pattern = "program",
          .programs = Programs::kEntropyMatched};
}

Arm MeanTemplate() {
  return {.id = "mean_template", .title = "the head's mean template", .pattern = "mean_template"};
}

Arm Uniform() { return {.id = "uniform", .title = "causal-uniform", .pattern = "uniform"}; }

Arm Deletion() { return {.id = "deletion", .title = "head deleted", .pattern = "deletion"}; }

Arm Interpolated(double share) {
  const std::string percent = std::to_string(std::lround(100 * share));
  return {.id = "interpolated_" + percent,
          .title = percent + " % real attention, the rest its template",
          .pattern = "interpolated",
          .real_share = share};
}

Arm Rule(const std::string& id, const std::string& title, const std::string& program) {
  return {.id = id, .title = title, .pattern = "program", .program = program};
}

Arm Shuffled(Arm arm) {
  arm.id += "_shuffled";
  arm.title += ", wrong documents";
  arm.shuffled = true;
  arm.printed.reset();
  arm.measured.pattern = false;
  arm.printed_measures.clear();
  return arm;
}

Arm AsBias(Arm arm) {
  arm.id = "bias_" + arm.id;
  arm.title += ", as a bias";
  arm.is_bias = true;
  arm.printed.reset();
  return arm;
}

Arm Printed(Arm arm, double printed) {
  arm.printed = printed;
  return arm;
}

Arm WithPattern(Arm arm, std::map<Quantity, double> printed) {
  arm.measured.pattern = true;
  arm.printed_measures = std::move(printed);
  return arm;
}

Arm InTeacher(Arm arm) {
  arm.measured = {.training = false, .replacement = true};
  return arm;
}

}  // namespace retable::suites::injection
