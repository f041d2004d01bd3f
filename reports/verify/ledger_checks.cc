#include "reports/verify/ledger_checks.h"

#include <cmath>
#include <iterator>
#include <map>

namespace retable::reports::verify {
namespace {

using nlohmann::json;

// "uniform 0.1 seed 2 (results.jsonl line 17)"
std::string Where(const GridPlace& place, const RawRun& run) { return Name(place) + " (" + run.place + ")"; }

bool IsMeasured(const RawRun* run) { return run != nullptr && run->json.at("failure").is_null(); }

std::string Hash(const RawRun& run, const std::string& what) {
  return run.json.at("ledger").at(what).get<std::string>();
}

// What two runs of these places must have in common, as words; empty where nothing.
bool ShareWeights(const GridPlace& a, const GridPlace& b) { return a.seed == b.seed; }
bool ShareOrder(const GridPlace& a, const GridPlace& b) {
  return a.seed == b.seed && a.replicate == b.replicate;
}

// The same number on every score of a row changes nothing, in whichever head.
bool IsUniformBias(const json& injection) {
  return !injection.is_null() && injection.at("pattern") == "uniform" &&
         injection.value("mode", "") == "bias";
}

// What moved the weights, or decided what was measured: the version of the trainer, and where a run stops,
// leave it as it is, and so does another way to say the same pattern.
std::string Moved(const json& run) {
  json recipe = run.at("recipe");
  recipe.erase("thresholds");
  if (recipe.contains("injection") && IsUniformBias(recipe.at("injection"))) recipe["injection"] = nullptr;
  recipe = InOneWay(std::move(recipe));
  return recipe.dump() + run.at("seed").dump();
}

void ComparePair(const GridPlace& a, const RawRun& of_a, const GridPlace& b, const RawRun& of_b,
                 std::vector<std::string>& findings) {
  const auto compare = [&](const std::string& key, const std::string& words, bool must_share) {
    if ((Hash(of_a, key) == Hash(of_b, key)) == must_share) return;
    findings.push_back(Where(a, of_a) + " and " + Where(b, of_b) +
                       (must_share ? " must share their " : " share their ") + words +
                       (must_share ? " and do not" : " and must not"));
  };
  if (!IsTraining(a) || !IsTraining(b)) {
    // The weights of a run that trains nothing are the teacher's.
    if (!IsTraining(a) && !IsTraining(b) && a.seed == b.seed)
      compare("initial_weights", "trained teacher", true);
    return;
  }
  compare("initial_weights", "initial weights", ShareWeights(a, b));
  compare("data_order", "batch order", ShareOrder(a, b));
  const bool is_alike = Hash(of_a, "final_weights") == Hash(of_b, "final_weights");
  if (is_alike && Moved(of_a.json) != Moved(of_b.json)) compare("final_weights", "final weights", false);
}

// What no other run has in common with this one; empty where there is nothing of the kind.
std::string Trajectory(const json& run) {
  if (run.at("curve").size() > 1) return run.at("curve").dump();
  const bool has_loss =
      run.at("trainer") == training::kReplacementTrainer && run.at("metrics").contains("loss");
  return has_loss ? "loss " + run.at("metrics").at("loss").dump() : "";
}

// Whether two measurements of one key say the same.
bool IsSameMeasurement(const json& a, const json& b) {
  const auto same = [&](const char* field) { return a.at(field) == b.at(field); };
  return same("curve") && same("thresholds") && same("failure") && same("ledger") && same("metrics");
}

}  // namespace

std::vector<std::string> ReplayFindings(const std::vector<RawRun>& runs) {
  std::vector<std::string> findings;
  std::map<std::string, const RawRun*> of_curve, of_key;
  for (const RawRun& run : runs) {
    if (IsMachineFailure(run.json)) continue;
    const RawRun& first = *of_key.try_emplace(run.json.at("key"), &run).first->second;
    if (!IsSameMeasurement(first.json, run.json)) {
      findings.push_back(first.place + " and " + run.place + " are one run with two measurements");
    }
    const std::string trajectory = Trajectory(run.json);
    if (trajectory.empty()) continue;
    const RawRun& other = *of_curve.try_emplace(trajectory, &run).first->second;
    if (Moved(other.json) == Moved(run.json)) continue;
    findings.push_back(other.place + " and " + run.place +
                       " have one trajectory: one of them is a replay of the other");
  }
  return findings;
}

std::vector<std::string> LedgerFindings(const PlacedRuns& placed) {
  std::vector<std::string> findings;
  for (auto a = placed.begin(); a != placed.end(); ++a) {
    if (!IsMeasured(a->second)) continue;
    for (auto b = std::next(a); b != placed.end(); ++b) {
      if (IsMeasured(b->second)) ComparePair(a->first, *a->second, b->first, *b->second, findings);
    }
  }
  return findings;
}

std::vector<std::string> ThresholdFindings(const PlacedRuns& placed, const Recomputed& numbers) {
  std::vector<std::string> findings;
  if (numbers.thresholds.empty()) return findings;
  for (const auto& [place, run] : placed) {
    if (!IsTraining(place) || place.arm == suites::kCalibration || !IsMeasured(run)) continue;
    const json& carried = run->json.at("thresholds");
    bool is_same = carried.size() == numbers.thresholds.size();
    for (std::size_t t = 0; is_same && t < carried.size(); ++t) {
      is_same = std::abs(carried[t].get<double>() - numbers.thresholds[t]) <= 1e-9;
    }
    if (!is_same)
      findings.push_back(Where(place, *run) + " carries other thresholds than the calibration runs give");
  }
  return findings;
}

std::vector<std::string> GridFindings(const PlacedRuns& placed) {
  std::vector<std::string> findings;
  for (const auto& [place, run] : placed) {
    if (run == nullptr) {
      findings.push_back(Name(place) + " was not run");
    } else if (IsMachineFailure(run->json)) {
      findings.push_back(Where(place, *run) + " was broken by the machine, and not run again");
    }
  }
  return findings;
}

}  // namespace retable::reports::verify
