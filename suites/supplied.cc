#include "suites/supplied.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "data/sha256.h"

namespace retable::suites {
namespace {

constexpr char kMark[] = "+supplied_";
constexpr std::size_t kDigits = 8;

// Whatever some arm of the table is measured by.
Measured MeasuredInAnyWay(const std::vector<Arm>& arms) {
  Measured measured = {.training = false};
  for (const Arm& arm : arms) {
    measured.training |= arm.measured.training;
    measured.replacement |= arm.measured.replacement;
    measured.pattern |= arm.measured.pattern;
  }
  return measured;
}

Arm SuppliedArm(const std::vector<Arm>& arms, const Supplied& supplied) {
  const bool is_program = supplied.file.empty();
  return {.id = kSuppliedArm,
          .title = is_program ? "supplied program" : "supplied patterns",
          .pattern = is_program ? "program" : "file",
          .program = supplied.program,
          .file = supplied.file,
          .is_bias = std::all_of(arms.begin(), arms.end(), [](const Arm& arm) { return arm.is_bias; }),
          .measured = MeasuredInAnyWay(arms)};
}

Arm OnWrongDocuments(Arm arm) {
  arm.id = kSuppliedShuffledArm;
  arm.title += ", wrong documents";
  arm.shuffled = true;
  arm.measured.pattern = false;
  return arm;
}

Claim BeatsShuffled(Quantity response) {
  Claim claim = {.id = "supplied_beats_shuffled",
                 .statement =
                     "The supplied pattern speeds training up more than the same pattern on the wrong "
                     "documents.",
                 .locator = "not in the paper: the pattern was supplied",
                 .arm = kSuppliedArm,
                 .against = kSuppliedShuffledArm};
  if (response != Quantity::kLossIncrease) return claim;
  claim.statement =
      "The supplied pattern costs the trained model less than the same pattern on the wrong documents.";
  std::swap(claim.arm, claim.against);
  claim.response = response;
  return claim;
}

std::string Departure(const Supplied& supplied) {
  const std::string what = supplied.file.empty() ? "the program " + supplied.program
                                                 : "the file of patterns with the SHA-256 " + supplied.file;
  return "Not of the paper: " + what + " was supplied by whoever ran this. " +
         (supplied.reads_tokens
              ? "Its claim joins those of the table, so that Holm's adjustment is over one more."
              : "It is the same on every document, so that there is no arm of wrong documents and no claim.");
}

}  // namespace

Table WithSupplied(Table table, const Supplied& supplied) {
  if (supplied.program.empty() == supplied.file.empty()) {
    throw std::invalid_argument("supply one program, or one file of patterns");
  }
  const std::string sha256 = supplied.file.empty() ? data::Sha256Hex(supplied.program) : supplied.file;
  table.id += kMark + sha256.substr(0, kDigits);
  table.title += ", and a supplied pattern";
  const Arm arm = SuppliedArm(table.arms, supplied);
  table.arms.push_back(arm);
  if (supplied.reads_tokens) {
    table.arms.push_back(OnWrongDocuments(arm));
    table.claims.push_back(BeatsShuffled(table.response));
  }
  for (Scale& scale : table.scales) scale.departures.push_back(Departure(supplied));
  return table;
}

std::string CommandOf(const Table& table, const std::string& scale) {
  std::string target = table.id.substr(0, table.id.find(kMark));
  std::replace(target.begin(), target.end(), '/', '_');
  std::string command = "bazel run //suites:" + target + " -- --scale=" + scale;
  for (const Arm& arm : table.arms) {
    if (arm.id != kSuppliedArm) continue;
    command +=
        arm.file.empty() ? " --program='" + arm.program + "'" : " --patterns=" + arm.file + ".safetensors";
  }
  return command;
}

}  // namespace retable::suites
