#include "models/layers/cross_entropy.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "models/kernels/cross_entropy.h"
#include "models/kernels/supported.h"
#include "models/layers/precision.h"

// N tokens, C width, V vocabulary, R tokens of one chunk.
namespace retable::models {
namespace {

constexpr std::int64_t kChunk =
    256;  // tokens whose logits are held at once: 1 MiB at V = 1024, in the L2 cache

void CheckTargets(const at::Tensor& targets, std::int64_t vocabulary) {
  const auto* begin = targets.data_ptr<std::int64_t>();
  const auto* bad = std::find_if(begin, begin + targets.numel(),
                                 [&](std::int64_t target) { return target < 0 || target >= vocabulary; });
  if (bad == begin + targets.numel()) return;
  throw std::out_of_range("target token " + std::to_string(*bad) + " is not in a vocabulary of " +
                          std::to_string(vocabulary));
}

struct KernelLinearCrossEntropy : torch::autograd::Function<KernelLinearCrossEntropy> {
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& hidden,
                            const at::Tensor& weight, const at::Tensor& targets, bool with_gradients) {
    const auto tokens = hidden.size(0), vocabulary = weight.size(0);
    const auto padded = kernels::PaddedVocabulary(static_cast<int>(vocabulary));
    at::Tensor buffer = at::empty({std::min(tokens, kChunk), padded}, hidden.options());  // [R, V padded]
    at::Tensor hidden_gradient, weight_gradient;
    if (with_gradients) {
      hidden_gradient = at::empty_like(hidden);
      weight_gradient = at::zeros_like(weight);
    }
    double loss = 0;
    for (std::int64_t first = 0; first < tokens; first += kChunk) {
      const auto count = std::min(kChunk, tokens - first);
      const at::Tensor rows = hidden.narrow(0, first, count);                   // [R, C]
      at::Tensor logits = buffer.narrow(0, 0, count).narrow(1, 0, vocabulary);  // [R, V]
      at::mm_out(logits, rows, weight.t());
      const auto* target = targets.data_ptr<std::int64_t>() + first;
      loss += RowLosses(logits, target, count, vocabulary, with_gradients ? 1.0F / tokens : 0.0F);
      if (with_gradients) {
        at::Tensor out = hidden_gradient.narrow(0, first, count);
        at::mm_out(out, logits, weight);
        weight_gradient.addmm_(logits.t(), rows);
      }
    }
    context->save_for_backward({hidden_gradient, weight_gradient});
    return at::scalar_tensor(loss / tokens, hidden.options());
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& out_gradients) {
    const auto saved = context->get_saved_variables();
    return {saved[0] * out_gradients[0], saved[1] * out_gradients[0], at::Tensor(), at::Tensor()};
  }

 private:
  // The sum of the rows' losses; where scale is not 0, logits become scale times their gradient.
  static double RowLosses(at::Tensor& logits, const std::int64_t* targets, std::int64_t count,
                          std::int64_t vocabulary, float scale) {
    double loss = 0;
    float* row = logits.data_ptr<float>();
    for (std::int64_t i = 0; i < count; ++i, row += logits.stride(0)) {
      const int target = static_cast<int>(targets[i]), size = static_cast<int>(vocabulary);
      loss += scale == 0 ? kernels::CrossEntropy(row, size, target)
                         : kernels::CrossEntropyWithGradient(row, size, target, scale);
    }
    return loss;
  }
};

}  // namespace

at::Tensor ComposedLinearCrossEntropy(const at::Tensor& hidden, const at::Tensor& weight,
                                      const at::Tensor& targets) {
  return at::cross_entropy_loss(Widened(at::matmul(hidden, weight.t())), targets);
}

at::Tensor LinearCrossEntropy(const at::Tensor& hidden, const at::Tensor& weight, const at::Tensor& targets) {
  const bool fits = hidden.device().is_cpu() && hidden.scalar_type() == at::kFloat && kernels::Supported();
  if (!fits) return ComposedLinearCrossEntropy(hidden, weight, targets);
  CheckTargets(targets, weight.size(0));
  const bool with_gradients =
      c10::GradMode::is_enabled() && (hidden.requires_grad() || weight.requires_grad());
  return KernelLinearCrossEntropy::apply(hidden.contiguous(), weight, targets.contiguous(), with_gradients);
}

}  // namespace retable::models
