// Reports of a folder of results, as files: which ones there are, and their bytes.
//
// A report is <table>.{html,md,json,tex}, and in the folder <table>/ <section>.csv for each grid and an SVG
// file for each figure; index.html lists the pages. Two layouts: an `--out` folder holds one store and
// reports/<scale>/<table>.*; the published folder, results/, holds one folder a scale, with its store and
// reports/<table>.*; folders there without a *.jsonl file are no scale. A report is made of every table and
// scale that was run there (runs.h, IsRun).
#ifndef RETABLE_REPORTS_PUBLISH_H_
#define RETABLE_REPORTS_PUBLISH_H_

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "reports/html.h"
#include "reports/html_parts.h"
#include "reports/index.h"
#include "reports/page.h"
#include "training/store.h"

namespace retable::reports {

struct Publication {
  std::map<std::string, std::string> files;  // path below the folder -> bytes
  std::map<std::string, Plot> plots;         // figures that are to be drawn: path of the SVG file -> figure
  std::vector<IndexedReport> index;          // each report with the path of its HTML file
  std::vector<std::string> violations;       // of the seed ledger, each with its report
};

// Of one store, figures not drawn; paths as "injection/patterns.md". Scales: those of that id alone, or all,
// as "desk/injection/patterns.md".
Publication ReportsOfStore(const training::Store& store);
Publication ReportsOfScale(const training::Store& store, const std::string& scale);

// A store that nobody is writing to: what would be a warning elsewhere (a torn last line) is damage here, and
// throws std::runtime_error.
training::Store OpenPublished(const std::filesystem::path& folder);

// Of an --out folder, and of the published folder, figures not drawn. Both throw where a store is refused
// (training/store.h).
Publication ReportsOfOut(const std::filesystem::path& out);
Publication ReportsOfPublished(const std::filesystem::path& results);

// A report's files, "injection/patterns.md" and so on, added below `prefix`; its figures
// are to be drawn as "injection/patterns/forest.svg".
void AddFiles(const Report& report, const std::string& prefix, Publication& publication,
              const HtmlParts& parts = InstalledHtmlParts());

// Moves the figures that can be drawn (svg.h) to the files; the others stay. Says why, a sentence a figure;
// empty where all are drawn.
std::vector<std::string> DrawPlots(Publication& publication);

// Writes each file whole or not at all, making folders as needed. Figures are drawn after all else is
// written, so that one that cannot be drawn costs nothing but itself; no older file stays in its place.
// Returns what DrawPlots says.
std::vector<std::string> WriteFiles(Publication& publication, const std::filesystem::path& folder);

// The last lines of a program that reports: figures that are missing and violations of the seed ledger, to
// standard error. Returns its exit code: 1 where there is either.
int Conclude(const Publication& publication, const std::vector<std::string>& undrawn);

// The report of a table from a store and the preregistration beside it.
Report ReportIn(const training::Store& store, const suites::Table& table, const suites::Scale& scale);

// A store as the function that MakeReport asks for results; the store must outlive it.
Lookup LookupIn(const training::Store& store);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_PUBLISH_H_
