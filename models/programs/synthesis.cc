#include "models/programs/synthesis.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "models/programs/candidates.h"
#include "models/programs/fit.h"
#include "models/programs/term_rows.h"

namespace retable::models::programs {
namespace {

constexpr int kFirstSinks[] = {0, 10, 25, 50, 75, 90};
constexpr int kShares[] = {3, 12, 35, 70};          // of a whole row, to a term that joins a mix
constexpr int kAddWeights[] = {1, 4, 16, 64};       // of a term that joins an add
constexpr double kChangeFactors[] = {1, 0.5, 1.5};  // of the weight that a changed term takes over
constexpr double kAlike = 1e-9;                     // scores that differ by less are alike
constexpr double kNoScore = -2;                     // below every score

[[noreturn]] void Refuse(const std::string& what) { throw std::invalid_argument(what); }

void CheckLimits(std::span<const Features> documents, const SynthesisOptions& options) {
  const std::int64_t tokens = documents.front().tokens();
  const std::int64_t cells = static_cast<std::int64_t>(documents.size()) * (tokens * (tokens + 1) / 2);
  if (tokens > SynthesisLimits::kTokens) {
    Refuse("documents of " + std::to_string(tokens) + " tokens, and at most " +
           std::to_string(SynthesisLimits::kTokens) + " are searched: cut them");
  }
  if (cells > SynthesisLimits::kCells) {
    Refuse(std::to_string(documents.size()) + " documents of " + std::to_string(tokens) + " tokens have " +
           std::to_string(cells) + " pairs of tokens, and at most " +
           std::to_string(SynthesisLimits::kCells) + " are searched: give fewer documents");
  }
  if (options.most_terms < 1 || options.most_terms > SynthesisLimits::kTerms) {
    Refuse("most_terms is " + std::to_string(options.most_terms) + "; it must lie between 1 and " +
           std::to_string(SynthesisLimits::kTerms));
  }
  if (options.rounds < 1) Refuse("rounds is " + std::to_string(options.rounds) + "; at least 1 is needed");
  if (!(options.least_gain > 0) || !(options.least_change > 0)) {
    Refuse("least_gain and least_change must be more than 0, or rounding would be followed");
  }
}

using Scores = std::vector<std::vector<double>>;  // [candidates][steps]

struct Best {
  std::size_t candidate = 0, step = 0;
  double score = kNoScore;
};

// The earlier of equal ones.
Best BestOf(const Scores& scores) {
  Best best;
  for (std::size_t c = 0; c < scores.size(); ++c) {
    for (std::size_t t = 0; t < scores[c].size(); ++t) {
      if (scores[c][t] > best.score) best = {c, t, scores[c][t]};
    }
  }
  return best;
}

std::vector<double> Weights(const Mixture& mixture) {
  std::vector<double> weights;
  for (const Part& part : mixture.parts) weights.push_back(part.weight);
  return weights;
}

std::size_t Comparisons(const Term& term) {
  std::size_t count = 0;
  for (const Conjunction& conjunction : term.predicate) count += conjunction.size();
  return count;
}

class Search {
 public:
  Search(const Targets& targets, Combine combine, const SynthesisOptions& options)
      : targets_(targets), options_(options) {
    mixture_.combine = combine;
  }

  void Run() {
    for (int round = 0; round < options_.rounds; ++round) {
      const double before = score_;
      Grow();
      Prune();
      Change();
      if (score_ < before + options_.least_gain) return;
    }
  }

  const Mixture& mixture() const { return mixture_; }
  std::vector<Accepted> TakePath() { return std::move(path_); }
  std::int64_t tried() const { return tried_; }

 private:
  void Grow();
  void Prune();
  void Change();
  bool ChangePart(std::size_t slot);
  std::vector<Step> GrowSteps() const;
  std::vector<TermFiller> FillersOf(const std::vector<Term>& terms) const;
  Scores ScoresWith(const Mixture& mixture, std::vector<TermFiller>& candidates, std::span<const Step> steps);
  double Price(const Term& from, const Term& to) const;
  double Fit(Mixture& mixture);
  void Take(Move move, Mixture mixture, double score);

  const Targets& targets_;
  const SynthesisOptions& options_;
  Mixture mixture_;
  double score_ = kNoScore;
  std::int64_t tried_ = 0;
  std::vector<Accepted> path_;
};

std::vector<TermFiller> Search::FillersOf(const std::vector<Term>& terms) const {
  std::vector<TermFiller> fillers;
  for (const Term& term : terms) {
    if (std::ranges::find(mixture_.parts, term, &Part::term) == mixture_.parts.end()) {
      fillers.emplace_back(term, mixture_.combine);
    }
  }
  return fillers;
}

Scores Search::ScoresWith(const Mixture& mixture, std::vector<TermFiller>& candidates,
                          std::span<const Step> steps) {
  tried_ += static_cast<std::int64_t>(candidates.size() * steps.size());
  return programs::ScoresWith(targets_, mixture, candidates, steps);
}

// What a change must gain.
double Search::Price(const Term& from, const Term& to) const {
  const std::size_t before = Comparisons(from), after = Comparisons(to);
  return after > before ? options_.least_gain : after < before ? 0 : options_.least_change;
}

double Search::Fit(Mixture& mixture) {
  const Fitted fitted = FitWeights(targets_, mixture);
  tried_ += fitted.tried;
  return fitted.score;
}

void Search::Take(Move move, Mixture mixture, double score) {
  mixture_ = std::move(mixture);
  score_ = score;
  path_.push_back({move, ProgramOf(mixture_), score_});
}

std::vector<Step> Search::GrowSteps() const {
  std::vector<Step> steps;
  if (mixture_.parts.empty()) {
    for (const int sink : kFirstSinks) {
      if (sink == 0 || mixture_.combine == Combine::kMix) steps.push_back({100, sink});
    }
  } else if (mixture_.combine == Combine::kMix) {
    for (const int share : kShares) steps.push_back({100.0 * share / (100 - share), mixture_.sink});
  } else {
    for (const int weight : kAddWeights) steps.push_back({static_cast<double>(weight), mixture_.sink});
  }
  return steps;
}

void Search::Grow() {
  const std::vector<Term> dictionary = CandidateTerms();
  while (static_cast<int>(mixture_.parts.size()) < options_.most_terms) {
    std::vector<TermFiller> candidates = FillersOf(dictionary);
    const std::vector<Step> steps = GrowSteps();
    const Best best = BestOf(ScoresWith(mixture_, candidates, steps));
    Mixture trial = mixture_;
    std::vector<double> weights = Weights(trial);
    weights.push_back(steps[best.step].weight);
    trial.parts.push_back(MakePart(targets_, candidates[best.candidate]));
    trial.sink = steps[best.step].sink;
    SetWeights(trial, weights);
    const double score = Fit(trial);
    if (score < score_ + options_.least_gain) return;
    Take(Move::kGrow, std::move(trial), score);
  }
}

void Search::Prune() {
  while (mixture_.parts.size() > 1) {
    double best_score = kNoScore;
    Mixture best;
    for (std::size_t slot = 0; slot < mixture_.parts.size(); ++slot) {
      Mixture trial = mixture_;
      trial.parts.erase(trial.parts.begin() + static_cast<std::ptrdiff_t>(slot));
      SetWeights(trial, Weights(trial));
      const double score = Fit(trial);
      if (score <= best_score) continue;
      best_score = score;
      best = std::move(trial);
    }
    if (best_score <= score_ - options_.least_gain) return;
    Take(Move::kPrune, std::move(best), best_score);
  }
}

void Search::Change() {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t slot = 0; slot < mixture_.parts.size(); ++slot) changed |= ChangePart(slot);
  }
}

// Changes come to an end: each raises the score by a least amount, or has fewer comparisons.
bool Search::ChangePart(std::size_t slot) {
  std::vector<TermFiller> candidates = FillersOf(Neighbours(mixture_.parts[slot].term));
  if (candidates.empty()) return false;
  Mixture others = mixture_;
  others.parts.erase(others.parts.begin() + static_cast<std::ptrdiff_t>(slot));
  std::vector<Step> steps;
  for (const double factor : kChangeFactors) {
    steps.push_back({factor * mixture_.parts[slot].weight, mixture_.sink});
    if (others.parts.empty()) break;  // the weight of a lone term means nothing
  }
  const Term term = mixture_.parts[slot].term;
  Scores net = ScoresWith(others, candidates, steps);
  for (std::size_t c = 0; c < net.size(); ++c) {
    for (double& score : net[c]) score -= Price(term, candidates[c].term());
  }
  const Best best = BestOf(net);
  Mixture trial = mixture_;
  std::vector<double> weights = Weights(trial);
  weights[slot] = steps[best.step].weight;
  trial.parts[slot] = MakePart(targets_, candidates[best.candidate]);
  SetWeights(trial, weights);
  const double score = Fit(trial);
  if (score < score_ + Price(term, trial.parts[slot].term)) return false;
  Take(Move::kChange, std::move(trial), score);
  return true;
}

}  // namespace

Synthesis Synthesise(std::span<const Features> documents, std::span<const DenseMatrix> attention,
                     const SynthesisOptions& options) {
  CheckDocuments(documents, attention);
  CheckLimits(documents, options);
  const Targets targets(documents, attention, options.score);
  Synthesis found;
  found.score = kNoScore;
  std::int64_t tried = 0;
  for (const Combine combine : {Combine::kMix, Combine::kAdd}) {
    Search search(targets, combine, options);
    search.Run();
    tried += search.tried();
    const Program program = ProgramOf(search.mixture());
    const double score = ScoreOf(program, documents, attention, options.score);
    if (score > found.score + kAlike) found = {program, score, 0, search.TakePath()};
  }
  bool from_library = false;
  for (const NamedProgram& rule : options.library) {
    const double score = ScoreOf(rule.program, documents, attention, options.score);
    ++tried;
    if (score < found.score - kAlike || (from_library && score <= found.score)) continue;
    found = {Canonical(rule.program), score, 0, {}};
    from_library = true;
  }
  found.tried = tried;
  return found;
}

}  // namespace retable::models::programs
