// A set of positions that is filled in any order and read in ascending order: bits, with one more level of
// bits that says which words have any. Reading costs the positions held, not those that there could be (up to
// a 4,096th of them).
#ifndef RETABLE_MODELS_PROGRAMS_KEY_SET_H_
#define RETABLE_MODELS_PROGRAMS_KEY_SET_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace retable::models::programs {

class KeySet {
 public:
  // Empty, for positions 0 .. size - 1.
  void Reset(int size) {
    words_.assign(static_cast<std::size_t>(size) / 64 + 1, 0);
    summary_.assign(words_.size() / 64 + 1, 0);
  }

  void Add(std::int32_t key) { AddBits(key / 64, Bit(key)); }

  void AddRun(std::int32_t first, std::int32_t count) {
    const std::int32_t last = first + count - 1, first_word = first / 64, last_word = last / 64;
    const std::uint64_t from_first = ~std::uint64_t{0} << (first % 64),
                        to_last = ~std::uint64_t{0} >> (63 - last % 64);
    if (first_word == last_word) return AddBits(first_word, from_first & to_last);
    AddBits(first_word, from_first);
    for (std::int32_t word = first_word + 1; word < last_word; ++word) AddBits(word, ~std::uint64_t{0});
    AddBits(last_word, to_last);
  }

  // Keys in ascending order go in word by word.
  void AddList(std::span<const std::int32_t> keys) {
    for (std::size_t k = 0; k < keys.size();) {
      const std::int32_t word = keys[k] / 64;
      std::uint64_t bits = 0;
      for (; k < keys.size() && keys[k] / 64 == word; ++k) bits |= Bit(keys[k]);
      AddBits(word, bits);
    }
  }

  // Writes the positions in ascending order to `out`, returns how many, and leaves the set empty.
  std::size_t Drain(std::int32_t* out) {
    std::int32_t* next = out;
    for (std::size_t block = 0; block < summary_.size(); ++block) {
      for (std::uint64_t words = summary_[block]; words != 0; words &= words - 1) {
        const std::size_t word = block * 64 + std::countr_zero(words);
        next = WriteBits(words_[word], static_cast<std::int32_t>(word * 64), next);
        words_[word] = 0;
      }
      summary_[block] = 0;
    }
    return static_cast<std::size_t>(next - out);
  }

 private:
  static std::uint64_t Bit(std::int32_t at) { return std::uint64_t{1} << (at % 64); }

  void AddBits(std::int32_t word, std::uint64_t bits) {
    words_[word] |= bits;
    summary_[word / 64] |= Bit(word);
  }

  static std::int32_t* WriteBits(std::uint64_t bits, std::int32_t first, std::int32_t* out) {
    const std::uint64_t run = bits >> std::countr_zero(bits);
    if ((run & (run + 1)) == 0) {  // ones without a gap
      first += std::countr_zero(bits);
      for (const std::int32_t end = first + std::countr_one(run); first < end; ++first) *out++ = first;
      return out;
    }
    for (; bits != 0; bits &= bits - 1) *out++ = first + std::countr_zero(bits);
    return out;
  }

  std::vector<std::uint64_t> words_, summary_;
};

}  // namespace retable::models::programs

#endif  // RETABLE_MODELS_PROGRAMS_KEY_SET_H_
