#include "stats/multiplicity.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "stats/undefined.h"

namespace retable::stats {
namespace {

constexpr std::size_t kMostClaims = 1'000'000;
constexpr std::size_t kMostHommelClaims = 5000;

void Check(std::span<const double> p, std::size_t declared) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!(p[i] >= 0 && p[i] <= 1)) {
      throw Undefined("p-value number " + std::to_string(i + 1) + " is " + std::to_string(p[i]) +
                      ", not in [0, 1]; leave out a claim that has none and count it as declared");
    }
  }
  if (declared > kMostClaims) {
    throw Undefined(std::to_string(declared) + " declared claims are more than a family of " +
                    std::to_string(kMostClaims) + " at most");
  }
  if (declared != 0 && declared < p.size()) {
    throw Undefined(std::to_string(p.size()) + " p-values were given for " + std::to_string(declared) +
                    " declared claims");
  }
}

enum class Step { kDown, kUp };

// Factor(j, m) multiplies the j-th smallest p, j = 1..m; the running maximum (down) or minimum (up) makes it
// monotone.
template <typename Factor>
std::vector<double> Adjust(std::span<const double> p, std::size_t declared, Step step, Factor factor) {
  Check(p, declared);
  const std::size_t m = declared == 0 ? p.size() : declared;
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  // The declared claims without a p sort last, at 1: a minimum from above starts at what they allow.
  std::vector<double> adjusted(p.size());
  double running = step == Step::kDown ? 0 : 1;
  for (std::size_t place = 0; place < p.size(); ++place) {
    const std::size_t j = step == Step::kDown ? place : p.size() - 1 - place;
    const double scaled = std::min(1.0, factor(j + 1, m) * p[order[j]]);
    running = step == Step::kDown ? std::max(running, scaled) : std::min(running, scaled);
    adjusted[order[j]] = running;
  }
  return adjusted;
}

double StepFactor(std::size_t j, std::size_t m) { return static_cast<double>(m - j + 1); }
double RateFactor(std::size_t j, std::size_t m) { return static_cast<double>(m) / static_cast<double>(j); }

}  // namespace

std::vector<double> Holm(std::span<const double> p, std::size_t declared) {
  return Adjust(p, declared, Step::kDown, StepFactor);
}

std::vector<double> Hochberg(std::span<const double> p, std::size_t declared) {
  return Adjust(p, declared, Step::kUp, StepFactor);
}

// Wright's algorithm: for each size of family left, from all claims but one down to two, the least Simes
// level.
std::vector<double> Hommel(std::span<const double> p, std::size_t declared) {
  Check(p, declared);
  const std::size_t m = std::max(declared, p.size());
  if (m > kMostHommelClaims)
    throw Undefined("Hommel's method is kept up to 5,000 claims; use Hochberg's or Holm's");
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> sorted(m, 1.0);  // claims without a p stand last, at 1
  for (std::size_t place = 0; place < order.size(); ++place) sorted[place] = p[order[place]];
  std::vector<double> adjusted = sorted;
  for (std::size_t left = m; left >= 2; --left) {
    const double size = static_cast<double>(left);
    const std::size_t above = m - left + 1;  // places before it are below all families of this size
    double least = 1;
    for (std::size_t i = above; i < m; ++i)
      least = std::min(least, size * sorted[i] / static_cast<double>(i - above + 2));
    for (std::size_t i = 0; i < above; ++i)
      adjusted[i] = std::max(adjusted[i], std::min(least, size * sorted[i]));
    for (std::size_t i = above; i < m; ++i)
      adjusted[i] = std::max(adjusted[i], std::min(least, size * sorted[above - 1]));
  }
  std::vector<double> in_order(p.size());
  for (std::size_t place = 0; place < order.size(); ++place)
    in_order[order[place]] = std::min(1.0, adjusted[place]);
  return in_order;
}

std::vector<double> BenjaminiHochberg(std::span<const double> p, std::size_t declared) {
  return Adjust(p, declared, Step::kUp, RateFactor);
}

std::vector<double> BenjaminiYekutieli(std::span<const double> p, std::size_t declared) {
  Check(p, declared);
  double harmonic = 0;
  for (std::size_t j = std::max(declared, p.size()); j > 0; --j) harmonic += 1 / static_cast<double>(j);
  return Adjust(p, declared, Step::kUp,
                [harmonic](std::size_t j, std::size_t m) { return harmonic * RateFactor(j, m); });
}

}  // namespace retable::stats
