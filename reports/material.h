// What the sections and the plots of a report are made from.
#ifndef RETABLE_REPORTS_MATERIAL_H_
#define RETABLE_REPORTS_MATERIAL_H_

#include <optional>
#include <vector>

#include "reports/evidence.h"
#include "reports/noise.h"
#include "reports/responses.h"
#include "reports/runs.h"
#include "suites/preregistration.h"
#include "suites/table.h"

namespace retable::reports {

struct Material {
  const suites::Table& table;
  const suites::Scale& scale;
  const std::vector<CellRun>& runs;
  const Responses& responses;
  const Evidence& evidence;
  const std::optional<Noise>& noise;
  const std::vector<suites::Preregistration>& preregistrations;
  int stored = 0;  // runs that have a measurement
};

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_MATERIAL_H_
