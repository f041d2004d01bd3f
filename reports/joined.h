// Texts one after another with a separator between two: {"a", "b"} and ", " are "a, b".
#ifndef RETABLE_REPORTS_JOINED_H_
#define RETABLE_REPORTS_JOINED_H_

#include <string>
#include <string_view>
#include <vector>

namespace retable::reports {

std::string Joined(const std::vector<std::string>& texts, std::string_view separator);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_JOINED_H_
