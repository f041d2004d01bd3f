// Materials and looks into specifications, for the tests of the figures.
#ifndef RETABLE_TESTS_REPORTS_PLOTS_MADE_H_
#define RETABLE_TESTS_REPORTS_PLOTS_MADE_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "reports/grid.h"
#include "reports/material.h"
#include "tests/reports/synthetic.h"

namespace retable::reports {

// A material and all that it refers to.
struct Made {
  suites::Table table;
  std::vector<CellRun> runs;
  Responses responses;
  Evidence evidence;
  std::optional<Noise> noise;
  std::vector<suites::Preregistration> preregistrations;

  Made(const suites::Table& of, const Results& results);
  Made(const Made&) = delete;  // responses point into runs

  Material material() const;
};

// SmallPatterns with the golden results; any table with runs of the given speeds.
Made Golden();
Made OfSpeeds(const suites::Table& table, const SpeedOf& speed);

// Every value of every layer that has the field; those of them where it is as wanted.
std::vector<nlohmann::json> Values(const Plot& plot, const std::string& field);
std::vector<nlohmann::json> Where(const std::vector<nlohmann::json>& values, const std::string& field,
                                  const nlohmann::json& wanted);

}  // namespace retable::reports

#endif  // RETABLE_TESTS_REPORTS_PLOTS_MADE_H_
