// A set of positions that is filled in any order and read in ascending order: bits, with one more level of
// bits that says which words have any. Reading costs the positions held, not those that there could be (up to
// a 4,096th of them).
#ifndef RETABLE_MODELS_PROGRAMS_KEY_SET_H_
#define RETABLE_MODELS_PROGRAMS_KEY_SET_H_

#include <bit>
#include <cstdint>
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

  // Calls visit(key) in ascending order, and leaves the set empty.
  template <typename Visit>
  void Drain(Visit visit) {
    for (std::size_t block = 0; block < summary_.size(); ++block) {
      ForBits(summary_[block], [&](int word_in_block) {
        const std::size_t word = block * 64 + word_in_block;
        ForBits(words_[word], [&](int bit) { visit(static_cast<std::int32_t>(word * 64 + bit)); });
        words_[word] = 0;
      });
      summary_[block] = 0;
    }
  }

 private:
  static std::uint64_t Bit(std::int32_t at) { return std::uint64_t{1} << (at % 64); }

  void AddBits(std::int32_t word, std::uint64_t bits) {
    words_[word] |= bits;
    summary_[word / 64] |= Bit(word);
  }

  template <typename Visit>
  static void ForBits(std::uint64_t bits, Visit visit) {
    for (; bits != 0; bits &= bits - 1) visit(std::countr_zero(bits));
  }

  std::vector<std::uint64_t> words_, summary_;
};

}  // namespace retable::models::programs

#endif  // RETABLE_MODELS_PROGRAMS_KEY_SET_H_
