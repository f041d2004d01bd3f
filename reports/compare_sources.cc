#include "reports/compare_sources.h"


#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "reports/joined.h"
#include "training/files.h"
#include "training/flags.h"

namespace retable::reports {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> ScaleIds(const std::vector<suites::Table>& tables) {
  std::vector<std::string> ids;
  for (const suites::Table& table : tables) {
    for (const suites::Scale& scale : table.scales) {
      if (std::find(ids.begin(), ids.end(), scale.id) == ids.end()) ids.push_back(scale.id);
    }
  }
  return ids;
}

const suites::Scale* ScaleOf(const suites::Table& table, const std::string& id) {
  const auto found = std::find_if(table.scales.begin(), table.scales.end(),
                                  [&](const suites::Scale& scale) { return scale.id == id; });
  return found == table.scales.end() ? nullptr : &*found;
}

bool HasLines(const fs::path& folder) {
  if (!fs::is_directory(folder)) return false;
  return std::any_of(fs::directory_iterator(folder), fs::directory_iterator(),
                     [](const auto& entry) { return entry.path().extension() == ".jsonl"; });
}

// The folder of the store at a user's path, itself or its results/.
fs::path StoreFolder(const SourceName& name) {
  const fs::path results = training::ResultsFolder(name.path);
  if (HasLines(results)) return results;
  if (HasLines(name.path)) return name.path;
  const std::string what = fs::exists(name.path) ? "no results in " : "nothing at ";
  throw std::runtime_error(
      what + name.path.string() +
      ": name an --out folder, a folder with *.jsonl (as results/desk), or a .jsonl file");
}

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// Measured runs of the table's arms, the baseline among them.
std::map<std::string, int> MeasuredByArm(const suites::Table& table, const suites::Scale& scale,
                                         const training::Store& store) {
  std::map<std::string, int> measured;
  for (const suites::Cell& cell : suites::Cells(table, scale)) {
    if (store.State(training::Key(cell.run)) == training::Stored::kMeasured) ++measured[cell.arm];
  }
  return measured;
}

bool IsRunIn(const suites::Table& table, const suites::Scale& scale, const training::Store& store) {
  return IsRun(table, scale,
               [&](const std::string& key) { return store.State(key) == training::Stored::kMeasured; });
}

// "out, has injection/patterns at desk (12 of 219 runs)"; or that nothing of it is asked for, and why.
std::string Inventory(const std::vector<suites::Table>& tables, const Source& source) {
  std::vector<std::string> parts;
  for (const suites::Table& table : tables) {
    for (const suites::Scale& scale : table.scales) {
      int measured = 0;
      for (const auto& [arm, runs] : MeasuredByArm(table, scale, source.store())) measured += runs;
      if (measured == 0) continue;
      parts.push_back(table.id + " at " + scale.id + " (" + std::to_string(measured) + " of " +
                      std::to_string(suites::Cells(table, scale).size()) + " runs)");
    }
  }
  if (!parts.empty()) return source.name().typed + ", has " + Joined(parts, ", ");
  return source.name().typed + ", has " + std::to_string(source.store().size()) +
         " results, none of which a table of this checkout asks for";
}

// Why the first run that one side has is not on the other.
std::string FirstReason(const std::vector<suites::Table>& tables, const Source& has, const Source& lacks) {
  for (const suites::Table& table : tables) {
    for (const suites::Scale& scale : table.scales) {
      for (const suites::Cell& cell : suites::Cells(table, scale)) {
        if (has.store().State(training::Key(cell.run)) != training::Stored::kMeasured) continue;
        const std::string why = lacks.AtScale(scale).why_lacking(cell.run);
        return why == "not run" ? "" : "; in " + lacks.name().typed + " " + why;
      }
    }
  }
  return "";
}

std::optional<Pairing> PairingOf(const suites::Table& table, const std::string& scale_a,
                                 const std::string& scale_b, const Source& a, const Source& b) {
  const suites::Scale* of_a = ScaleOf(table, scale_a);
  const suites::Scale* of_b = ScaleOf(table, scale_b);
  if (of_a == nullptr || of_b == nullptr) return std::nullopt;
  if (!IsRunIn(table, *of_a, a.store()) || !IsRunIn(table, *of_b, b.store())) return std::nullopt;
  return Pairing{.table = &table, .scale_a = of_a, .scale_b = of_b};
}

}  // namespace

SourceName ParseSource(const std::string& typed, const std::vector<suites::Table>& tables) {
  SourceName name{.typed = typed, .path = training::FromUsersFolder(typed)};
  const std::size_t at = typed.rfind('@');
  if (at == std::string::npos || fs::exists(name.path)) return name;
  name = {.typed = typed.substr(0, at),
          .path = training::FromUsersFolder(typed.substr(0, at)),
          .scale = typed.substr(at + 1)};
  CheckScale(name.scale, tables);
  return name;
}

void CheckScale(const std::string& scale, const std::vector<suites::Table>& tables) {
  const std::vector<std::string> valid = ScaleIds(tables);
  if (std::find(valid.begin(), valid.end(), scale) != valid.end()) return;
  throw training::UsageError(training::UnknownValue("scale", scale, valid));
}

Source::OwnedFolder Source::LinkFile(const fs::path& file) {
  if (!fs::is_regular_file(file)) return nullptr;
  auto folder = std::make_unique<const data::ScopedFolder>();
  fs::create_symlink(fs::absolute(file), folder->path() / "results.jsonl");
  return folder;
}

training::Store Source::Open() const {
  if (!linked_) return training::Store::Open(StoreFolder(name_));
  try {
    return training::Store::Open(linked_->path());
  } catch (const std::runtime_error& error) {
    const std::string link = (linked_->path() / "results.jsonl").string();
    throw std::runtime_error(Replaced(error.what(), link, name_.path.string()));
  }
}

Source::Source(SourceName name, const std::set<std::string>& wanted)
    : name_(std::move(name)), linked_(LinkFile(name_.path)), store_(Open()), history_(store_, wanted) {}

ComparedSet Source::AtScale(const suites::Scale& scale) const {
  return {.name = name_.typed,
          .scale = scale,
          .lookup = [this](const std::string& key) { return store_.Find(key); },
          .why_lacking =
              [this](const training::Run& run) {
                const training::Reason reason = history_.ReasonFor(run);
                return reason.since.empty() ? "not run" : reason.text;
              }};
}

std::vector<Pairing> InCommon(const std::vector<suites::Table>& tables, const Source& a, const Source& b) {
  const std::string& wish_a = a.name().scale.empty() ? b.name().scale : a.name().scale;
  const std::string& wish_b = b.name().scale.empty() ? a.name().scale : b.name().scale;
  std::vector<Pairing> pairings;
  for (const suites::Table& table : tables) {
    const std::vector<std::string> scales =
        wish_a.empty() ? ScaleIds({table}) : std::vector<std::string>{wish_a};
    for (const std::string& scale : scales) {
      const auto pairing = PairingOf(table, scale, wish_a.empty() ? scale : wish_b, a, b);
      if (pairing) pairings.push_back(*pairing);
    }
  }
  if (!pairings.empty()) return pairings;
  const std::string asked =
      wish_a.empty() ? "" : " at " + wish_a + (wish_b == wish_a ? "" : " and " + wish_b);
  throw std::runtime_error("nothing in common" + asked + ": A, " + Inventory(tables, a) +
                           FirstReason(tables, b, a) + "; B, " + Inventory(tables, b) +
                           FirstReason(tables, a, b) +
                           ". A table counts where both have runs of both sides of "
                           "a claim; scales that differ are compared as A@desk B@smoke");
}

}  // namespace retable::reports
