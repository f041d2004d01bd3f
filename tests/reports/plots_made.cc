#include "tests/reports/plots_made.h"

namespace retable::reports {

Made::Made(const suites::Table& of, const Results& results)
    : table(of),
      runs(FindRuns(table, table.scales.front(), LookupIn(results))),
      responses(MeasureResponses(table, table.scales.front(), runs)),
      evidence(Weigh(table, table.scales.front(), responses)),
      noise(BaselineNoise(responses.baselines)) {}

Material Made::material() const {
  return {table, table.scales.front(), runs, responses, evidence, noise, preregistrations, 1};
}

Made Golden() { return Made(SmallPatterns(), GoldenResults(SmallPatterns())); }

Made OfSpeeds(const suites::Table& table, const SpeedOf& speed) {
  return Made(table, SyntheticResults(table, table.scales.front(), speed));
}

std::vector<nlohmann::json> Values(const Plot& plot, const std::string& field) {
  std::vector<nlohmann::json> found;
  std::vector<nlohmann::json> data = {plot.spec.value("data", nlohmann::json::object())};
  for (const nlohmann::json& layer : plot.spec.at("layer"))
    data.push_back(layer.value("data", nlohmann::json::object()));
  for (const nlohmann::json& one : data) {
    for (const nlohmann::json& value : one.value("values", nlohmann::json::array())) {
      if (value.contains(field)) found.push_back(value);
    }
  }
  return found;
}

std::vector<nlohmann::json> Where(const std::vector<nlohmann::json>& values, const std::string& field,
                                  const nlohmann::json& wanted) {
  std::vector<nlohmann::json> found;
  for (const nlohmann::json& value : values) {
    if (value.value(field, nlohmann::json()) == wanted) found.push_back(value);
  }
  return found;
}

}  // namespace retable::reports
