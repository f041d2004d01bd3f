// The list of attention patterns. To add one: a file in models/patterns/ and its line in patterns.cc.
#ifndef RETABLE_MODELS_PATTERNS_H_
#define RETABLE_MODELS_PATTERNS_H_

#include <string>
#include <vector>

#include "models/gpt.h"
#include "models/patterns/pattern.h"

namespace retable::models {

const std::vector<PatternKind>& PatternKinds();

// Throws std::invalid_argument that lists the valid names.
const PatternKind& FindPattern(const std::string& name);

// Every teacher head's mean attention over windows [N, T], `batch` at a time: [layers, heads, T, T], rows
// normalised. The mean is taken in double precision.
at::Tensor MeanAttention(const TrainedGpt& teacher, const at::Tensor& windows, int batch);

}  // namespace retable::models

#endif  // RETABLE_MODELS_PATTERNS_H_
