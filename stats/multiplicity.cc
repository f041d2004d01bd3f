#include "stats/multiplicity.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "stats/undefined.h"

namespace retable::stats {
namespace {

void Check(std::span<const double> p, std::size_t declared) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!(p[i] >= 0 && p[i] <= 1)) {
      throw Undefined("p-value number " + std::to_string(i + 1) + " is " + std::to_string(p[i]) +
                      ", not in [0, 1]; leave out a claim that has none and count it as declared");
    }
  }
  if (declared != 0 && declared < p.size()) {
    throw Undefined(std::to_string(p.size()) + " p-values were given for " + std::to_string(declared) +
                    " declared claims");
  }
}

enum class Step { kDown, kUp };

// Factor(j, m) multiplies the j-th smallest p, j = 1..m; the running maximum (down) or minimum (up) makes it monotone.
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

std::vector<double> BenjaminiHochberg(std::span<const double> p, std::size_t declared) {
  return Adjust(p, declared, Step::kUp, RateFactor);
}

std::vector<double> BenjaminiYekutieli(std::span<const double> p, std::size_t declared) {
  double harmonic = 0;
  for (std::size_t j = std::max(declared, p.size()); j > 0; --j) harmonic += 1 / static_cast<double>(j);
  return Adjust(p, declared, Step::kUp,
                [harmonic](std::size_t j, std::size_t m) { return harmonic * RateFactor(j, m); });
}

}  // namespace retable::stats
