#include "suites/suites.h"

#include <stdexcept>

#include "suites/injection/bias.h"
#include "suites/injection/heads_at_once.h"
#include "suites/injection/hypotheses.h"
#include "suites/injection/interpolation.h"
#include "suites/injection/patterns.h"
#include "suites/injection/predictors.h"
#include "suites/injection/replacement.h"
#include "suites/injection/rule_library.h"
#include "suites/injection/rules.h"

namespace retable::suites {

// A table is its file, one line here, and one line in BUILD for its target.
const std::vector<Table>& Tables() {
  static const auto* const tables = new std::vector<Table>{
      injection::Patterns(),    injection::Bias(),          injection::HeadsAtOnce(),
      injection::Replacement(), injection::Interpolation(), injection::Rules(),
      injection::Predictors(),  injection::Hypotheses(),    injection::RuleLibrary(),
  };
  return *tables;
}

const Table& FindTable(const std::string& id) {
  std::string valid;
  for (const Table& table : Tables()) {
    if (table.id == id) return table;
    valid += (valid.empty() ? "" : ", ") + table.id;
  }
  throw std::invalid_argument("there is no table '" + id + "'; the tables are " + valid);
}

}  // namespace retable::suites
