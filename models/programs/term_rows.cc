#include "models/programs/term_rows.h"

#include <algorithm>

namespace retable::models::programs {
namespace {

float SpreadAt(const Term& term, double previous, int distance) {
  switch (term.spread) {
    case Spread::kEven:
      return 1;
    case Spread::kDecay:
      return static_cast<float>(previous * term.rate);
    case Spread::kInverse:
      return static_cast<float>(1.0 / (1 + distance));
  }
  return 1;
}

}  // namespace

TermFiller::TermFiller(const Term& canonical, Combine combine)
    : term_(canonical), combine_(combine), keys_(canonical) {}

void TermFiller::Fill(const Features& features, TermRows& rows) {
  const int tokens = features.tokens();
  for (int d = static_cast<int>(spread_.size()); d < tokens; ++d) {
    spread_.push_back(d == 0 ? 1 : SpreadAt(term_, spread_.back(), d));
  }
  rows.values.assign(RowBegin(tokens), 0);
  rows.mass.resize(tokens);
  keys_.Start(features);
  for (std::int32_t i = 0; i < tokens; ++i) {
    float* const row = rows.values.data() + RowBegin(i);
    const Keys keys = keys_.Row(i);
    rows.mass[i] = keys.count > 0 ? FillKeys(keys, i, row) : FillOtherwise(i, row);
  }
}

// A decay under `mix` counts from the nearest key, as in evaluate.cc, so that far keys do not underflow.
float TermFiller::FillKeys(const Keys& keys, std::int32_t i, float* row) const {
  const auto key = [&](std::int32_t k) { return keys.list == nullptr ? keys.first + k : keys.list[k]; };
  const bool mix = combine_ == Combine::kMix;
  const std::int32_t origin = mix && term_.spread == Spread::kDecay ? key(keys.count - 1) : i;
  double sum = 0;
  for (std::int32_t k = 0; k < keys.count; ++k) sum += row[key(k)] = spread_[origin - key(k)];
  if (!mix) return static_cast<float>(sum);
  const auto scale = static_cast<float>(1 / sum);
  for (std::int32_t k = 0; k < keys.count; ++k) row[key(k)] *= scale;
  return 1;
}

float TermFiller::FillOtherwise(std::int32_t i, float* row) const {
  switch (term_.otherwise) {
    case Otherwise::kDrop:
      return 0;
    case Otherwise::kAll:
      std::fill_n(row, i + 1, 1 / static_cast<float>(i + 1));
      return 1;
    case Otherwise::kFirst:
      row[0] = 1;
      return 1;
    case Otherwise::kSelf:
      row[i] = 1;
      return 1;
    case Otherwise::kPrevious:
      row[std::max(i - 1, 0)] = 1;
      return 1;
  }
  return 0;
}

}  // namespace retable::models::programs
