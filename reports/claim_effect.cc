#include "reports/claim_effect.h"

#include "reports/claim_p.h"
#include "reports/defined.h"
#include "stats/baseline_noise.h"
#include "stats/moments.h"
#include "stats/random_choice.h"
#include "stats/signed_rank.h"
#include "stats/spearman.h"
#include "stats/student_t.h"

namespace retable::reports {
namespace {

// z and difference need no draw; one is the fewest that there can be.
std::optional<stats::RandomChoiceResult> Choice(const ClaimData& data, double confidence) {
  return IfDefined(
      [&] { return stats::RandomChoice(data.chosen, data.pool, {.confidence = confidence, .draws = 1}); });
}

Effect ChoiceEffect(const ClaimData& data, double confidence) {
  const auto choice = Choice(data, confidence);
  return choice ? Effect{.estimate = choice->difference, .interval = choice->interval} : Effect{};
}

Effect CorrelationEffect(suites::Test test, const ClaimData& data, double confidence) {
  const auto rho = RankCorrelation(test, data);
  if (!rho) return {};
  return {.estimate = rho, .interval = IfDefined([&] {
                             return stats::SpearmanInterval(*rho, EffectivePoints(test, data), confidence);
                           })};
}

Effect MeanEffect(suites::Test test, const ClaimData& data, double confidence) {
  Effect effect;
  const auto moments = IfDefined([&] { return stats::MeanAndSd(data.differences); });
  if (moments) effect.estimate = moments->mean;
  effect.interval = IfDefined([&] {
    return test == suites::Test::kBaselineNoise
               ? stats::BaselineNoiseT(data.differences, data.luck, {.confidence = confidence}).interval
               : stats::OneSampleT(data.differences, {.confidence = confidence}).interval;
  });
  return effect;
}

}  // namespace

double ConfidenceOf(const suites::Claim& claim) {
  return claim.side == suites::Side::kEquivalent ? 1 - 2 * claim.alpha : 0.95;
}

Effect EffectOf(const suites::Claim& claim, const ClaimData& data) {
  const double confidence = ConfidenceOf(claim);
  switch (FormOf(claim)) {
    case Form::kCorrelation:
      return CorrelationEffect(claim.test, data, confidence);
    case Form::kChoice:
      return ChoiceEffect(data, confidence);
    default:
      return MeanEffect(claim.test, data, confidence);
  }
}

Effect CenterOf(const suites::Claim& claim, const ClaimData& data) {
  return {.estimate = IfDefined([&] { return stats::HodgesLehmannEstimate(data.differences); }),
          .interval =
              IfDefined([&] { return stats::HodgesLehmannInterval(data.differences, ConfidenceOf(claim)); })};
}

std::optional<double> ZOfChoice(const ClaimData& data) {
  const auto choice = Choice(data, 0.95);
  return choice ? std::optional(choice->z) : std::nullopt;
}

Place PlaceIn(const stats::Interval& interval, double value) {
  return value < interval.low ? Place::kBelow : value > interval.high ? Place::kAbove : Place::kInside;
}

}  // namespace retable::reports
