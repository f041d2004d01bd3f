#include "reports/publish.h"

#include <algorithm>
#include <iostream>
#include <stdexcept>

#include "reports/csv.h"
#include "reports/json.h"
#include "reports/latex.h"
#include "reports/markdown.h"
#include "reports/svg.h"
#include "suites/suites.h"
#include "training/files.h"

namespace retable::reports {
namespace {

namespace fs = std::filesystem;

void AddScale(const suites::Table& table, const suites::Scale& scale, const training::Store& store,
              const std::string& prefix, Publication& publication) {
  const auto is_measured = [&store](const std::string& key) {
    return store.State(key) == training::Stored::kMeasured;
  };
  if (IsRun(table, scale, is_measured)) AddFiles(ReportIn(store, table, scale), prefix, publication);
}

bool HoldsRuns(const fs::path& folder) {
  const fs::directory_iterator entries(folder);
  return std::any_of(begin(entries), end(entries),
                     [](const fs::directory_entry& entry) { return entry.path().extension() == ".jsonl"; });
}

// The folders of scales in the published folder.
std::vector<fs::path> ScaleFolders(const fs::path& results) {
  std::vector<fs::path> folders;
  if (!fs::is_directory(results)) return folders;
  for (const auto& entry : fs::directory_iterator(results)) {
    if (entry.is_directory() && HoldsRuns(entry)) folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

void Move(Publication&& from, const std::string& prefix, Publication& to) {
  for (auto& [path, bytes] : from.files) to.files[prefix + path] = std::move(bytes);
  for (auto& [path, plot] : from.plots) to.plots[prefix + path] = std::move(plot);
  for (IndexedReport& report : from.index) to.index.push_back({prefix + report.link, std::move(report.page)});
  to.violations.insert(to.violations.end(), from.violations.begin(), from.violations.end());
}

// Lists the reports, if there are any; links go from the same folder.
void AddIndex(Publication& publication) {
  if (publication.index.empty()) return;
  publication.files["index.html"] = IndexHtml(publication.index, InstalledHtmlParts());
}

// As DrawPlots, one by one.
std::vector<std::string> DrawEachPlot(Publication& publication) {
  std::vector<std::string> undrawn;
  std::map<std::string, Plot> remaining;
  for (const auto& [path, plot] : publication.plots) {
    try {
      publication.files.merge(DrawSvgs({{path, plot}}));
    } catch (const std::runtime_error& error) {
      undrawn.push_back(path + ": " + error.what());
      remaining[path] = plot;
    }
  }
  publication.plots = std::move(remaining);
  return undrawn;
}

void Write(const std::map<std::string, std::string>& files, const fs::path& folder) {
  for (const auto& [path, bytes] : files) {
    training::MakeFolder((folder / path).parent_path());
    training::WriteFileAtomically(folder / path, bytes);
  }
}

}  // namespace

training::Store OpenPublished(const fs::path& folder) {
  training::Store store = training::Store::Open(folder);
  if (!store.warnings().empty()) {
    throw std::runtime_error("the published results are damaged: " + store.warnings().front());
  }
  return store;
}

Lookup LookupIn(const training::Store& store) {
  return [&store](const std::string& key) { return store.Find(key); };
}

Report ReportIn(const training::Store& store, const suites::Table& table, const suites::Scale& scale) {
  return MakeReport(table, scale, LookupIn(store),
                    suites::ReadPreregistrations(store.folder(), table.id, scale.id));
}

void AddFiles(const Report& report, const std::string& prefix, Publication& publication,
              const HtmlParts& parts) {
  const std::string path = prefix + report.page.table;
  publication.files[path + ".md"] = Markdown(report.page);
  publication.files[path + ".json"] = Json(report.page);
  publication.files[path + ".tex"] = Latex(report.page);
  publication.files[path + ".html"] = Html(report.page, parts);
  publication.index.push_back({path + ".html", report.page});
  for (const Section& section : report.page.sections) {
    if (section.grid) publication.files[path + "/" + section.id + ".csv"] = Csv(*section.grid);
    for (const Plot& plot : section.plots) publication.plots[path + "/" + plot.id + ".svg"] = plot;
  }
  for (const std::string& violation : report.violations) {
    publication.violations.push_back(path + ": " + violation);
  }
}

Publication ReportsOfStore(const training::Store& store) {
  Publication publication;
  for (const suites::Table& table : suites::Tables()) {
    for (const suites::Scale& scale : table.scales) {
      AddScale(table, scale, store, scale.id + "/", publication);
    }
  }
  return publication;
}

Publication ReportsOfScale(const training::Store& store, const std::string& scale) {
  Publication publication;
  for (const suites::Table& table : suites::Tables()) {
    for (const suites::Scale& one : table.scales) {
      if (one.id == scale) AddScale(table, one, store, "", publication);
    }
  }
  return publication;
}

Publication ReportsOfOut(const fs::path& out) {
  Publication of_store = ReportsOfStore(training::Store::Open(training::ResultsFolder(out)));
  AddIndex(of_store);
  Publication publication;
  Move(std::move(of_store), "reports/", publication);
  return publication;
}

Publication ReportsOfPublished(const fs::path& results) {
  Publication publication;
  for (const fs::path& folder : ScaleFolders(results)) {
    const std::string scale = folder.filename();
    Move(ReportsOfScale(OpenPublished(folder), scale), scale + "/reports/", publication);
  }
  AddIndex(publication);
  return publication;
}

std::vector<std::string> DrawPlots(Publication& publication) {
  try {
    publication.files.merge(DrawSvgs(publication.plots));
    publication.plots.clear();
    return {};
  } catch (const std::runtime_error&) {
    return DrawEachPlot(publication);  // one that fails takes all others with it
  }
}

std::vector<std::string> WriteFiles(Publication& publication, const fs::path& folder) {
  Write(publication.files, folder);
  Publication figures;
  figures.plots = std::move(publication.plots);
  const std::vector<std::string> undrawn = DrawPlots(figures);
  Write(figures.files, folder);
  for (const auto& [path, plot] : figures.plots) fs::remove(folder / path);
  publication.files.merge(figures.files);
  publication.plots = std::move(figures.plots);
  return undrawn;
}

int Conclude(const Publication& publication, const std::vector<std::string>& undrawn) {
  for (const std::string& violation : publication.violations) {
    std::cerr << "retable: error in the seed ledger: " << violation << "\n";
  }
  for (const std::string& figure : undrawn) std::cerr << "retable: not drawn: " << figure << "\n";
  if (!undrawn.empty()) {
    std::cerr << "retable: all else is written; Markdown links to " << undrawn.size()
              << " figures that are not there, and the HTML pages draw theirs themselves" << std::endl;
  }
  return publication.violations.empty() && undrawn.empty() ? 0 : 1;
}

}  // namespace retable::reports
