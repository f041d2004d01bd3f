// Do two sets of results of one table, A and B, say the same?
//
// A pure function of the table, two scales and two lookups; the numbers are compare_runs.h's and
// compare_effects.h's. The two agree where every claim's verdict does (verdict.h), and every run that both
// have, from machines that decide bits alike, is equal bit for bit. With different scales no run is on both
// sides, and verdicts alone decide.
#ifndef RETABLE_REPORTS_COMPARE_TABLES_H_
#define RETABLE_REPORTS_COMPARE_TABLES_H_

#include <string>
#include <vector>

#include "reports/compare_runs.h"
#include "reports/grid.h"
#include "reports/runs.h"
#include "suites/table.h"

namespace retable::reports {

struct ComparedSet {
  std::string name;  // as the user named it
  const suites::Scale& scale;
  Lookup lookup;
  WhyLacking why_lacking = {};
};

struct TableComparison {
  Page page;
  std::vector<std::string> disagreements;  // each a sentence; none: the two agree
};

TableComparison CompareTable(const suites::Table& table, const ComparedSet& a, const ComparedSet& b);

// Several tables as one Markdown text, and as one JSON document:
// {"schema": "comparison/1", "agree": ..., "tables": [{"table": ..., "scale": ..., "agree": ...,
// "disagreements": [...], "title": ..., "caveats": [...], "sections": [...]}]}, sections as in report/1.
std::string ComparisonMarkdown(const std::vector<TableComparison>& tables);
std::string ComparisonJson(const std::vector<TableComparison>& tables);

// Whether all agree.
bool DoAgree(const std::vector<TableComparison>& tables);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_COMPARE_TABLES_H_
