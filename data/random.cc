#include "data/random.h"

#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

#include "data/sha256.h"

namespace retable::data {
namespace {

void UpdateInteger(Sha256& hash, std::uint64_t value) {
  std::array<unsigned char, 8> bytes;
  for (unsigned char& byte : bytes) {
    byte = static_cast<unsigned char>(value);
    value >>= 8;
  }
  hash.Update(bytes.data(), bytes.size());
}

// ln x for normal x > 0: x = 2^e m with m in [sqrt(1/2), sqrt(2)), and
// ln m = 2 artanh(s) = 2 (s + s^3/3 + s^5/5 + ...) with s = (m-1)/(m+1), |s| < 0.172. Relative error below
// 1e-15.
double Logarithm(double x) {
  constexpr double kLn2 = 0x1.62e42fefa39efp-1;
  int exponent;
  double m = std::frexp(x, &exponent);
  if (m < 0x1.6a09e667f3bcdp-1) {
    m *= 2;
    --exponent;
  }
  const double s = (m - 1) / (m + 1);
  const double square = s * s;
  double sum = 0;
  for (int term = 23; term >= 1; term -= 2) sum = sum * square + 1.0 / term;
  return exponent * kLn2 + 2 * s * sum;
}

}  // namespace

std::array<std::uint32_t, 4> Philox4x32(std::array<std::uint32_t, 4> counter,
                                        std::array<std::uint32_t, 2> key) {
  constexpr int kRounds = 10;
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t first = std::uint64_t{0xD2511F53} * counter[0];
    const std::uint64_t second = std::uint64_t{0xCD9E8D57} * counter[2];
    counter = {
        static_cast<std::uint32_t>(second >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(second),
        static_cast<std::uint32_t>(first >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(first)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return counter;
}

std::uint64_t StreamKey(std::uint64_t seed, std::string_view name,
                        std::initializer_list<std::uint64_t> indices) {
  Sha256 hash;
  hash.Update("retable stream 1");
  UpdateInteger(hash, seed);
  UpdateInteger(hash, name.size());
  hash.Update(name);
  UpdateInteger(hash, indices.size());
  for (std::uint64_t index : indices) UpdateInteger(hash, index);
  const Sha256Digest digest = hash.Digest();
  std::uint64_t key = 0;
  for (int byte = 7; byte >= 0; --byte) key = key << 8 | digest[byte];
  return key;
}

std::uint64_t Random::Bits() {
  if (unused_ == 0) {
    const auto words =
        Philox4x32({static_cast<std::uint32_t>(block_), static_cast<std::uint32_t>(block_ >> 32), 0, 0},
                   {static_cast<std::uint32_t>(key_), static_cast<std::uint32_t>(key_ >> 32)});
    bits_ = {words[0] | std::uint64_t{words[1]} << 32, words[2] | std::uint64_t{words[3]} << 32};
    unused_ = 2;
    ++block_;
  }
  return bits_[2 - unused_--];
}

double Random::Uniform() { return static_cast<double>(Bits() >> 11) * 0x1p-53; }

double Random::Normal() {
  if (second_normal_) return *std::exchange(second_normal_, std::nullopt);
  for (;;) {
    const double x = 2 * Uniform() - 1;
    const double y = 2 * Uniform() - 1;
    const double square = x * x + y * y;
    if (square >= 1 || square == 0) continue;
    const double scale = std::sqrt(-2 * Logarithm(square) / square);
    second_normal_ = y * scale;
    return x * scale;
  }
}

std::uint64_t Random::Below(std::uint64_t bound) {
  if (bound == 0) throw std::invalid_argument("no integer lies in [0, 0): Below needs a bound of at least 1");
  // The lowest 2^64 mod bound values are refused, so that the rest is a multiple of bound.
  const std::uint64_t refused = -bound % bound;
  for (;;) {
    const std::uint64_t bits = Bits();
    if (bits >= refused) return bits % bound;
  }
}

std::vector<int> Permutation(int n, Random& random) {
  if (n < 0)
    throw std::invalid_argument("a permutation of " + std::to_string(n) + " things: n must be 0 or more");
  std::vector<int> permutation(n);
  std::iota(permutation.begin(), permutation.end(), 0);
  Shuffle(permutation, random);
  return permutation;
}

std::vector<int> Derangement(int n, Random& random) {
  if (n < 2) {
    throw std::invalid_argument("no derangement of " + std::to_string(n) +
                                " things exists: shuffling over documents needs at least 2");
  }
  for (;;) {
    std::vector<int> permutation = Permutation(n, random);
    bool moves_all = true;
    for (int i = 0; i < n; ++i) moves_all = moves_all && permutation[i] != i;
    if (moves_all) return permutation;
  }
}

}  // namespace retable::data
