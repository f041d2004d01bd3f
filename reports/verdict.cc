#include "reports/verdict.h"

#include <cmath>
#include <stdexcept>

namespace retable::reports {
namespace {

// The whole interval lies between zero and the printed effect, which it does not hold.
bool IsSmallerThanPrinted(const VerdictInput& input) {
  if (!input.interval || !input.printed || input.side == suites::Side::kEquivalent) return false;
  const stats::Interval& ours = *input.interval;
  return *input.printed > 0 ? ours.low > 0 && ours.high < *input.printed
                            : ours.high < 0 && ours.low > *input.printed;
}

// Undecided where either is: without an effect, or a printed one, there is no sign to differ.
bool HasOtherSign(const VerdictInput& input) {
  return input.printed && input.effect && std::signbit(*input.printed) != std::signbit(*input.effect);
}

bool IsConfirmed(Verdict verdict) {
  return verdict == Verdict::kConfirmed || verdict == Verdict::kConfirmedSmaller;
}

}  // namespace

std::string Name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kConfirmed:
      return "confirmed";
    case Verdict::kConfirmedSmaller:
      return "confirmed, smaller";
    case Verdict::kContradicted:
      return "contradicted";
    case Verdict::kInconclusive:
      return "inconclusive";
    case Verdict::kNotEvaluable:
      return "not evaluable";
    case Verdict::kNotRun:
      return "not run";
    case Verdict::kBlocked:
      return "blocked";
  }
  throw std::invalid_argument("no verdict");
}

bool Agree(Verdict a, Verdict b) { return a == b || (IsConfirmed(a) && IsConfirmed(b)); }

Verdict Judge(const VerdictInput& input) {
  if (input.blocks == 0) return input.is_blocked ? Verdict::kBlocked : Verdict::kNotRun;
  if (!input.p) return Verdict::kNotEvaluable;
  const bool is_two_sided = input.side == suites::Side::kTwoSided;
  if (*input.p <= input.alpha) {
    if (is_two_sided && HasOtherSign(input)) return Verdict::kContradicted;
    return IsSmallerThanPrinted(input) ? Verdict::kConfirmedSmaller : Verdict::kConfirmed;
  }
  if (!is_two_sided && input.p_opposite && *input.p_opposite <= input.alpha) return Verdict::kContradicted;
  return input.smallest_adjusted_p > input.alpha ? Verdict::kNotEvaluable : Verdict::kInconclusive;
}

}  // namespace retable::reports
