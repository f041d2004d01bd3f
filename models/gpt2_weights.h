// GPT-2's released weights (Radford et al. 2019, as the file model.safetensors of openai-community/gpt2) as a
// model of ours (gpt.h), whose formulas and order of queries, keys and values are GPT-2's.
//
// Names are GPT-2's own, with or without "transformer." before all of them. What differs:
//   - GPT-2 stores the matrices of a layer [in, out] (y = x W + b); ours are [out, in], so they are transposed.
//   - h.<layer>.attn.bias and .masked_bias hold no weights but the causal mask, and are passed over.
//   - There is no output matrix: it is wte.weight, as in ours.
#ifndef RETABLE_MODELS_GPT2_WEIGHTS_H_
#define RETABLE_MODELS_GPT2_WEIGHTS_H_

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <filesystem>
#include <vector>

#include "models/gpt_shape.h"
#include "models/weights.h"

namespace retable::models {

// The file of the released weights, which the user supplies: found through the catalog (data/catalog.h, "gpt2")
// and checked by size and SHA-256. Throws std::runtime_error that says what to do where it is not there.
std::filesystem::path FindGpt2Weights();

// A shape of fewer positions than the file has takes the first ones: on windows that short, the same model.
// With `ids`, one for each token of the shape's vocabulary, token i of the model is GPT-2's token ids[i]: on tokens
// so translated it is the same model, its logits those of these tokens alone.
//
// Tensors are read one at a time, as F32, F16 or BF16. Throws std::runtime_error that names the file and the
// tensor where one is missing, has another shape, holds a value that is not finite, or is none of GPT-2's, and
// std::invalid_argument for ids that are not so many or not all of GPT-2's.
Weights ReadGpt2Weights(const std::filesystem::path& file, const GptShape& shape, at::Device device,
                        const std::vector<std::int64_t>& ids = {});

}  // namespace retable::models

#endif  // RETABLE_MODELS_GPT2_WEIGHTS_H_
