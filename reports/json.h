// A page in JSON: keys sorted, two spaces a level, a newline at the end. Sections and rows keep the page's
// order.
#ifndef RETABLE_REPORTS_JSON_H_
#define RETABLE_REPORTS_JSON_H_

#include <string>

#include "reports/grid.h"

namespace retable::reports {

// What a report says that it is; reports/report.schema.json describes it field by field. A change that could
// break a reader raises the version.
inline constexpr char kReportSchema[] = "report/1";

std::string Json(const Page& page);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_JSON_H_
