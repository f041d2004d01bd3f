#include "models/programs/select.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace retable::models::programs {
namespace {

constexpr std::uint64_t kEmpty = ~std::uint64_t{0};  // no pair: numbers are not negative
constexpr std::int32_t kAbsentQuery = -2;            // equal to nothing of a key's

// Where a feature is read for token t: at [t].
const std::int32_t* Column(const Features& features, const Read& read) {
  return features.Column(read.feature) - read.back;
}

std::int32_t QueryValue(std::int32_t value) { return value == kAbsent ? kAbsentQuery : value; }

Keys PickedOf(Keys keys, Pick pick, std::int32_t count) {
  if (pick == Pick::kAll || keys.count <= count) return keys;
  if (pick == Pick::kLast) {
    const std::int32_t skipped = keys.count - count;
    keys.first += skipped;
    if (keys.list != nullptr) keys.list += skipped;
  }
  keys.count = count;
  return keys;
}

std::int32_t KeyAt(const Keys& keys, std::int32_t k) {
  return keys.list != nullptr ? keys.list[k] : keys.first + k;
}

}  // namespace

void PairNumbers::Reset(int most_pairs) {
  const std::size_t slots = std::bit_ceil(static_cast<std::size_t>(2 * most_pairs + 2));
  pairs_.assign(slots, kEmpty);
  numbers_.resize(slots);
  shift_ = 64 - std::countr_zero(slots);
  size_ = 0;
}

// The pair's slot, or the free one where it belongs.
std::size_t PairNumbers::Slot(std::uint64_t pair) const {
  std::size_t slot = static_cast<std::size_t>((pair * 0x9E3779B97F4A7C15) >> shift_);
  while (pairs_[slot] != kEmpty && pairs_[slot] != pair) slot = (slot + 1) & (pairs_.size() - 1);
  return slot;
}

std::int32_t PairNumbers::Add(std::int32_t number, std::int32_t value) {
  const std::uint64_t pair = static_cast<std::uint64_t>(number) << 32 | static_cast<std::uint32_t>(value);
  const std::size_t slot = Slot(pair);
  if (pairs_[slot] == kEmpty) {
    pairs_[slot] = pair;
    numbers_[slot] = size_++;
  }
  return numbers_[slot];
}

std::int32_t PairNumbers::Find(std::int32_t number, std::int32_t value) const {
  const std::uint64_t pair = static_cast<std::uint64_t>(number) << 32 | static_cast<std::uint32_t>(value);
  const std::size_t slot = Slot(pair);
  return pairs_[slot] == kEmpty ? -1 : numbers_[slot];
}

ConjunctionKeys::ConjunctionKeys(const Conjunction& canonical, Pick pick, std::int32_t count)
    : pick_(pick), count_(count) {
  for (const Comparison& comparison : canonical) {
    std::visit([this](const auto& one) { Take(one); }, comparison);
  }
}

void ConjunctionKeys::Take(const DistanceTest& test) {
  switch (test.op) {
    case Op::kEqual:
      nearest_ = std::max(nearest_, test.value);
      farthest_ = std::min(farthest_, test.value);
      return;
    case Op::kLess:
      farthest_ = std::min(farthest_, test.value - 1);
      return;
    case Op::kAtMost:
      farthest_ = std::min(farthest_, test.value);
      return;
    case Op::kMore:
      nearest_ = std::max(nearest_, test.value + 1);
      return;
    case Op::kAtLeast:
      nearest_ = std::max(nearest_, test.value);
      return;
    case Op::kUnequal:
      forbidden_distances_.push_back(test.value);
      return;
  }
}

void ConjunctionKeys::Take(const KeyAgainstQuery& pair) {
  (pair.op == Op::kEqual ? equalities_ : orders_).push_back(pair);
}

void ConjunctionKeys::Start(const Features& features) {
  features_ = &features;
  NumberKeysAndQueries();
  if (!equalities_.empty() || !key_tests_.empty()) GroupKeys();
}

// Groups are equal values of all that is compared by equality; a key or query that fails a test is in none.
void ConjunctionKeys::NumberKeysAndQueries() {
  const int tokens = features_->tokens();
  key_group_.assign(tokens, 0);
  query_group_.assign(tokens, nearest_ <= farthest_ ? 0 : -1);
  for (const KeyTest& test : key_tests_) {
    const std::int32_t* column = Column(*features_, test.key);
    for (int t = 0; t < tokens; ++t) {
      if (!Holds(column[t], test.op, test.value)) key_group_[t] = -1;
    }
  }
  for (const QueryTest& test : query_tests_) {
    const std::int32_t* column = Column(*features_, test.query);
    for (int t = 0; t < tokens; ++t) {
      if (!Holds(QueryValue(column[t]), test.op, test.value)) query_group_[t] = -1;
    }
  }
  for (const KeyAgainstQuery& pair : equalities_) {
    const std::int32_t* key = Column(*features_, pair.key);
    const std::int32_t* query = Column(*features_, pair.query);
    numbers_.Reset(tokens);
    for (int t = 0; t < tokens; ++t) {
      if (key_group_[t] >= 0) key_group_[t] = numbers_.Add(key_group_[t], key[t]);
    }
    for (int t = 0; t < tokens; ++t) {
      if (query_group_[t] >= 0) query_group_[t] = numbers_.Find(query_group_[t], QueryValue(query[t]));
    }
  }
}

// Counting sort of the keys by group. Every group's window is empty at first.
void ConjunctionKeys::GroupKeys() {
  const std::int32_t groups = equalities_.empty() ? 1 : numbers_.size();
  window_begin_.assign(groups + 1, 0);
  for (const std::int32_t group : key_group_) {
    if (group >= 0) ++window_begin_[group + 1];
  }
  std::partial_sum(window_begin_.begin(), window_begin_.end(), window_begin_.begin());
  window_end_ = window_begin_;
  grouped_.resize(key_group_.size());
  for (std::size_t t = 0; t < key_group_.size(); ++t) {
    if (key_group_[t] >= 0) grouped_[window_end_[key_group_[t]]++] = static_cast<std::int32_t>(t);
  }
  window_end_ = window_begin_;
}

Keys ConjunctionKeys::Row(std::int32_t i) {
  Keys keys;
  if (equalities_.empty() && key_tests_.empty()) {
    keys.first = i > farthest_ ? i - farthest_ : 0;
    keys.count = std::max(i - nearest_ - keys.first + 1, 0);
    if (query_group_[i] < 0) keys.count = 0;
  } else {
    const auto group_of = [&](std::int32_t key) { return key >= 0 ? key_group_[key] : -1; };
    if (const auto entering = group_of(i - nearest_); entering >= 0) ++window_end_[entering];
    if (const auto leaving = group_of(i - farthest_ - 1); leaving >= 0) ++window_begin_[leaving];
    const std::int32_t group = query_group_[i];
    if (group < 0) return {};
    keys = {grouped_.data() + window_begin_[group], 0, window_end_[group] - window_begin_[group]};
  }
  return orders_.empty() && forbidden_distances_.empty() ? PickedOf(keys, pick_, count_) : Filtered(i, keys);
}

bool ConjunctionKeys::Passes(std::int32_t i, std::int32_t key) const {
  for (const KeyAgainstQuery& pair : orders_) {
    const std::int32_t key_value = Column(*features_, pair.key)[key];
    const std::int32_t query_value = QueryValue(Column(*features_, pair.query)[i]);
    if (!Holds(key_value, pair.op, query_value)) return false;
  }
  return std::ranges::find(forbidden_distances_, i - key) == forbidden_distances_.end();
}

// From the end that is picked from, no further than needed.
Keys ConjunctionKeys::Filtered(std::int32_t i, Keys keys) {
  filtered_.clear();
  const bool from_end = pick_ == Pick::kLast;
  const auto enough = pick_ == Pick::kAll ? keys.count : std::min(count_, keys.count);
  for (std::int32_t k = 0; k < keys.count && static_cast<std::int32_t>(filtered_.size()) < enough; ++k) {
    const std::int32_t key = KeyAt(keys, from_end ? keys.count - 1 - k : k);
    if (Passes(i, key)) filtered_.push_back(key);
  }
  if (from_end) std::ranges::reverse(filtered_);
  return {filtered_.data(), 0, static_cast<std::int32_t>(filtered_.size())};
}

TermKeys::TermKeys(const Term& canonical) : pick_(canonical.pick), count_(canonical.count) {
  for (const Conjunction& one : canonical.predicate) conjunctions_.emplace_back(one, pick_, count_);
}

void TermKeys::Start(const Features& features) {
  for (ConjunctionKeys& one : conjunctions_) one.Start(features);
  if (conjunctions_.size() == 1) return;
  any_.Reset(features.tokens());
  listed_.resize(features.tokens());
}

Keys TermKeys::Row(std::int32_t i) {
  if (conjunctions_.size() == 1) return conjunctions_.front().Row(i);
  for (ConjunctionKeys& one : conjunctions_) {
    const Keys keys = one.Row(i);
    if (keys.count == 0) continue;
    if (keys.list == nullptr)
      any_.AddRun(keys.first, keys.count);
    else
      any_.AddList({keys.list, static_cast<std::size_t>(keys.count)});
  }
  const auto listed = static_cast<std::int32_t>(any_.Drain(listed_.data()));
  return PickedOf({listed_.data(), 0, listed}, pick_, count_);
}

}  // namespace retable::models::programs
