// A page's main table and its tests as two LaTeX floats, to \input in a paper: printed value beside ours,
// interval, verdict, caption and label (`tab:injection-patterns-table`, `tab:injection-patterns-tests`).
//
// Needs booktabs and tabularx, as the comment on top says, and fits a text width of 14 cm (in two columns,
// let the float be table*). Numbers are aligned to the right, all of a column having the same decimals, and a
// unit that they share stands in the title. In a column of numbers, words for a missing one are a note below
// the table. A few columns, which the other formats have, are left out for want of room. Captions carry the
// page's caveats.
#ifndef RETABLE_REPORTS_LATEX_H_
#define RETABLE_REPORTS_LATEX_H_

#include <string>

#include "reports/grid.h"

namespace retable::reports {

std::string Latex(const Page& page);

// Any text as LaTeX that prints it: special characters and dashes escaped, signs set as mathematics, lines
// allowed to break after _ and /, control characters dropped. What is not ASCII stays as it is.
std::string LatexText(const std::string& text);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_LATEX_H_
