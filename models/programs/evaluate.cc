#include "models/programs/evaluate.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace retable::models::programs {
namespace {

// Below this a row's sum is taken for nothing: far decays have underflowed.
constexpr double kNothing = 1e-290;

// Of a term that selects the one key at a distance.
std::optional<std::int32_t> DistanceOf(const Term& term) {
  if (term.predicate.size() != 1 || term.predicate.front().size() != 1) return std::nullopt;
  const auto* test = std::get_if<DistanceTest>(&term.predicate.front().front());
  return test != nullptr && test->op == Op::kEqual ? std::optional(test->value) : std::nullopt;
}

double SpreadAt(const Term& term, double previous, int distance) {
  return term.spread == Spread::kDecay ? previous * term.rate : 1.0 / (1 + distance);
}

// Four sums at a time; the order of addition is fixed.
double Sum(const double* values, std::int32_t count) {
  double sums[4] = {};
  std::int32_t k = 0;
  for (; k + 4 <= count; k += 4) {
    for (int lane = 0; lane < 4; ++lane) sums[lane] += values[k + lane];
  }
  for (; k < count; ++k) sums[0] += values[k];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// The same of spread[last - key] over a list of keys.
double SumAt(const double* spread, std::int32_t last, const Keys& keys) {
  double sums[4] = {};
  std::int32_t k = 0;
  for (; k + 4 <= keys.count; k += 4) {
    for (int lane = 0; lane < 4; ++lane) sums[lane] += spread[last - keys.list[k + lane]];
  }
  for (; k < keys.count; ++k) sums[0] += spread[last - keys.list[k]];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace

Evaluator::Shape Evaluator::ShapeOf(const Term& term) {
  if (term.spread != Spread::kEven) return Shape::kListed;
  if (DistanceOf(term)) return Shape::kAtDistance;
  const bool any = term.predicate == Predicate{{}};
  if (any && term.pick == Pick::kFirst && term.count == 1) return Shape::kFirst;
  if (any && term.pick == Pick::kAll) return Shape::kAll;
  const bool earlier = term.predicate == Predicate{{DistanceTest{Op::kAtLeast, 1}}};
  return earlier && term.pick == Pick::kAll ? Shape::kEarlier : Shape::kListed;
}

Evaluator::Evaluator(const Program& program) {
  Program canonical = Canonical(program);
  combine_ = canonical.combine;
  sink_ = canonical.sink;
  for (auto& [weight, term] : canonical.terms) {
    terms_.push_back({weight, term, ShapeOf(term), DistanceOf(term).value_or(0), TermKeys(term), {}});
  }
}

void Evaluator::Start(const Features& features) {
  const int tokens = features.tokens();
  for (TermRows& term : terms_) {
    if (term.shape == Shape::kListed) term.keys.Start(features);
    if (term.term.spread == Spread::kEven) continue;
    if (term.spread.empty()) term.spread.push_back(1);
    for (int d = static_cast<int>(term.spread.size()); d < tokens; ++d) {
      term.spread.push_back(SpreadAt(term.term, term.spread.back(), d));
    }
  }
  values_.assign(tokens, 0);
  touched_.Reset(tokens);
  rows_.background.assign(tokens, 0);
  rows_.begin.assign(1, 0);
  rows_.begin.reserve(tokens + 1);
}

const RowSparse& Evaluator::Rows(const Features& features) {
  Start(features);
  for (std::int32_t i = 0; i < features.tokens(); ++i) {
    for (TermRows& term : terms_) AddTerm(term, i);
    Emit(i);
  }
  rows_.keys.resize(rows_.begin.back());
  rows_.values.resize(rows_.begin.back());
  return rows_;
}

void Evaluator::AddTerm(TermRows& term, std::int32_t i) {
  switch (term.shape) {
    case Shape::kAll:
      return AddAll(term.weight, i);
    case Shape::kEarlier:
      return i > 0 ? AddEarlier(term.weight, i) : AddOtherwise(term, i);
    case Shape::kFirst:
      return AddOne(0, term.weight);
    case Shape::kAtDistance:
      return i >= term.distance ? AddOne(i - term.distance, term.weight) : AddOtherwise(term, i);
    case Shape::kListed:
      break;
  }
  const Keys keys = term.keys.Row(i);
  if (keys.count > 0) {
    AddKeys(term, i, keys);
  } else {
    AddOtherwise(term, i);
  }
}

void Evaluator::AddEarlier(double weight, std::int32_t i) {
  earlier_ += combine_ == Combine::kMix ? weight / i : weight;
  total_ += combine_ == Combine::kMix ? weight : weight * i;
}

void Evaluator::AddOne(std::int32_t key, double weight) {
  AddKey(key, weight);
  total_ += weight;
}

void Evaluator::AddAll(double weight, std::int32_t i) {
  all_ += combine_ == Combine::kMix ? weight / (i + 1) : weight;
  total_ += combine_ == Combine::kMix ? weight : weight * (i + 1);
}

void Evaluator::AddKey(std::int32_t key, double value) {
  values_[key] += value;
  touched_.Add(key);
}

// A decay counts from the nearest key selected, so that rows of far keys do not underflow before they are
// normalised.
void Evaluator::AddKeys(const TermRows& term, std::int32_t i, const Keys& keys) {
  const bool even = term.spread.empty(), run = keys.list == nullptr, mix = combine_ == Combine::kMix;
  if (keys.count == 1 && mix) return AddOne(run ? keys.first : keys.list[0], term.weight);
  const std::int32_t last = run ? keys.first + keys.count - 1 : keys.list[keys.count - 1];
  const std::int32_t origin = term.term.spread == Spread::kDecay ? last : i;
  const double* spread =
      even ? nullptr : term.spread.data() + (origin - last);  // of the last key, then leftwards
  double sum = keys.count;
  if (!even) sum = run ? Sum(spread, keys.count) : SumAt(spread, last, keys);
  const double scale = mix ? term.weight / sum : even ? term.weight : term.weight * term.spread[i - origin];
  total_ += mix ? term.weight : scale * sum;
  if (run) {
    AddRun(keys, scale, spread);
  } else {
    AddList(keys, scale, spread);
  }
}

// spread[d] is for the key d places left of the last; null: 1 for all.
void Evaluator::AddRun(const Keys& keys, double scale, const double* spread) {
  touched_.AddRun(keys.first, keys.count);
  double* const last = values_.data() + keys.first + keys.count - 1;
  if (spread == nullptr) {
    for (std::int32_t k = 0; k < keys.count; ++k) last[-k] += scale;
  } else {
    for (std::int32_t k = 0; k < keys.count; ++k) last[-k] += scale * spread[k];
  }
}

void Evaluator::AddList(const Keys& keys, double scale, const double* spread) {
  touched_.AddList({keys.list, static_cast<std::size_t>(keys.count)});
  const std::int32_t last = keys.list[keys.count - 1];
  for (std::int32_t k = 0; k < keys.count; ++k) {
    const std::int32_t key = keys.list[k];
    values_[key] += spread == nullptr ? scale : scale * spread[last - key];
  }
}

void Evaluator::AddOtherwise(const TermRows& term, std::int32_t i) {
  switch (term.term.otherwise) {
    case Otherwise::kDrop:
      return;
    case Otherwise::kAll:
      return AddAll(combine_ == Combine::kMix ? term.weight : term.weight / (i + 1), i);
    case Otherwise::kFirst:
      return AddOne(0, term.weight);
    case Otherwise::kSelf:
      return AddOne(i, term.weight);
    case Otherwise::kPrevious:
      return AddOne(std::max(i - 1, 0), term.weight);
  }
}

// values[k] = values_[keys[k]] * scale + background, and values_ is zero again. Without gaps, the compiler
// does several at once.
void Evaluator::TakeScaled(std::span<const std::int32_t> keys, double scale, double background,
                           double* values) {
  const std::size_t first = keys.front(), count = keys.size();
  if (keys.back() - first + 1 == count) {
    double* const row = values_.data() + first;
    for (std::size_t k = 0; k < count; ++k) values[k] = row[k] * scale + background;
    std::fill_n(row, count, 0.0);
    return;
  }
  for (std::size_t k = 0; k < count; ++k) {
    double& value = values_[keys[k]];
    values[k] = value * scale + background;
    value = 0;
  }
}

void Evaluator::Emit(std::int32_t i) {
  double scale = (1 - sink_) / total_, sink = sink_;
  if (total_ < kNothing) {
    scale = 0;
    sink = 1;
  }
  const double all = all_ * scale, background = (all_ + earlier_) * scale;
  if (sink > 0) touched_.Add(0);
  if (earlier_ > 0) touched_.Add(i);
  all_ = earlier_ = total_ = 0;

  const std::size_t begin = rows_.begin.back(), most = begin + i + 1;
  if (rows_.keys.size() < most) {
    rows_.keys.resize(most);
    rows_.values.resize(most);
  }
  std::int32_t* const keys = rows_.keys.data() + begin;
  double* const values = rows_.values.data() + begin;
  const std::size_t listed = touched_.Drain(keys);
  if (listed > 0) {
    const double self = keys[listed - 1] == i ? values_[i] * scale + all : -1;
    TakeScaled({keys, listed}, scale, background, values);
    if (self >= 0) values[listed - 1] = self;
  }
  if (sink > 0) values[0] += sink;
  rows_.background[i] = background;
  rows_.begin.push_back(begin + listed);
}

RowSparse Evaluate(const Program& program, const Features& features) {
  Evaluator evaluator(program);
  return evaluator.Rows(features);
}

}  // namespace retable::models::programs
