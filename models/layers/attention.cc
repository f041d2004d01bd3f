#include "models/layers/attention.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "models/kernels/attention.h"
#include "models/kernels/supported.h"
#include "models/layers/precision.h"

// B windows, T tokens, C width, H heads, D head dimension.
namespace retable::models {
namespace {

using kernels::AttentionScratch;
using kernels::ConstHeadRows;
using kernels::HeadRows;
using kernels::HeadShape;

void CheckPattern(const at::Tensor& pattern, std::int64_t windows, std::int64_t tokens) {
  const auto sizes = pattern.sizes();
  if (sizes.size() == 3 && (sizes[0] == 1 || sizes[0] == windows) && sizes[1] == tokens && sizes[2] == tokens)
    return;
  throw std::invalid_argument("a pattern must be [" + std::to_string(windows) + " or 1, " +
                              std::to_string(tokens) + ", " + std::to_string(tokens) +
                              "], windows by tokens by tokens");
}

void Check(const at::Tensor& qkv, int heads, const std::vector<HeldHead>& held) {
  std::vector<bool> seen(heads, false);
  for (const HeldHead& one : held) {
    if (one.head < 0 || one.head >= heads || seen[one.head]) {
      throw std::invalid_argument("head " + std::to_string(one.head) + " cannot be held: there are " +
                                  std::to_string(heads) + " heads, each held at most once");
    }
    seen[one.head] = true;
    CheckPattern(one.pattern, qkv.size(0), qkv.size(1));
  }
}

// Where one head of one window lies inside packed tensors.
struct HeadPlace {
  HeadShape shape;
  int width;
  std::int64_t token;  // first token of the window, counted over all windows
  int column;          // first column of the head inside each third

  ConstHeadRows Third(const float* qkv, int third) const {
    return {qkv + token * 3 * width + third * width + column, 3 * width};
  }
  HeadRows Third(float* qkv, int third) const {
    return {qkv + token * 3 * width + third * width + column, 3 * width};
  }
  ConstHeadRows Out(const float* out) const { return {out + token * width + column, width}; }
  HeadRows Out(float* out) const { return {out + token * width + column, width}; }
};

HeadPlace Place(const at::Tensor& qkv, int heads, std::int64_t window, int head) {
  const int tokens = static_cast<int>(qkv.size(1)), width = static_cast<int>(qkv.size(2) / 3);
  const int dimension = width / heads;
  return {{tokens, dimension}, width, window * tokens, head * dimension};
}

// Saved for backward: qkv, P of the free heads [B, H, T, T] (a held head's slot is unused), and the patterns.
struct KernelAttention : torch::autograd::Function<KernelAttention> {
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& qkv,
                            std::int64_t heads, const std::vector<std::int64_t>& held_heads,
                            const at::Tensor& patterns, const std::vector<std::int64_t>& windows_of_pattern) {
    const auto windows = qkv.size(0), tokens = qkv.size(1), width = qkv.size(2) / 3;
    at::Tensor out = at::empty({windows, tokens, width}, qkv.options());
    at::Tensor probabilities = at::empty({windows, heads, tokens, tokens}, qkv.options());
    const Patterns held(heads, held_heads, patterns, windows_of_pattern, tokens);
    AttentionScratch scratch({static_cast<int>(tokens), static_cast<int>(width / heads)});
    for (std::int64_t b = 0; b < windows; ++b) {
      for (int h = 0; h < heads; ++h) {
        const HeadPlace at = Place(qkv, heads, b, h);
        const float* packed = qkv.data_ptr<float>();
        const float* pattern = held.Of(h, b);
        if (pattern == nullptr) {
          float* p = probabilities.data_ptr<float>() + (b * heads + h) * tokens * tokens;
          kernels::AttentionProbabilities(at.shape, at.Third(packed, 0), at.Third(packed, 1), p, scratch);
          pattern = p;
        }
        kernels::AttentionOutput(at.shape, pattern, at.Third(packed, 2), at.Out(out.data_ptr<float>()));
      }
    }
    context->save_for_backward({qkv, probabilities, patterns});
    context->saved_data["heads"] = heads;
    context->saved_data["held"] = held_heads;
    context->saved_data["windows_of_pattern"] = windows_of_pattern;
    return out;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& out_gradients) {
    const auto saved = context->get_saved_variables();
    const at::Tensor &qkv = saved[0], &probabilities = saved[1];
    const at::Tensor out_gradient = out_gradients[0].contiguous();
    const auto heads = context->saved_data["heads"].toInt();
    const auto windows = qkv.size(0), tokens = qkv.size(1), width = qkv.size(2) / 3;
    const Patterns held(heads, context->saved_data["held"].toIntVector(), saved[2],
                        context->saved_data["windows_of_pattern"].toIntVector(), tokens);
    at::Tensor gradient = at::empty_like(qkv);
    AttentionScratch scratch({static_cast<int>(tokens), static_cast<int>(width / heads)});
    for (std::int64_t b = 0; b < windows; ++b) {
      for (int h = 0; h < heads; ++h) {
        const float* p = probabilities.data_ptr<float>() + (b * heads + h) * tokens * tokens;
        HeadBackward(Place(qkv, heads, b, h), qkv.data_ptr<float>(), p, held.Of(h, b),
                     out_gradient.data_ptr<float>(), gradient.data_ptr<float>(), scratch);
      }
    }
    return {gradient, at::Tensor(), at::Tensor(), at::Tensor(), at::Tensor()};
  }

 private:
  // Which rows of the stacked patterns hold head h of window b.
  class Patterns {
   public:
    Patterns(std::int64_t heads, const std::vector<std::int64_t>& held_heads, const at::Tensor& patterns,
             const std::vector<std::int64_t>& windows_of_pattern, std::int64_t tokens)
        : first_(heads, nullptr), window_stride_(heads, 0) {
      const float* next = held_heads.empty() ? nullptr : patterns.data_ptr<float>();
      for (std::size_t i = 0; i < held_heads.size(); ++i) {
        first_[held_heads[i]] = next;
        if (windows_of_pattern[i] > 1) window_stride_[held_heads[i]] = tokens * tokens;
        next += windows_of_pattern[i] * tokens * tokens;
      }
    }
    const float* Of(int head, std::int64_t window) const {
      return first_[head] == nullptr ? nullptr : first_[head] + window * window_stride_[head];
    }

   private:
    std::vector<const float*> first_;
    std::vector<std::int64_t> window_stride_;
  };

  static void HeadBackward(const HeadPlace& at, const float* qkv, const float* probabilities,
                           const float* pattern, const float* out_gradient, float* gradient,
                           AttentionScratch& scratch) {
    const bool is_held = pattern != nullptr;
    kernels::AttentionValueGradient(at.shape, is_held ? pattern : probabilities, at.Out(out_gradient),
                                    at.Third(gradient, 2));
    if (is_held) {
      for (int third = 0; third < 2; ++third) SetZero(at.shape, at.Third(gradient, third));
    } else {
      kernels::AttentionScoreGradients(at.shape, probabilities, at.Out(out_gradient), at.Third(qkv, 0),
                                       at.Third(qkv, 1), at.Third(qkv, 2), at.Third(gradient, 0),
                                       at.Third(gradient, 1), scratch);
    }
  }

  static void SetZero(HeadShape shape, HeadRows rows) {
    for (int t = 0; t < shape.tokens; ++t) std::fill_n(rows.data + t * rows.stride, shape.dimension, 0.0F);
  }
};

bool KernelsFit(const at::Tensor& qkv, int heads) {
  const auto tokens = qkv.size(1), dimension = qkv.size(2) / 3 / heads;
  return qkv.device().is_cpu() && qkv.scalar_type() == at::kFloat && tokens % 8 == 0 && dimension % 8 == 0 &&
         kernels::Supported();
}

at::Tensor Above(std::int64_t tokens, const at::Tensor& like) {
  return at::ones({tokens, tokens}, like.options().dtype(at::kBool)).triu(1);
}

// The output of a biased head from the packed tensor, [B, T, D].
at::Tensor BiasedOutput(const at::Tensor& qkv, int heads, const BiasedHead& biased) {
  const auto width = qkv.size(2) / 3, dimension = width / heads;
  const auto third = [&](int part) {
    return qkv.narrow(2, part * width + biased.head * dimension, dimension);
  };
  const at::Tensor products = Widened(at::matmul(third(0), third(1).transpose(1, 2)));
  const at::Tensor prior = at::log(biased.pattern.to(products.dtype()) + kPriorFloor);  // [B or 1, T, T]
  const at::Tensor scores = products / std::sqrt(static_cast<double>(dimension)) + biased.weight * prior;
  const at::Tensor rows = at::softmax(scores.masked_fill(Above(qkv.size(1), qkv), -INFINITY), -1);
  return at::matmul(rows.to(qkv.dtype()), third(2));
}

}  // namespace

at::Tensor CausalProbabilities(const at::Tensor& q, const at::Tensor& k) {
  const double scale = 1.0 / std::sqrt(static_cast<double>(q.size(-1)));
  const at::Tensor scores = Widened(at::matmul(q, k.transpose(-2, -1))) * scale;
  return at::softmax(scores.masked_fill(Above(q.size(-2), q), -INFINITY), -1);
}

at::Tensor ComposedCausalAttention(const at::Tensor& qkv, int heads, const std::vector<HeldHead>& held) {
  Check(qkv, heads, held);
  const auto windows = qkv.size(0), tokens = qkv.size(1), width = qkv.size(2) / 3;
  const auto parts = qkv.view({windows, tokens, 3, heads, width / heads}).permute({2, 0, 3, 1, 4}).unbind(0);
  auto probabilities = CausalProbabilities(parts[0], parts[1]).unbind(1);  // H tensors [B, T, T]
  for (const HeldHead& one : held) {
    probabilities[one.head] =
        one.pattern.to(probabilities[one.head].dtype()).expand({windows, tokens, tokens});
  }
  const at::Tensor mixed = at::matmul(at::stack(probabilities, 1).to(qkv.dtype()), parts[2]);  // [B, H, T, D]
  return mixed.transpose(1, 2).reshape({windows, tokens, width});
}

at::Tensor CausalAttention(const at::Tensor& qkv, int heads, const std::vector<HeldHead>& held) {
  if (!KernelsFit(qkv, heads)) return ComposedCausalAttention(qkv, heads, held);
  Check(qkv, heads, held);
  std::vector<std::int64_t> held_heads, windows_of_pattern;
  std::vector<at::Tensor> patterns;
  for (const HeldHead& one : held) {
    held_heads.push_back(one.head);
    windows_of_pattern.push_back(one.pattern.size(0));
    patterns.push_back(one.pattern.to(at::kFloat));
  }
  const at::Tensor stacked = patterns.empty() ? at::empty({0}, qkv.options()) : at::cat(patterns, 0);
  return KernelAttention::apply(qkv.contiguous(), std::int64_t{heads}, held_heads, stacked,
                                windows_of_pattern);
}

at::Tensor CausalAttention(const at::Tensor& qkv, int heads, const std::vector<HeldHead>& held,
                           const std::vector<BiasedHead>& biased) {
  if (biased.empty()) return CausalAttention(qkv, heads, held);
  const auto tokens = qkv.size(1), dimension = qkv.size(2) / 3 / heads;
  std::vector<HeldHead> all = held;
  for (const BiasedHead& one : biased) {
    CheckPattern(one.pattern, qkv.size(0), tokens);
    all.push_back({one.head, at::zeros({1, tokens, tokens}, qkv.options())});
  }
  std::vector<at::Tensor> columns = CausalAttention(qkv, heads, all).split(dimension, 2);  // H of [B, T, D]
  for (const BiasedHead& one : biased) columns[one.head] = BiasedOutput(qkv, heads, one);
  return at::cat(columns, 2);
}

}  // namespace retable::models
