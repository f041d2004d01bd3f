#include "tests/reports/goldens.h"

#include <algorithm>

#include "reports/publish.h"
#include "suites/suites.h"
#include "tests/reports/synthetic.h"

namespace retable::reports {

std::map<std::string, std::string> Goldens() {
  std::map<std::string, std::string> goldens;
  for (const suites::Table& listed : suites::Tables()) {
    const suites::Table table = WithSyntheticScale(listed);
    const Results results = GoldenResults(table);
    Publication publication;
    AddFiles(MakeReport(table, table.scales.front(), LookupIn(results)), "", publication);
    for (const auto& [path, bytes] : publication.files) {
      std::string name = path;
      std::replace(name.begin(), name.end(), '/', '_');
      goldens[name] = bytes;
    }
  }
  return goldens;
}

}  // namespace retable::reports
