#include "reports/compare_runs.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "reports/joined.h"

namespace retable::reports {
namespace {

using training::CurvePoint;
using training::Measurement;

std::optional<double> CurveDifference(const std::vector<CurvePoint>& a, const std::vector<CurvePoint>& b) {
  std::map<int, double> losses;
  for (const CurvePoint& point : a) losses[point.step] = point.loss;
  std::optional<double> largest;
  for (const CurvePoint& point : b) {
    const auto found = losses.find(point.step);
    if (found != losses.end()) largest = std::max(largest.value_or(0), std::abs(point.loss - found->second));
  }
  return largest;
}

std::optional<double> LastDifference(const std::vector<CurvePoint>& a, const std::vector<CurvePoint>& b) {
  if (a.empty() || b.empty()) return std::nullopt;
  return std::abs(b.back().loss - a.back().loss);
}

std::string FailureText(const std::optional<training::Failure>& failure) {
  return failure ? "'" + failure->message + "'" : "none";
}

std::string PartsThatDiffer(const Measurement& a, const Measurement& b) {
  std::vector<std::string> parts;
  const auto add = [&](bool differs, const std::string& part) {
    if (differs) parts.push_back(part);
  };
  add(a.failure != b.failure, "failure (A " + FailureText(a.failure) + ", B " + FailureText(b.failure) + ")");
  add(a.curve != b.curve, "curve");
  add(a.thresholds != b.thresholds, "thresholds");
  add(a.metrics != b.metrics, "metrics");
  add(a.ledger.initial_weights != b.ledger.initial_weights, "initial weights");
  add(a.ledger.data_order != b.ledger.data_order, "data order");
  add(a.ledger.final_weights != b.ledger.final_weights, "final weights");
  return Joined(parts, ", ");
}

RunDifference Difference(const CellRun& a, const CellRun& b) {
  const Measurement& of_a = a.result->measurement;
  const Measurement& of_b = b.result->measurement;
  return {.run = Name(a.cell),
          .key = training::Key(a.cell.run),
          .parts = PartsThatDiffer(of_a, of_b),
          .is_same_machine = IsSameMachine(a.result->provenance, b.result->provenance),
          .curve = CurveDifference(of_a.curve, of_b.curve),
          .last = LastDifference(of_a.curve, of_b.curve)};
}

// A run without curve points in common is as far apart as can be.
bool IsGraver(const RunDifference& a, const RunDifference& b) {
  if (a.is_same_machine != b.is_same_machine) return a.is_same_machine;
  return a.curve.value_or(INFINITY) > b.curve.value_or(INFINITY);
}

void AddLack(const std::string& side, const CellRun& run, const WhyLacking& why_lacking,
             std::vector<Lack>& lacks) {
  const std::string why = run.result    ? "failed: " + run.result->measurement.failure->message
                          : why_lacking ? why_lacking(run.cell.run)
                                        : "not run";
  const auto same = std::find_if(lacks.begin(), lacks.end(), [&](const Lack& lack) {
    return lack.side == side && lack.arm == run.cell.arm && lack.why == why;
  });
  Lack& lack = same != lacks.end()
                   ? *same
                   : lacks.emplace_back(Lack{.side = side, .arm = run.cell.arm, .why = why, .runs = {}});
  lack.runs.push_back(Name(run.cell));
}

}  // namespace

bool IsSameMachine(const training::Provenance& a, const training::Provenance& b) {
  const bool is_recorded = !a.cpu.empty() && !a.blas.empty() && !a.libtorch.empty() && !a.device.empty();
  return is_recorded && a.cpu == b.cpu && a.blas == b.blas && a.libtorch == b.libtorch &&
         a.device == b.device && a.threads == b.threads && a.data == b.data;
}

RunComparison CompareRuns(const std::vector<CellRun>& a, const std::vector<CellRun>& b,
                          const WhyLacking& why_a, const WhyLacking& why_b) {
  if (a.size() != b.size()) throw std::invalid_argument("the two sides have not the same cells");
  RunComparison comparison;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].cell.run != b[i].cell.run) throw std::invalid_argument("the two sides have not the same cells");
    if (!IsMeasured(a[i]) && IsMeasured(b[i])) AddLack("A", a[i], why_a, comparison.lacks);
    if (!IsMeasured(b[i]) && IsMeasured(a[i])) AddLack("B", b[i], why_b, comparison.lacks);
    if (!IsMeasured(a[i]) || !IsMeasured(b[i])) continue;
    ++comparison.shared;
    comparison.same_machine += IsSameMachine(a[i].result->provenance, b[i].result->provenance);
    if (a[i].result->measurement == b[i].result->measurement) {
      ++comparison.equal;
    } else {
      comparison.different.push_back(Difference(a[i], b[i]));
    }
  }
  std::stable_sort(comparison.different.begin(), comparison.different.end(), IsGraver);
  return comparison;
}

void KeepShared(std::vector<CellRun>& a, std::vector<CellRun>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (IsMeasured(a[i]) && IsMeasured(b.at(i))) continue;
    a[i].result.reset();
    b.at(i).result.reset();
  }
}

}  // namespace retable::reports
