// The value of a statistic, or nothing where the data do not define it.
#ifndef RETABLE_REPORTS_DEFINED_H_
#define RETABLE_REPORTS_DEFINED_H_

#include <optional>

#include "stats/undefined.h"

namespace retable::reports {

template <typename Function>
auto IfDefined(Function&& function) -> std::optional<decltype(function())> {
  try {
    return function();
  } catch (const stats::Undefined&) {
    return std::nullopt;
  }
}

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_DEFINED_H_
