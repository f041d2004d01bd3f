// A run, its key, and what it leaves: the words of docs/design.md as types. No torch.
#ifndef RETABLE_TRAINING_RUN_H_
#define RETABLE_TRAINING_RUN_H_

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace retable::training {

// A recipe with a seed, for the trainer that can read the recipe. An artifact is asked for in the same words.
struct Run {
  std::string trainer;     // name and declared version, as "language_model/1"; a new version is a new run
  std::string recipe;      // canonical JSON: keys sorted, no spaces, shortest numbers
  std::uint64_t seed = 0;  // the replicate of the table
  bool operator==(const Run&) const = default;
};

// The text that Run::recipe holds for `recipe`.
std::string Canonical(const nlohmann::json& recipe);

// The recipe of a run, as the type that its trainer reads.
template <typename Recipe>
Recipe ParseRecipe(const Run& run) {
  return nlohmann::json::parse(run.recipe).get<Recipe>();
}

// SHA-256, in hex, of the canonical JSON {"recipe":...,"seed":...,"trainer":...}.
std::string Key(const Run& run);

// The first 12 digits of a key: what people are shown.
std::string ShortKey(const std::string& key);

// Held-out loss, nats a token, after `step` updates.
struct CurvePoint {
  int step = 0;
  double loss = 0;
  bool operator==(const CurvePoint&) const = default;
};

// Why a run has no measurement. The method's failures (loss is NaN, diverged) count against its claim; the
// machine's (killed, out of memory, disk full) are retried and never count.
enum class FailureCause { kMethod, kMachine };
struct Failure {
  FailureCause cause = FailureCause::kMethod;
  std::string message;
  bool operator==(const Failure&) const = default;
};

// The seed ledger: SHA-256 of what the seed decided. Equal where runs share (initial weights and data order
// inside a block and seed), different where they must differ.
struct Ledger {
  std::string initial_weights;
  std::string data_order;
  std::string final_weights;
  bool operator==(const Ledger&) const = default;
};

// What was measured: the part of a result that a second training must repeat bit for bit.
struct Measurement {
  std::vector<CurvePoint> curve;
  std::vector<double> thresholds;         // the losses that applied, in the order of the recipe's fractions
  std::map<std::string, double> metrics;  // "final_loss", ...
  Ledger ledger;
  std::optional<Failure> failure;
  bool operator==(const Measurement&) const = default;
};

// Where and how a result came to be; two results of one key may differ here.
struct Provenance {
  std::string commit;  // of retable
  bool dirty = false;  // the tree had uncommitted changes
  std::string libtorch;
  std::string blas;  // library and the kernel it chose
  std::string cpu;
  std::string device;  // "cpu" or the GPU's name
  int threads = 0;
  std::map<std::string, std::string> data;  // data set -> SHA-256
  double seconds = 0;                       // wall clock of this run
  double peak_mebibytes = 0;                // resident memory of its worker
};

struct Result {
  Run run;
  Measurement measurement;
  Provenance provenance;
};

// JSON of a result as the store holds it (one line). FromJson refuses, with a std::runtime_error that says
// what is wrong, a missing field, a key that is not the run's, and a checksum that is not the content's.
nlohmann::json ToJson(const Result& result);
Result ResultFromJson(const nlohmann::json& json);

nlohmann::json ToJson(const Measurement& measurement);
Measurement MeasurementFromJson(const nlohmann::json& json);
nlohmann::json ToJson(const Provenance& provenance);
Provenance ProvenanceFromJson(const nlohmann::json& json);
nlohmann::json ToJson(const Run& run);
Run RunFromJson(const nlohmann::json& json);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_RUN_H_
