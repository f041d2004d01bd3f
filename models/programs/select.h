// Which keys does a term select for each query, row after row? (program.h says what a term means.)
//
// Cost, T tokens and n keys selected in all: O(T + n) where conjunctions consist of equalities between key
// and query, tests of the key, tests of the query, and distances from - to. Equal values are found by
// numbering the keys' values through a hash table, keys of one number lie together in ascending order, and a
// window slides over each group as rows go by. What is left (an order, or != between key and query, a
// forbidden distance) is asked of every key that the rest of its conjunction lets through.
#ifndef RETABLE_MODELS_PROGRAMS_SELECT_H_
#define RETABLE_MODELS_PROGRAMS_SELECT_H_

#include <cstdint>
#include <limits>
#include <vector>

#include "models/programs/features.h"
#include "models/programs/key_set.h"
#include "models/programs/program.h"

namespace retable::models::programs {

// Keys in ascending order: a list, or (list == nullptr) the run first, first + 1, ...
struct Keys {
  const std::int32_t* list = nullptr;
  std::int32_t first = 0;
  std::int32_t count = 0;
};

// Numbers pairs (number so far, value) as they come: 0, 1, 2, ...
class PairNumbers {
 public:
  void Reset(int most_pairs);
  std::int32_t Add(std::int32_t number, std::int32_t value);         // the pair's number, new or not
  std::int32_t Find(std::int32_t number, std::int32_t value) const;  // -1 if it was never added
  std::int32_t size() const { return size_; }

 private:
  std::size_t Slot(std::uint64_t pair) const;
  std::vector<std::uint64_t> pairs_;
  std::vector<std::int32_t> numbers_;
  std::int32_t size_ = 0;
  int shift_ = 0;
};

class ConjunctionKeys {
 public:
  // Picks first: no later use of them needs more keys than `pick` and `count` leave.
  ConjunctionKeys(const Conjunction& canonical, Pick pick, std::int32_t count);

  void Start(const Features& features);  // which must outlive the rows

  // To be called for i = 0, 1, 2, ... in turn. Valid until the next call.
  Keys Row(std::int32_t i);

 private:
  void Take(const DistanceTest& test);
  void Take(const KeyAgainstQuery& pair);
  void Take(const KeyTest& test) { key_tests_.push_back(test); }
  void Take(const QueryTest& test) { query_tests_.push_back(test); }

  void NumberKeysAndQueries();
  void GroupKeys();
  bool Passes(std::int32_t i, std::int32_t key) const;
  Keys Picked(Keys keys) const;
  Keys Filtered(std::int32_t i, Keys keys);

  Pick pick_;
  std::int32_t count_;
  std::int32_t nearest_ = 0, farthest_ = std::numeric_limits<std::int32_t>::max();  // distances allowed
  std::vector<std::int32_t> forbidden_distances_;
  std::vector<KeyAgainstQuery> equalities_, orders_;
  std::vector<KeyTest> key_tests_;
  std::vector<QueryTest> query_tests_;

  const Features* features_ = nullptr;
  std::vector<std::int32_t> key_group_, query_group_;  // [T]; -1: in none
  std::vector<std::int32_t> grouped_;                  // the keys, group after group
  std::vector<std::int32_t> window_begin_,
      window_end_;  // [groups]: what of grouped_ lies at allowed distances
  std::vector<std::int32_t> filtered_;
  PairNumbers numbers_;
};

class TermKeys {
 public:
  explicit TermKeys(const Term& canonical);
  void Start(const Features& features);
  Keys Row(std::int32_t i);  // as above

 private:
  Pick pick_;
  std::int32_t count_;
  std::vector<ConjunctionKeys> conjunctions_;
  KeySet any_;
  std::vector<std::int32_t> listed_;
};

}  // namespace retable::models::programs

#endif  // RETABLE_MODELS_PROGRAMS_SELECT_H_
