#include "reports/speedup.h"

#include <algorithm>
#include <stdexcept>

#include "training/thresholds.h"

namespace retable::reports {
namespace {

using training::FailureCause;
using training::Measurement;
using training::Result;

int Reached(const std::vector<std::optional<double>>& crossings) {
  return static_cast<int>(
      std::count_if(crossings.begin(), crossings.end(), [](const auto& step) { return step.has_value(); }));
}

// Why a result that is there has no steps at every threshold; empty where it has.
std::string Shortfall(const Measurement& measurement) {
  if (measurement.failure) return "failed: " + measurement.failure->message;
  const auto crossings = Crossings(measurement);
  if (crossings.empty()) return "failed: it has no thresholds";
  const int reached = Reached(crossings);
  if (reached == static_cast<int>(crossings.size())) return "";
  return "censored at " + std::to_string(reached) + " of " + std::to_string(crossings.size()) + " thresholds";
}

bool IsMachineFailure(const Result& result) {
  return result.measurement.failure && result.measurement.failure->cause == FailureCause::kMachine;
}

}  // namespace

std::vector<std::optional<double>> Crossings(const Measurement& measurement) {
  std::vector<std::optional<double>> crossings;
  for (const double loss : measurement.thresholds) {
    crossings.push_back(training::CrossingStep(measurement.curve, loss));
    if (crossings.back() && *crossings.back() <= 0) {
      throw std::invalid_argument("threshold " + std::to_string(loss) +
                                  " is reached before any training: it is no threshold");
    }
  }
  return crossings;
}

Baseline MeanBaseline(const std::vector<const Result*>& replicates) {
  Baseline baseline;
  for (std::size_t i = 0; i < replicates.size(); ++i) {
    if (replicates[i] == nullptr || IsMachineFailure(*replicates[i])) continue;
    const Measurement& measurement = replicates[i]->measurement;
    const std::string shortfall = Shortfall(measurement);
    if (!shortfall.empty()) return {.undefined = "baseline replicate " + std::to_string(i) + " " + shortfall};
    const auto crossings = Crossings(measurement);
    if (baseline.replicates++ == 0) baseline.steps.assign(crossings.size(), 0);
    if (crossings.size() != baseline.steps.size()) {
      throw std::invalid_argument("baseline replicate " + std::to_string(i) + " has " +
                                  std::to_string(crossings.size()) + " thresholds, another " +
                                  std::to_string(baseline.steps.size()));
    }
    for (std::size_t t = 0; t < crossings.size(); ++t) baseline.steps[t] += *crossings[t];
  }
  if (baseline.replicates == 0) return {.undefined = "its baseline was not run"};
  for (double& steps : baseline.steps) steps /= baseline.replicates;
  return baseline;
}

Response Speedup(const Baseline& baseline, const Result* run) {
  if (run == nullptr) return {.outcome = Outcome::kMissing, .words = "not run"};
  const std::string shortfall = Shortfall(run->measurement);
  if (IsMachineFailure(*run)) return {.outcome = Outcome::kMissing, .words = shortfall};
  if (!baseline.undefined.empty()) {
    return {.outcome = Outcome::kMissing, .words = "undefined: " + baseline.undefined};
  }
  if (!shortfall.empty()) return {.outcome = Outcome::kCensored, .words = shortfall};
  const auto crossings = Crossings(run->measurement);
  if (crossings.size() != baseline.steps.size()) {
    throw std::invalid_argument("a run has " + std::to_string(crossings.size()) +
                                " thresholds and its baseline " + std::to_string(baseline.steps.size()));
  }
  double sum = 0;
  for (std::size_t t = 0; t < crossings.size(); ++t) sum += baseline.steps[t] / *crossings[t] - 1;
  return {.outcome = Outcome::kReached, .value = sum / static_cast<double>(crossings.size())};
}

}  // namespace retable::reports
