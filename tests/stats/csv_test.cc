#include "stats/csv.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace retable::stats {
namespace {

using Columns = std::vector<std::vector<double>>;

Columns Read(const std::string& text, const std::vector<std::string>& names) {
  std::istringstream file(text);
  return ReadCsvColumns(file, names);
}

std::string Refusal(const std::string& text, const std::vector<std::string>& names) {
  try {
    Read(text, names);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(Csv, ColumnsAreFoundByName) {
  EXPECT_EQ(Read("seed,b,a\n1,2,3\n4,5.5,-6e2\n", {"a", "b"}), (Columns{{3, -600}, {2, 5.5}}));
}

TEST(Csv, WhatProgramsWriteAroundNumbersIsTakenOff) {
  EXPECT_EQ(Read("\xEF\xBB\xBF\"a\"; b \r\n 1 ;+2\r\n\r\n\"inf\";-inf\r\n", {"a", "b"}),
            (Columns{{1, INFINITY}, {2, -INFINITY}}));
  EXPECT_EQ(Read("a\tb\n1\t2", {"b"}), (Columns{{2}}));
}

TEST(Csv, TheDecimalPointIsAPointInEveryLocale) {
  const char* before = std::setlocale(LC_ALL, nullptr);
  const std::string saved = before == nullptr ? "C" : before;
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "C"}) {
    if (std::setlocale(LC_ALL, name) == nullptr) continue;
    EXPECT_EQ(Read("a\n1.5\n", {"a"}), (Columns{{1.5}})) << name;
  }
  std::setlocale(LC_ALL, saved.c_str());
}

TEST(Csv, RefusalsNameTheLineAndTheCell) {
  EXPECT_NE(Refusal("a,b\n1,2\n3,x\n", {"a", "b"}).find("line 3, column b: \"x\""), std::string::npos);
  EXPECT_NE(Refusal("a,b\n1\n", {"b"}).find("line 2, column b"), std::string::npos);
  EXPECT_NE(Refusal("a,b\n1,nan\n", {"b"}).find("no number"), std::string::npos);
  EXPECT_NE(Refusal("a,b\n1,2.5.1\n", {"b"}).find("2.5.1"), std::string::npos);
  EXPECT_NE(Refusal("a,b\n1,1e999\n", {"b"}).find("no number"), std::string::npos);
  EXPECT_NE(Refusal("a,b\n", {"c"}).find("a, b"), std::string::npos);
  EXPECT_NE(Refusal("a,a\n1,2\n", {"a"}).find("one column"), std::string::npos);
  EXPECT_NE(Refusal("", {"a"}).find("one column"), std::string::npos);
}

TEST(Csv, AMatrixHasNoHeader) {
  std::istringstream file("1,2,3\n4,5,6\n");
  const CsvMatrix matrix = ReadCsvMatrix(file);
  EXPECT_EQ(matrix.rows, 2u);
  EXPECT_EQ(matrix.columns, 3u);
  EXPECT_EQ(matrix.values, (std::vector<double>{1, 2, 3, 4, 5, 6}));
  std::istringstream ragged("1,2\n3\n");
  EXPECT_THROW(ReadCsvMatrix(ragged), std::runtime_error);
  std::istringstream empty("\n\n");
  EXPECT_THROW(ReadCsvMatrix(empty), std::runtime_error);
  std::istringstream header("a,b\n1,2\n");
  EXPECT_THROW(ReadCsvMatrix(header), std::runtime_error);
}

}  // namespace
}  // namespace retable::stats
