// A grid as CSV, for spreadsheets, R and pandas: one grid a file, one row a line, RFC 4180 with LF line ends,
// UTF-8 without a byte order mark.
//
// The header is the grid's column ids, and the values are those of the JSON report: full precision, fractions
// where people read per cent. A column of intervals becomes three, `<id>_low`, `<id>_high`,
// `<id>_confidence`; other columns with parts likewise. A list is one cell, with semicolons. A number that is
// missing is said in words there too, so that R and pandas need those words in `na.strings` or `na_values`.
// Ids of heads look like numbers (0.10 is not 0.1): read those columns as text.
//
// A cell of text that a spreadsheet would run as a formula (it starts with = + - @, a tab or a line end) gets
// an apostrophe before it. Numbers are written bare and stay numbers, negative ones too.
//
// Throws std::invalid_argument, naming the column, for a value that has no place in a cell: null, or an
// object in a column that names no parts.
#ifndef RETABLE_REPORTS_CSV_H_
#define RETABLE_REPORTS_CSV_H_

#include <string>

#include "reports/grid.h"

namespace retable::reports {

std::string Csv(const Grid& grid);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_CSV_H_
