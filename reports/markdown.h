// A page in Markdown as GitHub shows it: headings, lists, tables. Its texts are plain: what would be markup
// in them (\ < * ` [ &, an underscore at a word's edge, a bar in a cell) gets a backslash.
// A figure is a link to its SVG file, injection/patterns/forest.svg beside injection/patterns.md.
#ifndef RETABLE_REPORTS_MARKDOWN_H_
#define RETABLE_REPORTS_MARKDOWN_H_

#include <string>

#include "reports/grid.h"

namespace retable::reports {

std::string Markdown(const Page& page);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_MARKDOWN_H_
