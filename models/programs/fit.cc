#include "models/programs/fit.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace retable::models::programs {
namespace {

constexpr int kMostSink = 95, kMostWeight = 1000;  // hundredths
constexpr int kSweeps = 20;
constexpr double kLeastRise = 1e-7;  // less is rounding
constexpr float kNothing = 1e-30F;   // a row of less was given nothing
constexpr int kFartherMoves[] = {2, 4, 8, 16, 32, 64};

// sum_j min(base_scale * base[j] + scale * direction[j], target[j]); `count` is a multiple of kLanes, which are
// summed apart, so that the compiler may do several at once while the order stays fixed.
double SumOfMinima(const float* base, const float* direction, const float* target, int count,
                   float base_scale, float scale) {
  float sums[kLanes] = {};
  for (int j = 0; j < count; j += kLanes) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const float value = base_scale * base[j + lane] + scale * direction[j + lane];
      sums[lane] += std::min(value, target[j + lane]);
    }
  }
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

// Of one mixture with one matrix.
struct Overlap {
  double minima = 0, first_minima = 0;  // over keys j >= 1, and over key 0
  double first = 0;                     // the mixture's first column
};

Overlap OverlapOf(const TermRows& base, const TermRows& direction, const float* target, const Step& step) {
  const double sink = step.sink / 100.0;
  const auto weight = static_cast<float>(step.weight);
  Overlap overlap;
  for (std::size_t i = 0; i < base.mass.size(); ++i) {
    const std::size_t begin = RowBegin(i);
    const float total = base.mass[i] + weight * direction.mass[i];
    double first = 1;
    if (total > kNothing) {
      const auto scale = static_cast<float>((1 - sink) / total);
      const float unsunk = scale * base.values[begin] + scale * weight * direction.values[begin];
      overlap.minima += SumOfMinima(&base.values[begin], &direction.values[begin], target + begin, RowSize(i),
                                    scale, scale * weight);
      overlap.minima -= std::min(unsunk, target[begin]);
      first = unsunk + sink;
    }
    overlap.first += first;
    overlap.first_minima += std::min<double>(first, target[begin]);
  }
  return overlap;
}

double IouOf(const Targets& targets, std::size_t d, const Overlap& overlap) {
  double minima = overlap.minima, total = targets.total[d] + targets.tokens;
  if (targets.score == Score::kIouWithoutSink) {
    total -= targets.first[d] + overlap.first;
    if (total < 1e-6 * targets.tokens) return 1;  // as measures.h has it, in single precision
  } else {
    minima += overlap.first_minima;
  }
  return minima / (total - minima);
}

// What document d adds to the score.
double ScoreOn(const Targets& targets, std::size_t d, const TermRows& base, const TermRows& direction,
               const Step& step) {
  const std::size_t count = targets.documents.size();
  double score = IouOf(targets, d, OverlapOf(base, direction, targets.Values(d), step));
  if (targets.score == Score::kGain) {
    const std::size_t other = OtherDocument(d, count);
    score -= IouOf(targets, other, OverlapOf(base, direction, targets.Values(other), step));
  }
  return score / static_cast<double>(count);
}

void Clear(TermRows& rows, int tokens) {
  rows.values.assign(RowBegin(tokens), 0);
  rows.mass.assign(tokens, 0);
}

void Add(const TermRows& from, float weight, TermRows& to) {
  for (std::size_t k = 0; k < to.values.size(); ++k) to.values[k] += weight * from.values[k];
  for (std::size_t i = 0; i < to.mass.size(); ++i) to.mass[i] += weight * from.mass[i];
}

void SumParts(const Targets& targets, const Mixture& mixture, std::size_t d, TermRows& sum) {
  Clear(sum, targets.tokens);
  for (const Part& part : mixture.parts) Add((*part.rows)[d], static_cast<float>(part.weight), sum);
}

// What one move changes, in hundredths: a part's weight goes up, another's goes down, the sink changes.
struct Direction {
  int to = -1, from = -1;  // -1: none
  int weight = 0;
  int sink = 0;
};

std::vector<Direction> Directions(const Mixture& mixture) {
  const int parts = static_cast<int>(mixture.parts.size());
  const bool add = mixture.combine == Combine::kAdd;
  std::vector<Direction> directions;
  if (!add) directions.push_back({.sink = 1});
  for (int to = 0; to < parts; ++to) {
    if (add && parts > 1) directions.push_back({.to = to, .weight = 1});
    for (int from = to + 1; from < parts; ++from) directions.push_back({to, from, 1, 0});
  }
  return directions;
}

// The weights of one mixture on their way up.
class Climb {
 public:
  Climb(const Targets& targets, Mixture& mixture)
      : targets_(targets), mixture_(mixture), sums_(targets.documents.size()) {
    for (std::size_t d = 0; d < sums_.size(); ++d) SumParts(targets_, mixture_, d, sums_[d]);
    const Step here{0, mixture_.sink};
    fitted_.score = Scores({}, {&here, 1}).front();
  }

  const Fitted& fitted() const { return fitted_; }

  // To the best place in this direction; false if there is none better.
  bool Go(const Direction& direction) {
    const int side = BestMove(direction, {1, -1});
    if (side == 0) return false;
    std::vector<int> farther;
    for (const int size : kFartherMoves) farther.push_back(side * size);
    const int move = BestMove(direction, std::move(farther));
    Take(direction, move == 0 ? side : move);
    return true;
  }

 private:
  // The allowed one that raises the score most, or 0.
  int BestMove(const Direction& direction, std::vector<int> moves) {
    std::erase_if(moves, [&](int move) { return !Allowed(direction, move); });
    if (moves.empty()) return 0;
    std::vector<Step> steps;
    for (const int move : moves) {
      steps.push_back({static_cast<double>(move * direction.weight), mixture_.sink + move * direction.sink});
    }
    const std::vector<double> scores = Scores(direction, steps);
    const auto best = std::ranges::max_element(scores);
    if (*best <= fitted_.score + kLeastRise) return 0;
    fitted_.score = *best;
    return moves[best - scores.begin()];
  }

  bool Allowed(const Direction& direction, int move) const {
    const auto between = [](int low, int value, int high) { return low <= value && value <= high; };
    const auto weight_after = [&](int part, int by) {
      return part < 0 ? 1 : mixture_.parts[part].weight + by * direction.weight;
    };
    return between(0, mixture_.sink + move * direction.sink, kMostSink) &&
           between(1, weight_after(direction.to, move), kMostWeight) &&
           between(1, weight_after(direction.from, -move), kMostWeight);
  }

  std::vector<double> Scores(const Direction& direction, std::span<const Step> steps) {
    std::vector<double> scores(steps.size());
    for (std::size_t d = 0; d < sums_.size(); ++d) {
      Clear(along_, targets_.tokens);
      AddAlong(direction, d, 1, along_);
      for (std::size_t t = 0; t < steps.size(); ++t) {
        scores[t] += ScoreOn(targets_, d, sums_[d], along_, steps[t]);
      }
    }
    fitted_.tried += static_cast<std::int64_t>(steps.size());
    return scores;
  }

  void AddAlong(const Direction& direction, std::size_t d, float weight, TermRows& rows) const {
    if (direction.to >= 0) Add((*mixture_.parts[direction.to].rows)[d], weight, rows);
    if (direction.from >= 0) Add((*mixture_.parts[direction.from].rows)[d], -weight, rows);
  }

  void Take(const Direction& direction, int move) {
    mixture_.sink += move * direction.sink;
    if (direction.to >= 0) mixture_.parts[direction.to].weight += move * direction.weight;
    if (direction.from >= 0) mixture_.parts[direction.from].weight -= move * direction.weight;
    for (std::size_t d = 0; d < sums_.size(); ++d) SumParts(targets_, mixture_, d, sums_[d]);
  }

  const Targets& targets_;
  Mixture& mixture_;
  Fitted fitted_;
  std::vector<TermRows> sums_;  // [D]
  TermRows along_;
};

}  // namespace

Targets::Targets(std::span<const Features> documents, std::span<const DenseMatrix> attention, Score score)
    : documents(documents), score(score) {
  CheckDocuments(documents, attention);
  if (score == Score::kGain && documents.size() < 2) {
    throw std::invalid_argument("a gain compares a document with another one, and there is only one");
  }
  tokens = documents.front().tokens();
  values.resize(documents.size() * RowBegin(tokens));
  float* triangle = values.data();
  for (const DenseMatrix& matrix : attention) {
    for (int i = 0; i < tokens; ++i) std::ranges::copy(matrix.Row(i), triangle + RowBegin(i));
    triangle += RowBegin(tokens);
    total.push_back(matrix.total());
    first.push_back(matrix.first_column());
  }
}

Program ProgramOf(const Mixture& mixture) {
  Program program{mixture.combine, {}, mixture.sink / 100.0};
  int divisor = 0;
  for (const Part& part : mixture.parts) divisor = std::gcd(divisor, part.weight);
  if (mixture.combine == Combine::kMix) divisor = 1;
  for (const Part& part : mixture.parts) {
    program.terms.push_back({part.weight / divisor / 100.0, part.term});
  }
  return Canonical(program);
}

Part MakePart(const Targets& targets, TermFiller& filler) {
  DocumentRows rows(targets.documents.size());
  for (std::size_t d = 0; d < rows.size(); ++d) filler.Fill(targets.documents[d], rows[d]);
  return {filler.term(), 100, std::make_shared<const DocumentRows>(std::move(rows))};
}

std::vector<std::vector<double>> ScoresWith(const Targets& targets, const Mixture& mixture,
                                            std::vector<TermFiller>& candidates,
                                            std::span<const Step> steps) {
  std::vector<std::vector<double>> scores(candidates.size(), std::vector<double>(steps.size()));
  TermRows base, candidate;
  for (std::size_t d = 0; d < targets.documents.size(); ++d) {
    SumParts(targets, mixture, d, base);
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      candidates[c].Fill(targets.documents[d], candidate);
      for (std::size_t t = 0; t < steps.size(); ++t) {
        scores[c][t] += ScoreOn(targets, d, base, candidate, steps[t]);
      }
    }
  }
  return scores;
}

void SetWeights(Mixture& mixture, const std::vector<double>& sizes) {
  const bool mix = mixture.combine == Combine::kMix;
  const double scale = mix ? 100 / std::accumulate(sizes.begin(), sizes.end(), 0.0)
                           : std::min(1.0, kMostWeight / std::ranges::max(sizes));
  std::vector<double> exact;
  for (const double size : sizes) exact.push_back(std::max(1.0, size * scale));
  int left = 100;
  for (std::size_t k = 0; k < exact.size(); ++k) {
    mixture.parts[k].weight = static_cast<int>(mix ? std::floor(exact[k]) : std::round(exact[k]));
    left -= mixture.parts[k].weight;
  }
  if (!mix) return;
  std::vector<std::size_t> order(exact.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater(),
                           [&](std::size_t k) { return exact[k] - std::floor(exact[k]); });
  for (int k = 0; k < left; ++k) ++mixture.parts[order[k % order.size()]].weight;
  for (; left < 0; ++left) --std::ranges::max_element(mixture.parts, {}, &Part::weight)->weight;
}

Fitted FitWeights(const Targets& targets, Mixture& mixture) {
  Climb climb(targets, mixture);
  bool moved = true;
  for (int sweep = 0; moved && sweep < kSweeps; ++sweep) {
    moved = false;
    for (const Direction& direction : Directions(mixture)) moved |= climb.Go(direction);
  }
  return climb.fitted();
}

}  // namespace retable::models::programs
