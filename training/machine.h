// The process that trains: how it uses memory and cores, and what it says of itself in a result's provenance.
#ifndef RETABLE_TRAINING_MACHINE_H_
#define RETABLE_TRAINING_MACHINE_H_

#include "training/run.h"

namespace retable::training {

// Once, before the first tensor: freed memory is kept and reused rather than given back (a training step asks
// for the same sizes over and over, and fresh pages cost more than its arithmetic), one thread (two processes
// use two cores better than two threads do), deterministic algorithms on a GPU.
void PrepareProcess();

// libtorch, BLAS and its kernel, CPU, device, threads; docs/design.md tells which of them decide bits.
Provenance DescribeMachine(const std::string& device);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_MACHINE_H_
