#include "models/layers/gelu.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include "models/kernels/gelu.h"
#include "models/kernels/supported.h"

namespace retable::models {
namespace {

struct KernelGelu : torch::autograd::Function<KernelGelu> {
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& x) {
    at::Tensor out = at::empty_like(x);
    kernels::Gelu(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
    context->save_for_backward({x});
    return out;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& out_gradients) {
    const at::Tensor x = context->get_saved_variables()[0];
    const at::Tensor out_gradient = out_gradients[0].contiguous();
    at::Tensor gradient = at::empty_like(x);
    kernels::GeluGradient(x.data_ptr<float>(), out_gradient.data_ptr<float>(), gradient.data_ptr<float>(),
                          x.numel());
    return {gradient};
  }
};

}  // namespace

at::Tensor ComposedGelu(const at::Tensor& x) { return at::gelu(x, "tanh"); }

at::Tensor Gelu(const at::Tensor& x) {
  const bool fits = x.device().is_cpu() && x.scalar_type() == at::kFloat && kernels::Supported();
  return fits ? KernelGelu::apply(x.contiguous()) : ComposedGelu(x);
}

}  // namespace retable::models
