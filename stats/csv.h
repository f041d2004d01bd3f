// Numbers from CSV files: two named columns for a person, or a whole matrix of features.
//
// Commas or semicolons or tabs (whichever the first line holds first) part the cells; blanks, quotes around a
// cell, a carriage return and a byte order mark are taken off; empty lines are passed over. A number has a
// decimal point whatever the locale; "inf" and "-inf" are numbers, "nan" is none.
// Refuses (std::runtime_error): a file that cannot be read, a missing or repeated column, a cell that is no
// number, rows of different lengths; each with the line.
#ifndef RETABLE_STATS_CSV_H_
#define RETABLE_STATS_CSV_H_

#include <cstddef>
#include <istream>
#include <string>
#include <vector>

namespace retable::stats {

// Of a file with a header line: the columns of these names.
std::vector<std::vector<double>> ReadCsvColumns(std::istream& file, const std::vector<std::string>& names);

struct CsvMatrix {
  std::vector<double> values;  // row after row
  std::size_t rows = 0;
  std::size_t columns = 0;
};

// Of a file without a header.
CsvMatrix ReadCsvMatrix(std::istream& file);

}  // namespace retable::stats

#endif  // RETABLE_STATS_CSV_H_
