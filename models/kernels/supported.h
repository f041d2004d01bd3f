// Can this CPU run the kernels as they were compiled?
#ifndef RETABLE_MODELS_KERNELS_SUPPORTED_H_
#define RETABLE_MODELS_KERNELS_SUPPORTED_H_

namespace retable::models::kernels {

// False on an x86-64 CPU without AVX2 and FMA, where torch's own operations serve instead.
bool Supported();

}  // namespace retable::models::kernels

#endif  // RETABLE_MODELS_KERNELS_SUPPORTED_H_
