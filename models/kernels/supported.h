// Can this CPU run the kernels as they were compiled?
#ifndef RETABLE_MODELS_KERNELS_SUPPORTED_H_
#define RETABLE_MODELS_KERNELS_SUPPORTED_H_

namespace retable::models::kernels {

// False on an x86-64 CPU without AVX2 and FMA, where torch's own operations serve instead.
bool Supported();

// While one of these lives, Supported() is false, so that layers and optimiser take the path that serves other
// devices. For tests of that path on a CPU; in one thread.
class WithoutKernels {
 public:
  WithoutKernels();
  WithoutKernels(const WithoutKernels&) = delete;
  WithoutKernels& operator=(const WithoutKernels&) = delete;
  ~WithoutKernels();
};

}  // namespace retable::models::kernels

#endif  // RETABLE_MODELS_KERNELS_SUPPORTED_H_
