// The list of all reports of a folder as one HTML page: each table and scale with its claims and their
// verdicts.
#ifndef RETABLE_REPORTS_INDEX_H_
#define RETABLE_REPORTS_INDEX_H_

#include <string>
#include <vector>

#include "reports/grid.h"
#include "reports/html.h"

namespace retable::reports {

struct IndexedReport {
  std::string link;  // from the index to the report's page
  Page page;         // its opening and its claims are shown
};

// In the order given. Links are relative, so the folder can be moved or sent as a whole.
std::string IndexHtml(const std::vector<IndexedReport>& reports, const HtmlParts& parts);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_INDEX_H_
