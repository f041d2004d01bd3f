#include "reports/verify/raw_runs.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <fstream>
#include <map>
#include <set>

#include "data/sha256.h"
#include "models/gpt_shape.h"
#include "training/recipe.h"

namespace retable::reports::verify {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

using Test = bool (*)(const json&);

struct FieldRow {
  const char* name;
  Test is_right;
  const char* what;
};

bool IsText(const json& value) { return value.is_string(); }
bool IsNumbers(const json& value) {
  return value.is_array() &&
         std::all_of(value.begin(), value.end(), [](const json& one) { return one.is_number(); });
}
bool IsCurve(const json& value) {
  return value.is_array() && std::all_of(value.begin(), value.end(), [](const json& point) {
           return IsNumbers(point) && point.size() == 2 && point[0].is_number_integer();
         });
}
bool IsMetrics(const json& value) {
  return value.is_object() &&
         std::all_of(value.begin(), value.end(), [](const json& one) { return one.is_number(); });
}
bool HasTexts(const json& value, const std::vector<std::string>& names) {
  return value.is_object() && std::all_of(names.begin(), names.end(), [&](const std::string& name) {
           return value.contains(name) && value.at(name).is_string();
         });
}
bool IsLedger(const json& value) {
  return HasTexts(value, {"initial_weights", "data_order", "final_weights"});
}
bool IsFailure(const json& value) { return value.is_null() || HasTexts(value, {"cause", "message"}); }

// Every field that a report is made of.
const FieldRow kFields[] = {
    {"checksum", IsText, "a text"},
    {"key", IsText, "a text"},
    {"trainer", IsText, "a text"},
    {"recipe", [](const json& value) { return value.is_object(); }, "an object"},
    {"seed", [](const json& value) { return value.is_number_unsigned(); }, "a whole number"},
    {"curve", IsCurve, "a list of pairs [step, loss]"},
    {"thresholds", IsNumbers, "a list of numbers"},
    {"metrics", IsMetrics, "an object of numbers"},
    {"failure", IsFailure, "null or an object with cause and message"},
    {"ledger", IsLedger, "an object with initial_weights, data_order and final_weights"},
};

std::string FieldFault(const json& run) {
  for (const FieldRow& field : kFields) {
    if (!run.is_object() || !run.contains(field.name)) return std::string("it has no ") + field.name;
    if (!field.is_right(run.at(field.name)))
      return "its " + std::string(field.name) + " is not " + field.what;
  }
  return "";
}

// A line opens with the checksum of the rest of its text.
std::string SealFault(const std::string& line, const json& run) {
  const std::string checksum = run.at("checksum").get<std::string>();
  const std::string rest =
      "{" + line.substr(std::min(line.size(), line.find(checksum) + checksum.size() + 2));
  if (data::Sha256Hex(rest) != checksum) return "its checksum is not that of its content, so it was altered";
  const json keyed = {{"recipe", run.at("recipe")}, {"seed", run.at("seed")}, {"trainer", run.at("trainer")}};
  const bool is_own = data::Sha256Hex(keyed.dump()) == run.at("key").get<std::string>();
  return is_own ? "" : "its key is not that of its recipe, seed and trainer";
}

// Of a run that did not fail: it was evaluated when its recipe says, to the end of its budget or past its last
// threshold, and thresholds are as many as the recipe asks for, below the first loss.
std::string CurveFault(const json& run) {
  const auto recipe = run.at("recipe").get<training::LanguageModelRun>();
  const json& curve = run.at("curve");
  const int steps = recipe.language_model.steps, every = recipe.language_model.evaluation.every;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    if (curve[i][0] != std::min(static_cast<int>(i) * every, steps))
      return "its curve was not evaluated every " + std::to_string(every) + " steps";
  }
  const std::size_t asked = recipe.thresholds ? recipe.thresholds->fractions.size() : 0;
  const auto thresholds = run.at("thresholds").get<std::vector<double>>();
  if (thresholds.size() != asked) return "it has not one threshold for each fraction of its recipe";
  const double last_loss = curve.empty() ? 0 : curve.back()[1].get<double>();
  const bool is_stopped = asked > 0 && last_loss <= *std::min_element(thresholds.begin(), thresholds.end());
  if (curve.empty() || (curve.back()[0] != steps && !is_stopped)) return "its curve ends too early";
  for (const double threshold : thresholds) {
    if (curve[0][1] <= threshold) return "it reaches a threshold before any training";
  }
  return "";
}

// The first of these metrics that the run lacks.
std::string LackedMetric(const json& run, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (!run.at("metrics").contains(name)) return "it has no metric " + name;
  }
  return "";
}

// What a training measures besides its curve.
std::string TrainingFault(const json& run) {
  const auto injection = run.at("recipe").get<training::LanguageModelRun>().injection;
  std::vector<std::string> weights;
  if (injection && injection->is_bias) {
    for (const models::Head& head : injection->heads) weights.push_back("prior_weight " + models::Name(head));
  }
  const std::string lacked = LackedMetric(run, weights);
  return lacked.empty() ? CurveFault(run) : lacked;
}

std::string ReplacementFault(const json& run) {
  const std::string lacked = LackedMetric(run, {"loss", "loss_intact", "loss_increase"});
  if (!lacked.empty()) return lacked;
  const auto metric = [&](const char* name) { return run.at("metrics").at(name).get<double>(); };
  const double difference = metric("loss") - metric("loss_intact");
  const bool is_sum = std::abs(difference - metric("loss_increase")) <= 1e-9;
  return is_sum ? "" : "its loss_increase is not the difference of its losses";
}

std::string PatternFault(const json& run) {
  const auto recipe = run.at("recipe").get<training::PatternMeasuresRun>();
  // A row of T keys has at most ln T nats.
  const double most_nats = std::log(recipe.teacher.language_model.model.context);
  std::map<std::string, double> bounds = {
      {"input_dependence", 1}, {"row_entropy", most_nats}, {"first_token_mass", 1}};
  if (!recipe.injection.heads.empty()) bounds["iou"] = 1;
  for (const auto& [name, most] : bounds) {
    const std::string lacked = LackedMetric(run, {name});
    if (!lacked.empty()) return lacked;
    const double value = run.at("metrics").at(name).get<double>();
    if (!(value >= -1e-6 && value <= most + 1e-6)) return "its " + name + " lies outside of what it can be";
  }
  return "";
}

// What is wrong with a run that did not fail. Of trainers that this program does not know, nothing.
std::string MeasurementFault(const json& run) {
  const std::string trainer = run.at("trainer").get<std::string>();
  if (trainer == training::kLanguageModelTrainer) return TrainingFault(run);
  if (trainer == training::kReplacementTrainer) return ReplacementFault(run);
  if (trainer == training::kPatternMeasuresTrainer) return PatternFault(run);
  return "";
}

// What is wrong with a line; empty where nothing is.
std::string Fault(const std::string& line, const json& run) {
  std::string fault = FieldFault(run);
  if (fault.empty()) fault = SealFault(line, run);
  if (!fault.empty() || !run.at("failure").is_null()) return fault;
  try {
    return MeasurementFault(run);
  } catch (const std::exception& error) {
    return std::string("its recipe does not read: ") + error.what();
  }
}

}  // namespace

std::vector<RawRun> ReadRawRuns(const fs::path& folder, std::vector<std::string>& findings) {
  std::set<fs::path> files;
  if (fs::is_directory(folder)) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".jsonl") files.insert(entry.path());
    }
  }
  std::vector<RawRun> runs;
  for (const fs::path& file : files) {
    std::ifstream lines(file);
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
      const std::string place = file.filename().string() + " line " + std::to_string(number);
      json run = json::parse(line, nullptr, /*allow_exceptions=*/false);
      const std::string fault = run.is_discarded() ? "it is no JSON" : Fault(line, run);
      if (!fault.empty()) {
        findings.push_back(place + " is no stored run: " + fault);
      } else {
        runs.push_back({.place = place, .json = std::move(run)});
      }
    }
  }
  return runs;
}

bool IsMachineFailure(const json& run) {
  return !run.at("failure").is_null() && run.at("failure").at("cause") == "machine";
}

}  // namespace retable::reports::verify
