// Are stored results what their recipes give? A random sample of them is trained again, and compared.
#ifndef RETABLE_TRAINING_AUDIT_STORE_H_
#define RETABLE_TRAINING_AUDIT_STORE_H_

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "training/engine.h"
#include "training/registry.h"
#include "training/run.h"
#include "training/store.h"

namespace retable::training {

// How a second training relates to the stored one. Bitwise is to be expected on the machine class of the stored
// result's provenance; another CPU, BLAS kernel or libtorch adds in another order, and the curves drift apart.
enum class Agreement { kBitwise, kWithinTolerance, kDifferent };

struct Comparison {
  Agreement agreement = Agreement::kBitwise;
  double largest_difference = 0;  // of held-out losses at the same step and of thresholds, nats
  std::string why;                // where different: what differs, in words
};

// Curves are compared at the steps that both have: a run that stops at its last threshold may stop an evaluation
// earlier or later. Initial weights and data order come from the seed alone and must be equal to the bit.
Comparison Compare(const Measurement& stored, const Measurement& again, double tolerance);

struct AuditOptions {
  int sample = 3;
  std::uint64_t seed = 0;    // which results are drawn
  double tolerance = 0.02;   // nats
  std::filesystem::path scratch;  // where the second trainings go; nothing is there before
  EngineOptions engine;      // its `out` is not read: scratch is
};

struct Audited {
  Run run;
  Comparison comparison;
};

// The keys of `sample` stored measurements of the registry's trainers, drawn without replacement, each equally
// likely; all where there are fewer. Throws std::runtime_error where there is none.
std::vector<std::string> DrawSample(const Store& store, const Registry& registry, int sample, std::uint64_t seed);

// Trains the sample again, from nothing but the recipes: artifacts are made anew. Calibration runs are taken from
// the store unless they are in the sample themselves. Throws std::runtime_error where a run cannot be trained.
std::vector<Audited> Audit(const Store& store, const Registry& registry, const AuditOptions& options,
                           Progress& progress);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_AUDIT_STORE_H_
