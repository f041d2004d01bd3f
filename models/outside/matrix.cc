#include "models/outside/matrix.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace retable::models::outside {
namespace {

constexpr double kLeastSum = 1e-9;

void RequireFinite(int tokens, std::span<const double> values) {
  if (tokens < 1 || values.size() != static_cast<std::size_t>(tokens) * tokens) {
    throw std::invalid_argument("has " + std::to_string(values.size()) + " values for " +
                                std::to_string(tokens) + " tokens");
  }
  const auto bad = std::ranges::find_if_not(values, [](double value) { return std::isfinite(value); });
  if (bad == values.end()) return;
  const auto at = bad - values.begin();
  throw std::invalid_argument(std::string("is ") + (std::isnan(*bad) ? "nan" : "infinite") + " at row " +
                              std::to_string(at / tokens) + ", column " + std::to_string(at % tokens));
}

struct Share {
  double part = 0, whole = 0;
  double value() const { return whole > 0 ? part / whole : 0; }
};

}  // namespace

Repaired Repair(int tokens, std::span<const double> values) {
  RequireFinite(tokens, values);
  Repaired repaired;
  repaired.matrix = {.tokens = tokens, .values = std::vector<float>(values.size())};
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  // Sums of huge values would overflow; a power of two scales them without rounding.
  const double scale = largest > 1e200 ? 0x1p-700 : 1;
  Share negative, non_causal;
  for (int i = 0; i < tokens; ++i) {
    const std::span<const double> row = values.subspan(static_cast<std::size_t>(i) * tokens, tokens);
    float* out = repaired.matrix.values.data() + static_cast<std::size_t>(i) * tokens;
    double sum = 0;
    for (int j = 0; j < tokens; ++j) {
      const double positive = std::max(row[j], 0.0) * scale;
      negative.whole += std::abs(row[j]) * scale;
      negative.part += std::max(-row[j], 0.0) * scale;
      non_causal.whole += positive;
      (j <= i ? sum : non_causal.part) += positive;
    }
    if (sum <= kLeastSum * scale) {
      out[0] = 1;
      ++repaired.empty_rows;
      continue;
    }
    for (int j = 0; j <= i; ++j) out[j] = static_cast<float>(std::max(row[j], 0.0) * scale / sum);
  }
  repaired.negative = negative.value();
  repaired.non_causal = non_causal.value();
  return repaired;
}

double LargestRowDistance(const Matrix& a, const Matrix& b) {
  double largest = 0;
  for (int i = 0; i < std::min(a.tokens, b.tokens); ++i) {
    double distance = 0;
    for (int j = 0; j <= i; ++j) distance += std::abs(static_cast<double>(a.Row(i)[j]) - b.Row(i)[j]);
    largest = std::max(largest, distance / 2);
  }
  return largest;
}

}  // namespace retable::models::outside
