#include "training/run.h"

#include <cmath>
#include <stdexcept>

#include "data/sha256.h"

namespace retable::training {
namespace {

using Json = nlohmann::json;

// JSON has no NaN and nlohmann would write null: refuse before that.
void RefuseNonFinite(const Json& json, const std::string& where) {
  if (json.is_number_float() && !std::isfinite(json.get<double>())) {
    throw std::domain_error((where.empty() ? "a number" : where) + " is " +
                            std::to_string(json.get<double>()) +
                            ", which JSON cannot hold: a diverged run must be returned as a failure");
  }
  if (!json.is_structured()) return;
  for (const auto& [name, value] : json.items())
    RefuseNonFinite(value, where.empty() ? name : where + "." + name);
}

std::string Dump(const Json& json) {
  RefuseNonFinite(json, "");
  try {
    return json.dump();
  } catch (const Json::type_error& error) {
    throw std::runtime_error(std::string("text that is not UTF-8 cannot be written to JSON: ") +
                             error.what());
  }
}

const Json& Field(const Json& json, const char* name) {
  if (!json.is_object())
    throw std::runtime_error(std::string("no JSON object where ") + name + " was expected");
  const auto found = json.find(name);
  if (found == json.end()) throw std::runtime_error(std::string("field \"") + name + "\" is missing");
  return *found;
}

template <typename T>
T Get(const Json& json, const char* name) {
  try {
    return Field(json, name).get<T>();
  } catch (const Json::exception& error) {
    throw std::runtime_error(std::string("field \"") + name + "\" cannot be read: " + error.what());
  }
}

Json FailureJson(const std::optional<Failure>& failure) {
  if (!failure) return nullptr;
  return {{"cause", failure->cause == FailureCause::kMethod ? "method" : "machine"},
          {"message", failure->message}};
}

std::optional<Failure> FailureFromJson(const Json& json) {
  if (json.is_null()) return std::nullopt;
  const auto cause = Get<std::string>(json, "cause");
  if (cause != "method" && cause != "machine") {
    throw std::runtime_error("failure.cause is \"" + cause + "\"; it must be \"method\" or \"machine\"");
  }
  return Failure{.cause = cause == "method" ? FailureCause::kMethod : FailureCause::kMachine,
                 .message = Get<std::string>(json, "message")};
}

std::string CanonicalRecipe(const Run& run) {
  std::string canonical;
  try {
    canonical = Canonical(Json::parse(run.recipe));
  } catch (const Json::parse_error&) {
    throw std::runtime_error("the recipe of " + run.trainer + " is not JSON: " + run.recipe);
  }
  if (canonical != run.recipe) {
    throw std::runtime_error("the recipe of " + run.trainer +
                             " is not canonical JSON; make it with Canonical()");
  }
  return canonical;
}

}  // namespace

std::string Canonical(const Json& recipe) { return Dump(recipe); }

std::string Key(const Run& run) {
  return data::Sha256Hex("{\"recipe\":" + run.recipe + ",\"seed\":" + std::to_string(run.seed) +
                         ",\"trainer\":" + Dump(run.trainer) + "}");
}

std::string ShortKey(const std::string& key) { return key.substr(0, 12); }

Json ToJson(const Measurement& measurement) {
  Json curve = Json::array();
  for (const CurvePoint& point : measurement.curve) curve.push_back({point.step, point.loss});
  Json json = {{"curve", curve},
               {"thresholds", measurement.thresholds},
               {"metrics", measurement.metrics},
               {"ledger",
                {{"initial_weights", measurement.ledger.initial_weights},
                 {"data_order", measurement.ledger.data_order},
                 {"final_weights", measurement.ledger.final_weights}}},
               {"failure", FailureJson(measurement.failure)}};
  RefuseNonFinite(json, "");
  return json;
}

Measurement MeasurementFromJson(const Json& json) {
  Measurement measurement;
  for (const auto& [step, loss] : Get<std::vector<std::pair<int, double>>>(json, "curve")) {
    measurement.curve.push_back({.step = step, .loss = loss});
  }
  measurement.thresholds = Get<std::vector<double>>(json, "thresholds");
  measurement.metrics = Get<std::map<std::string, double>>(json, "metrics");
  const Json& ledger = Field(json, "ledger");
  measurement.ledger = {.initial_weights = Get<std::string>(ledger, "initial_weights"),
                        .data_order = Get<std::string>(ledger, "data_order"),
                        .final_weights = Get<std::string>(ledger, "final_weights")};
  measurement.failure = FailureFromJson(Field(json, "failure"));
  return measurement;
}

Json ToJson(const Run& run) {
  return {{"trainer", run.trainer}, {"recipe", Json::parse(CanonicalRecipe(run))}, {"seed", run.seed}};
}

Run RunFromJson(const Json& json) {
  return {.trainer = Get<std::string>(json, "trainer"),
          .recipe = Canonical(Field(json, "recipe")),
          .seed = Get<std::uint64_t>(json, "seed")};
}

Json ToJson(const Provenance& provenance) {
  return {{"commit", provenance.commit},     {"dirty", provenance.dirty},
          {"libtorch", provenance.libtorch}, {"blas", provenance.blas},
          {"cpu", provenance.cpu},           {"device", provenance.device},
          {"threads", provenance.threads},   {"data", provenance.data},
          {"seconds", provenance.seconds},   {"peak_mebibytes", provenance.peak_mebibytes}};
}

Provenance ProvenanceFromJson(const Json& json) {
  return {.commit = Get<std::string>(json, "commit"),
          .dirty = Get<bool>(json, "dirty"),
          .libtorch = Get<std::string>(json, "libtorch"),
          .blas = Get<std::string>(json, "blas"),
          .cpu = Get<std::string>(json, "cpu"),
          .device = Get<std::string>(json, "device"),
          .threads = Get<int>(json, "threads"),
          .data = Get<std::map<std::string, std::string>>(json, "data"),
          .seconds = Get<double>(json, "seconds"),
          .peak_mebibytes = Get<double>(json, "peak_mebibytes")};
}

Json ToJson(const Result& result) {
  Json json = ToJson(result.measurement);
  json.update(ToJson(result.run));
  json["key"] = Key(result.run);
  json["provenance"] = ToJson(result.provenance);
  json["checksum"] = data::Sha256Hex(Dump(json));
  return json;
}

Result ResultFromJson(const Json& json) {
  const auto checksum = Get<std::string>(json, "checksum");
  Json content = json;
  content.erase("checksum");
  if (data::Sha256Hex(Dump(content)) != checksum) {
    throw std::runtime_error(
        "the checksum is not that of the content: the result was altered after it was written");
  }
  Result result{.run = RunFromJson(json),
                .measurement = MeasurementFromJson(json),
                .provenance = ProvenanceFromJson(Field(json, "provenance"))};
  const auto key = Get<std::string>(json, "key");
  if (const std::string expected = Key(result.run); key != expected) {
    throw std::runtime_error("the key " + ShortKey(key) + " is not that of the run, " + ShortKey(expected));
  }
  return result;
}

}  // namespace retable::training
