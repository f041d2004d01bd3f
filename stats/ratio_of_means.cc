#include "stats/ratio_of_means.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/checks.h"
#include "stats/moments.h"
#include "stats/normal.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

// Scaled by a power of two to magnitudes of at most 1, so that no product over- or underflows.
std::vector<double> Scaled(std::span<const double> values, int* exponent) {
  RequireFinite(values, "value");
  const double largest = LargestMagnitude(values);
  *exponent = largest == 0 ? 0 : std::ilogb(largest) + 1;
  std::vector<double> scaled;
  for (double value : values) scaled.push_back(std::scalbn(value, -*exponent));
  return scaled;
}

double Covariance(const std::vector<double>& x, double mean_x, const std::vector<double>& y, double mean_y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += (x[i] - mean_x) * (y[i] - mean_y);
  return sum / static_cast<double>(x.size() - 1);
}

}  // namespace

RatioOfMeansResult RatioOfMeansFieller(std::span<const double> x, std::span<const double> y,
                                       double confidence) {
  RequireLevel(confidence, "confidence");
  RequireSameSize(x.size(), y.size());
  int exponent_x = 0;
  int exponent_y = 0;
  const std::vector<double> a = Scaled(x, &exponent_x);
  const std::vector<double> b = Scaled(y, &exponent_y);
  const double n = static_cast<double>(a.size());
  const Moments of_a = MeanAndSd(a);
  const Moments of_b = MeanAndSd(b);
  const double q = StudentQuantile(0.5 + confidence / 2, n - 1);
  const double share = q * q / n;
  const double quadratic = of_b.mean * of_b.mean - share * of_b.sd * of_b.sd;
  if (!(quadratic > 0)) {
    throw Undefined("the interval of the denominator's mean holds 0: the ratio is not bounded");
  }
  const double linear = of_a.mean * of_b.mean - share * Covariance(a, of_a.mean, b, of_b.mean);
  const double constant = of_a.mean * of_a.mean - share * of_a.sd * of_a.sd;
  const double root = std::sqrt(std::max(0.0, linear * linear - quadratic * constant));
  const int exponent = exponent_x - exponent_y;
  const RatioOfMeansResult result = {.estimate = std::scalbn(of_a.mean / of_b.mean, exponent),
                                     .interval = {.low = std::scalbn((linear - root) / quadratic, exponent),
                                                  .high = std::scalbn((linear + root) / quadratic, exponent),
                                                  .confidence = confidence}};
  if (!std::isfinite(result.interval.low) || !std::isfinite(result.interval.high)) {
    throw Undefined("the ratio is too large for a double; give the columns in nearer units");
  }
  return result;
}

StudentTResult RatioOfMeansT(std::span<const double> x, std::span<const double> y, double ratio, Side side) {
  RequireSameSize(x.size(), y.size());
  if (!std::isfinite(ratio)) throw Undefined("the ratio asked about must be a finite number");
  if (!(MeanAndSd(y).mean > 0))
    throw Undefined("the denominator's mean is not above 0: sides of the ratio have no meaning");
  std::vector<double> shares;
  for (double value : y) shares.push_back(ratio * value);
  return PairedT(x, shares, {.side = side});
}

BootstrapResult RatioOfMeansBootstrap(std::span<const double> x, std::span<const double> y,
                                      const BootstrapOptions& options) {
  RequireSameSize(x.size(), y.size());
  RequireFinite(x, "value");
  RequireFinite(y, "value");
  return BootstrapRows(
      x.size(),
      [&](std::span<const std::size_t> rows) {
        double above = 0;
        double below = 0;
        for (std::size_t row : rows) {
          above += x[row];
          below += y[row];
        }
        if (below == 0) throw Undefined("a resample's denominator is 0: the ratio is not bounded");
        return above / below;
      },
      options);
}

}  // namespace retable::stats
