#include "models/programs/assignment.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include "data/random.h"
#include "models/programs/row_sparse.h"
#include "models/programs/score.h"
#include "models/programs/summary.h"

namespace retable::models::programs {
namespace {

constexpr double kAlike = 1e-9;
constexpr int kShares = 1000;  // shares are multiples of 1 / kShares

std::string ThreeDecimals(double value) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, 3).ptr};
}

double Rounded(double value, double unit) { return std::round(value * unit) / unit; }

Program WithAll(Program program, double share) {
  double total = 0;
  for (const WeightedTerm& term : program.terms) total += term.weight;
  for (WeightedTerm& term : program.terms) {
    term.weight = std::max(Rounded((1 - share) * term.weight / total, 1e6), 1e-6);
  }
  program.terms.push_back({share, Term{}});
  return Canonical(program);
}

Program WithSink(Program program, double share) {
  program.sink = Rounded(1 - (1 - program.sink) * (1 - share), 1e6);
  return Canonical(program);
}

BestFit HighestByName(const Library& library, const std::vector<double>& iou) {
  const double highest = std::ranges::max(iou);
  BestFit best;
  for (std::size_t k = 0; k < library.size(); ++k) {
    if (iou[k] < highest - kAlike) continue;
    if (best.name.empty() || library[k].name < best.name) best = {library[k].name, iou[k]};
  }
  return best;
}

// A program of the library on its way to the wanted entropy.
class Match {
 public:
  Match(const NamedProgram& from, std::span<const Features> documents, double wanted)
      : from_(from), documents_(documents), wanted_(wanted) {}

  std::optional<WrongProgram> Find() const {
    const double plain = EntropyOf(from_.program);
    if (Close(plain)) return Found(from_.program, 0, plain);
    const bool raise = plain < wanted_;
    const auto program_at = [&](int share) {
      const double part = static_cast<double>(share) / kShares;
      return raise ? WithAll(from_.program, part) : WithSink(from_.program, part);
    };
    int near = 0, far = kShares - 1;  // not there yet, and beyond
    if ((EntropyOf(program_at(far)) < wanted_) == raise) near = far;
    while (far - near > 1) {
      const int middle = (near + far) / 2;
      ((EntropyOf(program_at(middle)) < wanted_) == raise ? near : far) = middle;
    }
    for (const int share : {near, far}) {
      if (share == 0) continue;
      const Program program = program_at(share);
      const double entropy = EntropyOf(program);
      if (Close(entropy)) return Found(program, static_cast<double>(share) / kShares, entropy);
    }
    return std::nullopt;
  }

 private:
  double EntropyOf(const Program& program) const {
    return programs::EntropyOf(EvaluateEach(program, documents_));
  }
  bool Close(double entropy) const { return std::abs(entropy - wanted_) <= kEntropyTolerance; }
  WrongProgram Found(const Program& program, double share, double entropy) const {
    return {from_.name, Canonical(program), share, entropy, wanted_};
  }

  const NamedProgram& from_;
  std::span<const Features> documents_;
  double wanted_;
};

}  // namespace

std::vector<BestFit> BestFits(std::span<const Features> documents,
                              std::span<const std::span<const DenseMatrix>> heads, const Library& library) {
  if (library.empty()) throw std::invalid_argument("no program fits best: the library is empty");
  for (const auto& attention : heads) CheckDocuments(documents, attention);
  std::vector<std::vector<double>> iou(heads.size());  // [heads][library]
  for (const NamedProgram& named : library) {
    const std::vector<RowSparse> matrices = EvaluateEach(named.program, documents);
    for (std::size_t h = 0; h < heads.size(); ++h) iou[h].push_back(MeanIou(matrices, heads[h]));
  }
  std::vector<BestFit> best;
  for (const std::vector<double>& of_head : iou) best.push_back(HighestByName(library, of_head));
  return best;
}

WrongProgram EntropyMatched(std::span<const Features> documents, const Library& library,
                            const WrongProgramRequest& request) {
  const Program own = Canonical(FindProgram(library, request.own).program);
  const Program best = Canonical(FindProgram(library, request.best_fit).program);
  const double wanted = EntropyOf(EvaluateEach(best, documents));
  data::Random random(data::StreamKey(request.seed, "entropy_matched", {request.head}));
  for (const int index : data::Permutation(static_cast<int>(library.size()), random)) {
    const Program canonical = Canonical(library[index].program);
    if (canonical == own || canonical == best) continue;
    if (auto found = Match(library[index], documents, wanted).Find()) return *found;
  }
  throw std::runtime_error("none of the library's " + std::to_string(library.size()) +
                           " programs, without those of the head (" + request.own + ", " + request.best_fit +
                           "), can be brought to a mean row entropy of " + ThreeDecimals(wanted) +
                           " nats: give a larger library");
}

}  // namespace retable::models::programs
