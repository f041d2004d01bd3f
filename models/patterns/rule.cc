#include "models/patterns/rule.h"

#include <ATen/ATen.h>

#include <utility>

namespace retable::models {

Pattern RulePattern(Rule rule) {
  return [rule = std::move(rule)](const at::Tensor& tokens, const std::vector<Head>& heads) {
    const at::Tensor ids = tokens.contiguous();
    const auto windows = ids.size(0), length = ids.size(1);
    at::Tensor pattern = at::zeros({windows, length, length});  // [B, T, T]
    float* row = pattern.data_ptr<float>();
    for (std::int64_t b = 0; b < windows; ++b) {
      const std::int64_t* window = ids.data_ptr<std::int64_t>() + b * length;
      for (std::int64_t i = 0; i < length; ++i, row += length) {
        std::vector<int> keys = rule({window, static_cast<std::size_t>(i) + 1});
        if (keys.empty()) keys = {0};
        for (const int key : keys) row[key] += 1.0F / keys.size();
      }
    }
    return std::vector<at::Tensor>(heads.size(), pattern);
  };
}

}  // namespace retable::models
