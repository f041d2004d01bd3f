// A grid as an HTML table in a box of its own that scrolls, and verdicts as badges.
//
// What page.js reads: data-filter of a column (arm, block, seed, one-arm); of a cell, class n where it holds a
// number, data-value where its text is not that number, data-runs with the keys of the runs behind it.
#ifndef RETABLE_REPORTS_HTML_GRID_H_
#define RETABLE_REPORTS_HTML_GRID_H_

#include <string>

#include "reports/grid.h"

namespace retable::reports {

// The caption names the table for those who cannot see the heading above it.
std::string GridHtml(const Grid& grid, const std::string& caption);

// The verdict's words with a colour and a sign that repeat what the words say.
std::string BadgeHtml(const std::string& verdict);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_HTML_GRID_H_
