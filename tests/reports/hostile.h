// A page whose every string tries to be markup, code or the end of an element; with figures, numbers and
// words in the same columns, and runs behind cells.
#ifndef RETABLE_TESTS_REPORTS_HOSTILE_H_
#define RETABLE_TESTS_REPORTS_HOSTILE_H_

#include <string>
#include <vector>

#include "reports/grid.h"

namespace retable::reports {

// If one of them took effect, window.hacked would be set, or an image asked for over the network.
const std::vector<std::string>& HostileStrings();

Page HostilePage();

}  // namespace retable::reports

#endif  // RETABLE_TESTS_REPORTS_HOSTILE_H_
