#include "reports/expectations_file.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <vector>

#include "training/flags.h"

namespace retable::reports {
namespace {

constexpr std::array kVerdicts = {Verdict::kConfirmed,    Verdict::kConfirmedSmaller, Verdict::kContradicted,
                                  Verdict::kInconclusive, Verdict::kNotEvaluable,     Verdict::kNotRun,
                                  Verdict::kBlocked};

// Where in the file we are: "results/desk/expected.json: tables > injection/rules".
struct Place {
  std::string text;

  Place Inside(const std::string& key) const { return {text + (text.ends_with(":") ? " " : " > ") + key}; }
  [[noreturn]] void Refuse(const std::string& why) const {
    throw std::invalid_argument(text + (text.ends_with(":") ? " " : ": ") + why);
  }
};

// The parser alone would let the last of two equal keys win.
nlohmann::json ParseWithoutDuplicates(const std::string& text, const Place& file) {
  struct Open {
    Place place;
    std::set<std::string> keys;
  };
  std::vector<Open> open;
  Place next = file;
  const auto watch = [&](int, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
    if (event == nlohmann::json::parse_event_t::object_start) open.push_back({next, {}});
    if (event == nlohmann::json::parse_event_t::object_end) open.pop_back();
    if (event == nlohmann::json::parse_event_t::key) {
      const std::string key = parsed;
      next = open.back().place.Inside(key);
      if (!open.back().keys.insert(key).second) next.Refuse("is given twice; keep one of them");
    }
    return true;
  };
  try {
    return nlohmann::json::parse(text, watch);
  } catch (const nlohmann::json::parse_error& error) {
    file.Refuse(std::string("is no JSON: ") + error.what());
  }
}

void RefuseUnknownKeys(const nlohmann::json& object, const std::vector<std::string>& valid,
                       const Place& place) {
  if (!object.is_object()) place.Refuse("must be an object, { ... }, not " + object.dump());
  for (const auto& [key, value] : object.items()) {
    if (std::find(valid.begin(), valid.end(), key) == valid.end()) {
      place.Refuse(training::UnknownValue("key", key, valid));
    }
  }
}

Verdict VerdictNamed(const nlohmann::json& name, const Place& place) {
  if (!name.is_string()) place.Refuse("a verdict is a string, as \"confirmed\", not " + name.dump());
  std::vector<std::string> valid;
  for (const Verdict verdict : kVerdicts) {
    if (Name(verdict) == name) return verdict;
    valid.push_back("\"" + Name(verdict) + "\"");
  }
  place.Refuse(training::UnknownValue("verdict", name.dump(), valid));
}

Expectation ParseExpectation(const nlohmann::json& json, const Place& place) {
  Expectation expectation;
  if (json.is_object()) {
    RefuseUnknownKeys(json, {"verdict", "reason"}, place);
    if (!json.contains("verdict")) place.Refuse("has no \"verdict\"");
    expectation.verdict = VerdictNamed(json.at("verdict"), place);
    const nlohmann::json reason = json.value("reason", nlohmann::json(""));
    if (!reason.is_string()) place.Refuse("\"reason\" must be a sentence, not " + reason.dump());
    expectation.reason = reason;
  } else {
    expectation.verdict = VerdictNamed(json, place);
  }
  const bool has_reason = expectation.reason.find_first_not_of(" \t\n") != std::string::npos;
  if (expectation.verdict != Verdict::kConfirmed && !has_reason) {
    const std::string name = Name(expectation.verdict);
    place.Refuse("expects \"" + name + "\" without a reason; write {\"verdict\": \"" + name +
                 "\", \"reason\": \"...\"}");
  }
  return expectation;
}

}  // namespace

Expectations ParseExpectations(const std::string& text, const std::string& file) {
  const Place top{file + ":"};
  const nlohmann::json json = ParseWithoutDuplicates(text, top);
  RefuseUnknownKeys(json, {"$schema", "strict", "tables"}, top);
  if (!json.contains("tables") || !json.at("tables").is_object()) {
    top.Refuse("\"tables\" must be an object with the expected verdicts by table and claim");
  }
  Expectations expectations;
  if (json.contains("strict")) {
    if (!json.at("strict").is_boolean()) top.Refuse("\"strict\" must be true or false");
    expectations.strict = json.at("strict");
  }
  for (const auto& [table, claims] : json.at("tables").items()) {
    const Place place = top.Inside("tables").Inside(table);
    if (!claims.is_object() || claims.empty()) {
      place.Refuse("must be an object with an expected verdict for each claim, or for \"*\"");
    }
    for (const auto& [claim, expectation] : claims.items()) {
      expectations.tables[table][claim] = ParseExpectation(expectation, place.Inside(claim));
    }
  }
  return expectations;
}

}  // namespace retable::reports
