// A page in Markdown as GitHub shows it: headings, lists, tables. A bar inside a cell is escaped.
// A figure is a link to its SVG file, injection/patterns/forest.svg beside injection/patterns.md.
#ifndef RETABLE_REPORTS_MARKDOWN_H_
#define RETABLE_REPORTS_MARKDOWN_H_

#include <string>

#include "reports/grid.h"

namespace retable::reports {

std::string Markdown(const Page& page);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_MARKDOWN_H_
