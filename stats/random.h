// Random: seeded draws that are the same numbers with every compiler and standard library.
//
// The bits are std::mt19937_64's, which the C++ standard fixes; the distributions are ours, since the
// standard leaves its own open. Uniform() lies strictly between 0 and 1, on odd multiples of 2^-54. Below(n)
// is unbiased (rejection). Shuffle is Fisher and Yates's. Normal() inverts the distribution function, one
// draw a value.
#ifndef RETABLE_STATS_RANDOM_H_
#define RETABLE_STATS_RANDOM_H_

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "stats/normal.h"

namespace retable::stats {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t Bits() { return engine_(); }

  double Uniform() { return (static_cast<double>(Bits() >> 11) + 0.5) * 0x1p-53; }

  // 0, ..., n - 1; n must be 1 or more.
  std::size_t Below(std::size_t n) {
    const std::uint64_t bound = n;
    const std::uint64_t skip = (0 - bound) % bound;  // 2^64 mod n
    std::uint64_t bits = Bits();
    while (bits < skip) bits = Bits();
    return static_cast<std::size_t>(bits % bound);
  }

  double Normal() { return NormalQuantile(Uniform()); }

  template <typename Value>
  void Shuffle(std::vector<Value>& values) {
    for (std::size_t left = values.size(); left > 1; --left) std::swap(values[left - 1], values[Below(left)]);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace retable::stats

#endif  // RETABLE_STATS_RANDOM_H_
