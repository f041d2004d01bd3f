#include "models/kernels/supported.h"

namespace retable::models::kernels {
namespace {

int without_kernels = 0;  // how many WithoutKernels live

}  // namespace

WithoutKernels::WithoutKernels() { ++without_kernels; }
WithoutKernels::~WithoutKernels() { --without_kernels; }

bool Supported() {
  if (without_kernels > 0) return false;
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return true;
#endif
}

}  // namespace retable::models::kernels
