// Data that several tests of stats/ share, and seeded draws for the property tests.
#ifndef RETABLE_TESTS_STATS_SAMPLES_H_
#define RETABLE_TESTS_STATS_SAMPLES_H_

#include <cmath>
#include <cstddef>
#include <numbers>
#include <random>
#include <vector>

namespace retable::stats {

// Depression scale of nine patients before and after: data of R's help page of wilcox.test.
inline const std::vector<double> kHollanderWolfeX = {1.83, .50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
inline const std::vector<double> kHollanderWolfeY = {.878, .647, .598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};

// Accuracies of 14 data sets: J. Demsar 2006 (Journal of Machine Learning Research 7), tables 2 and 6.
inline const std::vector<double> kDemsarC45 = {.763, .599, .954, .628, .882, .936, .661,
                                               .583, .775, 1,    .940, .619, .972, .957};
inline const std::vector<double> kDemsarC45m = {.768, .591, .971, .661, .888, .931, .668,
                                                .583, .838, 1,    .962, .666, .981, .978};
inline const std::vector<double> kDemsarC45cf = {.771, .590, .968, .654, .886, .916, .609,
                                                 .563, .866, 1,    .965, .614, .975, .946};
inline const std::vector<double> kDemsarC45mcf = {.798, .569, .967, .657, .898, .931, .685,
                                                  .625, .875, 1,    .962, .669, .975, .970};

// d_i = ((37 i) mod 101) / 10 - 2.93, i = 1..16: no ties, no zeros.
inline std::vector<double> VectorD() {
  std::vector<double> d;
  for (int i = 1; i <= 16; ++i) d.push_back((37 * i % 101) / 10. - 2.93);
  return d;
}

inline std::vector<double> Scaled(std::vector<double> values, int exponent) {
  for (double& value : values) value = std::ldexp(value, exponent);
  return values;
}

inline std::vector<double> Negated(std::vector<double> values) {
  for (double& value : values) value = -value;
  return values;
}

// Draws that do not depend on the standard library's distributions.
class Draws {
 public:
  explicit Draws(unsigned seed) : engine_(seed) {}

  double Uniform() { return (static_cast<double>(engine_() >> 11) + 0.5) * 0x1p-53; }

  double Normal() {
    return std::sqrt(-2 * std::log(Uniform())) * std::cos(2 * std::numbers::pi * Uniform());
  }

  std::vector<double> Normal(std::size_t n, double mean = 0) {
    std::vector<double> values(n);
    for (double& value : values) value = mean + Normal();
    return values;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace retable::stats

#endif  // RETABLE_TESTS_STATS_SAMPLES_H_
