#include "tests/reports/goldens.h"

#include <algorithm>

#include "reports/publish.h"
#include "suites/suites.h"
#include "tests/reports/synthetic.h"

namespace retable::reports {
namespace {

// In place of the real ones, which would be most of each golden page.
HtmlParts Stubs() {
  return {.style = "/* page.css */\n",
          .program = "/* page.js */",
          .libraries = {"/* Vega */"},
          .licences = "(licences)"};
}

}  // namespace

std::map<std::string, std::string> Goldens() {
  std::map<std::string, std::string> goldens;
  for (const suites::Table& listed : suites::Tables()) {
    const suites::Table table = WithSyntheticScale(listed);
    const Results results = GoldenResults(table);
    Publication publication;
    AddFiles(MakeReport(table, table.scales.front(), LookupIn(results)), "", publication, Stubs());
    for (const auto& [path, bytes] : publication.files) {
      std::string name = path;
      std::replace(name.begin(), name.end(), '/', '_');
      goldens[name] = bytes;
    }
  }
  return goldens;
}

}  // namespace retable::reports
