#include "training/patterns_on_tokens.h"

#include <ATen/ATen.h>

#include <span>

// B windows of a batch, N of all, T tokens of a window.
namespace retable::training {

std::vector<at::Tensor> OnTokens(const models::Pattern& pattern, const std::vector<at::Tensor>& batches,
                                 const std::vector<models::Head>& heads) {
  std::vector<std::vector<at::Tensor>> parts(heads.size());
  for (const at::Tensor& tokens : batches) {
    const auto patterns = pattern(tokens, heads);
    const auto windows = tokens.size(0), length = tokens.size(1);
    for (std::size_t h = 0; h < heads.size(); ++h) {
      parts[h].push_back(patterns[h].to(at::kCPU).to(at::kFloat).expand({windows, length, length}));
    }
  }
  std::vector<at::Tensor> whole;
  for (const auto& part : parts) whole.push_back(at::cat(part).contiguous());
  return whole;
}

std::vector<models::programs::DenseMatrix> Matrices(const at::Tensor& patterns) {
  const auto length = patterns.size(-1);
  std::vector<models::programs::DenseMatrix> matrices;
  for (std::int64_t d = 0; d < patterns.size(0); ++d) {
    matrices.emplace_back(static_cast<int>(length),
                          std::span(patterns.data_ptr<float>() + d * length * length, length * length));
  }
  return matrices;
}

}  // namespace retable::training
