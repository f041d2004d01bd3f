// Softmax cross-entropy of one row of logits, and its gradient, on the CPU.
//
//   loss = log(sum over v of exp(z[v])) - z[target]        (nats)
//   d loss / d z[v] = softmax(z)[v] - [v == target]
#ifndef RETABLE_MODELS_KERNELS_CROSS_ENTROPY_H_
#define RETABLE_MODELS_KERNELS_CROSS_ENTROPY_H_

namespace retable::models::kernels {

// A row's length in memory: the vocabulary rounded up to whole vectors. What lies past the vocabulary is
// overwritten.
int PaddedVocabulary(int vocabulary);

// The loss; `logits` is used as scratch.
float CrossEntropy(float* logits, int vocabulary, int target);

// The loss; `logits` becomes scale * gradient.
float CrossEntropyWithGradient(float* logits, int vocabulary, int target, float scale);

}  // namespace retable::models::kernels

#endif  // RETABLE_MODELS_KERNELS_CROSS_ENTROPY_H_
