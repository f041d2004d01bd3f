// Every table that retable re-runs: one explicit list. No torch.
#ifndef RETABLE_SUITES_SUITES_H_
#define RETABLE_SUITES_SUITES_H_

#include <string>
#include <vector>

#include "suites/table.h"

namespace retable::suites {

// In the order in which they are listed to people.
const std::vector<Table>& Tables();

// The table of that id; throws std::invalid_argument that lists the valid ones.
const Table& FindTable(const std::string& id);

}  // namespace retable::suites

#endif  // RETABLE_SUITES_SUITES_H_
