#include "training/thresholds.h"

#include <stdexcept>
#include <string>

namespace retable::training {
namespace {

std::vector<CurvePoint> MeanCurve(const std::vector<std::vector<CurvePoint>>& curves) {
  if (curves.empty()) throw std::invalid_argument("thresholds need at least one calibration curve");
  std::vector<CurvePoint> mean = curves.front();
  for (CurvePoint& point : mean) point.loss = 0;
  for (const auto& curve : curves) {
    if (curve.size() != mean.size()) throw std::invalid_argument("calibration curves differ in length");
    for (std::size_t i = 0; i < curve.size(); ++i) {
      if (curve[i].step != mean[i].step) throw std::invalid_argument("calibration curves differ in their steps");
      mean[i].loss += curve[i].loss / static_cast<double>(curves.size());
    }
  }
  return mean;
}

double LossAt(const std::vector<CurvePoint>& curve, double step) {
  for (std::size_t i = 1; i < curve.size(); ++i) {
    if (step > curve[i].step) continue;
    const CurvePoint& left = curve[i - 1];
    const double share = (step - left.step) / (curve[i].step - left.step);
    return left.loss + share * (curve[i].loss - left.loss);
  }
  throw std::invalid_argument("no evaluation at or after step " + std::to_string(step));
}

}  // namespace

std::vector<double> ThresholdLosses(const std::vector<std::vector<CurvePoint>>& curves,
                                    const std::vector<double>& fractions, int steps) {
  const std::vector<CurvePoint> mean = MeanCurve(curves);
  std::vector<double> losses;
  double previous = 0;
  for (const double fraction : fractions) {
    if (!(fraction > previous && fraction <= 1)) {
      throw std::invalid_argument("threshold fractions must increase inside (0, 1]; found " +
                                  std::to_string(fraction));
    }
    previous = fraction;
    losses.push_back(LossAt(mean, fraction * steps));
    if (losses.size() > 1 && !(losses.back() < losses[losses.size() - 2])) {
      throw std::invalid_argument("the calibration curve does not fall up to fraction " +
                                  std::to_string(fraction) + " of its steps: no threshold there");
    }
  }
  return losses;
}

std::optional<double> CrossingStep(const std::vector<CurvePoint>& curve, double loss) {
  for (std::size_t i = 0; i < curve.size(); ++i) {
    if (!(curve[i].loss <= loss)) continue;
    if (i == 0) return curve[0].step;
    const CurvePoint& left = curve[i - 1];
    const double share = (left.loss - loss) / (left.loss - curve[i].loss);
    return left.step + share * (curve[i].step - left.step);
  }
  return std::nullopt;
}

}  // namespace retable::training
