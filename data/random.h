// Random numbers that are the same on every machine and do not depend on who else draws any.
//
// Generator: Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC
// 2011): a bijection of a 128-bit counter under a 64-bit key, so that any position of a stream is reached at
// once. Streams: a key is hashed from the seed, the stream's name and its indices, so that adding a stream
// (an arm, a replicate) changes no other.
//
// Reproducibility: every function here uses integers and IEEE-754 double +, -, *, / and sqrt alone, all
// exactly rounded, and is compiled without contraction into fused multiply-adds. No logarithm or cosine comes
// from libm (whose last bit differs between versions and processors), so the normals too have the
// same bits everywhere.
#ifndef RETABLE_DATA_RANDOM_H_
#define RETABLE_DATA_RANDOM_H_

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace retable::data {

// One block of Philox4x32-10: counter and key are little-endian in words (word 0 is the lowest).
std::array<std::uint32_t, 4> Philox4x32(std::array<std::uint32_t, 4> counter,
                                        std::array<std::uint32_t, 2> key);

// The key of a named stream: StreamKey(seed, "data_order"), StreamKey(seed, "init", {layer, replicate}).
// The first 8 bytes, little-endian, of SHA-256 over "retable stream 1", the seed, the name's length and
// bytes, the number of indices and the indices, all integers as 8 bytes little-endian.
std::uint64_t StreamKey(std::uint64_t seed, std::string_view name,
                        std::initializer_list<std::uint64_t> indices = {});

// The numbers of one stream in order. Two Random with the same key give the same numbers.
class Random {
 public:
  explicit Random(std::uint64_t stream_key) : key_(stream_key) {}

  std::uint64_t Bits();  // 64 independent fair bits
  double Uniform();      // k / 2^53, k in [0, 2^53)
  double Normal();       // mean 0, variance 1; Marsaglia's polar method, two values a round
  // An integer in [0, bound), each equally likely (rejection, no modulo bias). Throws
  // std::invalid_argument if bound is 0.
  std::uint64_t Below(std::uint64_t bound);

 private:
  std::uint64_t key_;
  std::uint64_t block_ = 0;              // the next counter
  std::array<std::uint64_t, 2> bits_{};  // two values a block
  int unused_ = 0;                       // how many of bits_ are still to be given out
  std::optional<double> second_normal_;
};

// Exchanges values at random: every order equally likely (Fisher and Yates, from the last place downwards).
template <typename T>
void Shuffle(std::vector<T>& values, Random& random) {
  for (std::size_t left = values.size(); left > 1; --left) {
    std::swap(values[left - 1], values[random.Below(left)]);
  }
}

// A permutation of 0 .. n-1. Throws std::invalid_argument if n is negative.
std::vector<int> Permutation(int n, Random& random);

// A permutation of 0 .. n-1 that leaves nothing in its place, every such permutation equally likely
// (permutations are drawn until one fits: e = 2.718... draws on average). Throws std::invalid_argument if n <
// 2: there is none.
std::vector<int> Derangement(int n, Random& random);

}  // namespace retable::data

#endif  // RETABLE_DATA_RANDOM_H_
