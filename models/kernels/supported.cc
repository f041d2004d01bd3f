#include "models/kernels/supported.h"

namespace retable::models::kernels {

bool Supported() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return true;
#endif
}

}  // namespace retable::models::kernels
