#include "reports/verdict.h"

#include <cmath>
#include <stdexcept>

#include "stats/attainable.h"

namespace retable::reports {
namespace {

// The whole interval lies between zero and the printed effect, which it does not hold.
bool IsSmallerThanPrinted(const VerdictInput& input) {
  if (!input.interval || !input.printed) return false;
  const stats::Interval& ours = *input.interval;
  return *input.printed > 0 ? ours.low > 0 && ours.high < *input.printed
                            : ours.high < 0 && ours.low > *input.printed;
}

bool HasOtherSign(const VerdictInput& input) {
  return input.printed && std::signbit(*input.printed) != std::signbit(input.effect);
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
  }
  throw std::invalid_argument("no verdict");
}

stats::Side StatsSide(suites::Side side) {
  return side == suites::Side::kTwoSided ? stats::Side::kTwoSided : stats::Side::kGreater;
}

Verdict Judge(const VerdictInput& input) {
  if (input.heads == 0) return Verdict::kNotRun;
  const auto declared = static_cast<std::size_t>(input.declared_heads);
  const double smallest = stats::SmallestPairedP(declared, StatsSide(input.side));
  if (input.family * smallest > input.alpha) return Verdict::kNotEvaluable;
  if (!input.p) return Verdict::kNotEvaluable;
  const bool is_two_sided = input.side == suites::Side::kTwoSided;
  if (*input.p <= input.alpha) {
    if (is_two_sided && HasOtherSign(input)) return Verdict::kContradicted;
    return IsSmallerThanPrinted(input) ? Verdict::kConfirmedSmaller : Verdict::kConfirmed;
  }
  if (!is_two_sided && input.p_opposite && *input.p_opposite <= input.alpha) return Verdict::kContradicted;
  return Verdict::kInconclusive;
}

}  // namespace retable::reports
