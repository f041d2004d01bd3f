// The weights of a model: named tensors that are views of one flat buffer, with a flat gradient beside it.
//
// Layers take their weights as arguments, so a model is a function of (weights, input); one flat buffer makes
// the optimiser, the gradient norm, the hash and the checkpoint single passes.
#ifndef RETABLE_MODELS_WEIGHTS_H_
#define RETABLE_MODELS_WEIGHTS_H_

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace retable::models {

// One tensor of a layout: drawn from N(mean, stddev^2), or constant where stddev is 0.
struct WeightSpec {
  std::string name;
  std::vector<std::int64_t> shape;
  double mean = 0;
  double stddev = 0;
  bool decays = false;  // AdamW's weight decay applies
};

class Weights {
 public:
  // Float32, zero, on the given device. Tensors that decay come first in the buffer.
  Weights(std::vector<WeightSpec> layout, at::Device device);

  // The tensor of that name, a leaf that requires gradients; throws std::out_of_range with the name.
  const at::Tensor& operator[](const std::string& name) const;

  const std::vector<WeightSpec>& layout() const { return layout_; }
  at::Tensor& values() { return values_; }  // [parameters]
  const at::Tensor& values() const { return values_; }
  at::Tensor& gradients() { return gradients_; }       // [parameters], the gradients of the same positions
  std::int64_t decaying() const { return decaying_; }  // how many parameters, from the front, decay

 private:
  std::vector<WeightSpec> layout_;
  at::Tensor values_;
  at::Tensor gradients_;
  std::int64_t decaying_ = 0;
  std::map<std::string, at::Tensor> views_;
};

// Draws every tensor from its own stream StreamKey(seed, "init " + name), so that adding a tensor changes no
// other.
void Initialize(Weights& weights, std::uint64_t seed);

// SHA-256 of the values as little-endian float32, in buffer order; of the first `parameters` of them.
std::string Hash(const Weights& weights);
std::string Hash(const Weights& weights, std::int64_t parameters);

// How many parameters a layout has.
std::int64_t ParameterCount(const std::vector<WeightSpec>& layout);

}  // namespace retable::models

#endif  // RETABLE_MODELS_WEIGHTS_H_
