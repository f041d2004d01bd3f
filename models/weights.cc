#include "models/weights.h"

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include <algorithm>
#include <stdexcept>

#include "data/random.h"
#include "data/sha256.h"

namespace retable::models {
namespace {

std::int64_t Count(const WeightSpec& spec) {
  std::int64_t count = 1;
  for (const std::int64_t size : spec.shape) count *= size;
  return count;
}

}  // namespace

Weights::Weights(std::vector<WeightSpec> layout, at::Device device) : layout_(std::move(layout)) {
  std::stable_partition(layout_.begin(), layout_.end(), [](const WeightSpec& spec) { return spec.decays; });
  const std::int64_t total = ParameterCount(layout_);
  for (const WeightSpec& spec : layout_) decaying_ += spec.decays ? Count(spec) : 0;
  const auto options = at::TensorOptions().dtype(at::kFloat).device(device);
  values_ = at::zeros({total}, options);
  gradients_ = at::zeros({total}, options);
  std::int64_t offset = 0;
  for (const WeightSpec& spec : layout_) {
    at::Tensor view = values_.narrow(0, offset, Count(spec)).view(spec.shape).detach();
    view.set_requires_grad(true);
    view.mutable_grad() = gradients_.narrow(0, offset, Count(spec)).view(spec.shape);
    if (!views_.emplace(spec.name, view).second)
      throw std::invalid_argument("two weights named " + spec.name);
    offset += Count(spec);
  }
}

const at::Tensor& Weights::operator[](const std::string& name) const {
  const auto found = views_.find(name);
  if (found == views_.end()) throw std::out_of_range("the model has no weight named " + name);
  return found->second;
}

void Initialize(Weights& weights, std::uint64_t seed) {
  at::Tensor values = at::empty(weights.values().sizes(), at::kFloat);
  float* next = values.data_ptr<float>();
  for (const WeightSpec& spec : weights.layout()) {
    data::Random random(data::StreamKey(seed, "init " + spec.name));
    for (std::int64_t left = Count(spec); left > 0; --left) {
      *next++ = static_cast<float>(spec.stddev == 0 ? spec.mean : spec.mean + spec.stddev * random.Normal());
    }
  }
  weights.values().copy_(values);
}

std::string Hash(const Weights& weights) { return Hash(weights, weights.values().numel()); }

std::string Hash(const Weights& weights, std::int64_t parameters) {
  const at::Tensor values = weights.values().narrow(0, 0, parameters).to(at::kCPU);
  data::Sha256 hash;
  hash.Update(values.data_ptr<float>(), sizeof(float) * values.numel());
  return hash.Hex();
}

std::int64_t ParameterCount(const std::vector<WeightSpec>& layout) {
  std::int64_t count = 0;
  for (const WeightSpec& spec : layout) count += Count(spec);
  return count;
}

}  // namespace retable::models
