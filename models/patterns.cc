#include "models/patterns.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <stdexcept>

namespace retable::models {

PatternKind Deletion();
PatternKind File();
PatternKind Induction();
PatternKind Interpolated();
PatternKind MeanTemplate();
PatternKind PreviousOccurrence();
PatternKind Program();
PatternKind RealAttention();
PatternKind Uniform();

const std::vector<PatternKind>& PatternKinds() {
  static const std::vector<PatternKind> kinds = {RealAttention(), MeanTemplate(), Interpolated(),
                                                 Uniform(),       Induction(),    PreviousOccurrence(),
                                                 Program(),       File(),         Deletion()};
  return kinds;
}

const PatternKind& FindPattern(const std::string& name) {
  std::string valid;
  for (const PatternKind& kind : PatternKinds()) {
    if (kind.name == name) return kind;
    valid += (valid.empty() ? "" : ", ") + kind.name;
  }
  throw std::invalid_argument("no pattern is named \"" + name + "\"; there are " + valid);
}

at::Tensor MeanAttention(const TrainedGpt& teacher, const at::Tensor& windows, int batch) {
  const GptShape& shape = teacher.shape;
  const std::vector<Head> heads = AllHeads(shape);
  const auto length = windows.size(1);
  at::Tensor sum = at::zeros({shape.layers * shape.heads, length, length}, at::kDouble);
  for (std::int64_t first = 0; first < windows.size(0); first += batch) {
    const auto count = std::min<std::int64_t>(batch, windows.size(0) - first);
    const auto attention = GptAttention(teacher, windows.narrow(0, first, count), heads);
    for (std::size_t h = 0; h < heads.size(); ++h) {
      sum[static_cast<std::int64_t>(h)] += attention[h].sum(0, false, at::kDouble).to(at::kCPU);
    }
  }
  return (sum / sum.sum(-1, true)).to(at::kFloat).view({shape.layers, shape.heads, length, length});
}

}  // namespace retable::models
