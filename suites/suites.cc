#include "suites/suites.h"

#include <stdexcept>

#include "suites/injection/patterns.h"
#include "suites/injection/rules.h"

namespace retable::suites {

// A table is its file, one line here, and one line in BUILD for its target.
const std::vector<Table>& Tables() {
  static const auto* const tables = new std::vector<Table>{
      injection::Patterns(),
      injection::Rules(),
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
