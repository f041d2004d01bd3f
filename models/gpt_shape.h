// The size of a GPT, without torch: what a table's file and a report need to know of the model.
#ifndef RETABLE_MODELS_GPT_SHAPE_H_
#define RETABLE_MODELS_GPT_SHAPE_H_

#include <compare>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace retable::models {

// A GPT written "layers x heads x width", as the papers print it. The head dimension is width / heads.
struct GptShape {
  int layers = 0;
  int heads = 0;
  int width = 0;
  int context = 0;     // the longest window, in tokens
  int vocabulary = 0;  // token ids are 0 ... vocabulary - 1
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(GptShape, layers, heads, width, context, vocabulary)

// What products of matrices are computed in (layers/precision.h): float32, or bfloat16 and all else float32.
enum class Precision { kFloat32, kBfloat16 };

// One attention head, both indices from 0; printed "layer.head".
struct Head {
  int layer = 0;
  int head = 0;
  auto operator<=>(const Head&) const = default;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Head, layer, head)

inline std::string Name(const Head& head) {
  return std::to_string(head.layer) + "." + std::to_string(head.head);
}

// Layer by layer.
inline std::vector<Head> AllHeads(const GptShape& shape) {
  std::vector<Head> heads;
  for (int layer = 0; layer < shape.layers; ++layer) {
    for (int head = 0; head < shape.heads; ++head) heads.push_back({layer, head});
  }
  return heads;
}

}  // namespace retable::models

#endif  // RETABLE_MODELS_GPT_SHAPE_H_
