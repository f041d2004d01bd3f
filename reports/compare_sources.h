// Two sets of results that a user names, and what of them can be compared.
//
// Named by a path, with @scale behind it where one scale alone is meant:
//   out           an --out folder: the store in its results/
//   results/desk  a folder with *.jsonl
//   part.jsonl    one such file; others beside it are not read
//   out@smoke     the runs of scale smoke
#ifndef RETABLE_REPORTS_COMPARE_SOURCES_H_
#define RETABLE_REPORTS_COMPARE_SOURCES_H_

#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "data/scoped_folder.h"
#include "reports/compare_tables.h"
#include "suites/table.h"
#include "training/reasons.h"
#include "training/store.h"

namespace retable::reports {

struct SourceName {
  std::string typed;  // the path, as the user typed it
  std::filesystem::path path;
  std::string scale = "";  // empty: any
};

// A path that is there is taken whole, be there an @ in it. Throws as CheckScale does.
SourceName ParseSource(const std::string& typed, const std::vector<suites::Table>& tables);

// Throws training::UsageError where no table has a scale of that id.
void CheckScale(const std::string& scale, const std::vector<suites::Table>& tables);

// An open store. It is only read.
class Source {
 public:
  // Throws std::runtime_error where there is nothing at the path, no *.jsonl in the folder, or a line that
  // the store refuses; each names the user's path. `wanted`: keys that some table asks for
  // (training/choice.h).
  Source(SourceName name, const std::set<std::string>& wanted);
  Source(Source&&) = delete;

  const SourceName& name() const { return name_; }
  const training::Store& store() const { return store_; }

  // The source must outlive it.
  ComparedSet AtScale(const suites::Scale& scale) const;

 private:
  // A store is a folder: a file is linked into one of its own, removed with it.
  using OwnedFolder = std::unique_ptr<const data::ScopedFolder>;

  static OwnedFolder LinkFile(const std::filesystem::path& file);
  training::Store Open() const;

  SourceName name_;
  OwnedFolder linked_;  // nothing where the path is a folder
  training::Store store_;
  training::History history_;
};

// A table at one scale on either side.
struct Pairing {
  const suites::Table* table = nullptr;
  const suites::Scale* scale_a = nullptr;
  const suites::Scale* scale_b = nullptr;
};

// Every table that both have run, that is, measured both sides of one of its claims: at one scale, each that
// both have; where only one names its scale, the other's is the same; where both do and they differ, at
// these. Throws std::runtime_error that says what either has where there is none.
std::vector<Pairing> InCommon(const std::vector<suites::Table>& tables, const Source& a, const Source& b);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_COMPARE_SOURCES_H_
