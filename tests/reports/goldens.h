// The golden reports: which files there are, and what they must hold.
#ifndef RETABLE_TESTS_REPORTS_GOLDENS_H_
#define RETABLE_TESTS_REPORTS_GOLDENS_H_

#include <map>
#include <string>

namespace retable::reports {

// File name in tests/golden -> bytes, of every table of suites/: "injection_patterns.md",
// "injection_patterns.json", ...
std::map<std::string, std::string> Goldens();

}  // namespace retable::reports

#endif  // RETABLE_TESTS_REPORTS_GOLDENS_H_
