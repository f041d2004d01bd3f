#include "stats/nelder_mead.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "stats/undefined.h"

namespace retable::stats {
namespace {

using Point = std::vector<double>;

struct Corner {
  Point at;
  double value;
};

// a + share (b - a)
Point Towards(const Point& a, const Point& b, double share) {
  Point point(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) point[i] = a[i] + share * (b[i] - a[i]);
  return point;
}

Point CentreOfAllButWorst(const std::vector<Corner>& simplex) {
  Point centre(simplex[0].at.size(), 0);
  for (std::size_t c = 0; c + 1 < simplex.size(); ++c) {
    for (std::size_t i = 0; i < centre.size(); ++i) {
      centre[i] += simplex[c].at[i] / static_cast<double>(simplex.size() - 1);
    }
  }
  return centre;
}

bool Converged(const std::vector<Corner>& simplex, double tolerance) {
  double width = 0;
  double size = 1;
  for (const Corner& corner : simplex) {
    for (std::size_t i = 0; i < corner.at.size(); ++i) {
      width = std::max(width, std::abs(corner.at[i] - simplex[0].at[i]));
      size = std::max(size, std::abs(corner.at[i]));
    }
  }
  const double spread = simplex.back().value - simplex.front().value;
  return spread <= tolerance * std::max(1.0, std::abs(simplex.front().value)) &&
         width <= std::sqrt(tolerance) * size;
}

void SortByValue(std::vector<Corner>& simplex) {
  std::sort(simplex.begin(), simplex.end(),
            [](const Corner& a, const Corner& b) { return a.value < b.value; });
}

// One move of a sorted simplex: reflect the worst corner, stretch, contract, or shrink all towards the best.
template <typename Evaluate>
void Move(std::vector<Corner>& simplex, const Evaluate& evaluate) {
  Corner& worst = simplex.back();
  const Point centre = CentreOfAllButWorst(simplex);
  Corner reflected = evaluate(Towards(worst.at, centre, 2));
  if (reflected.value < simplex.front().value) {
    Corner expanded = evaluate(Towards(worst.at, centre, 3));
    worst = expanded.value < reflected.value ? expanded : reflected;
    return;
  }
  if (reflected.value < simplex[simplex.size() - 2].value) {
    worst = reflected;
    return;
  }
  const bool outside = reflected.value < worst.value;
  Corner contracted = evaluate(Towards(worst.at, centre, outside ? 1.5 : 0.5));
  if (contracted.value < std::min(worst.value, reflected.value)) {
    worst = contracted;
    return;
  }
  for (std::size_t c = 1; c < simplex.size(); ++c)
    simplex[c] = evaluate(Towards(simplex[0].at, simplex[c].at, 0.5));
}

}  // namespace

std::vector<double> MinimizeBySimplex(const std::function<double(const std::vector<double>&)>& function,
                                      const std::vector<double>& start, double step, double tolerance) {
  int evaluations = 0;
  auto evaluate = [&](Point at) {
    if (++evaluations > 5000) throw Undefined("the search for a minimum does not settle");
    const double value = function(at);
    return Corner{std::move(at), value};
  };
  Point best = start;
  for (int restart = 0; restart < 2; ++restart) {
    std::vector<Corner> simplex = {evaluate(best)};
    for (std::size_t i = 0; i < best.size(); ++i) {
      Point corner = best;
      corner[i] += step;
      simplex.push_back(evaluate(corner));
    }
    for (SortByValue(simplex); !Converged(simplex, tolerance); SortByValue(simplex)) Move(simplex, evaluate);
    best = simplex.front().at;
  }
  return best;
}

}  // namespace retable::stats
