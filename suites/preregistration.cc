#include "suites/preregistration.h"

#include <map>
#include <set>
#include <stdexcept>

#include "data/sha256.h"
#include "training/files.h"
#include "training/locks.h"

namespace retable::suites {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

json ClaimsContent(const Table& table) {
  json claims = json::array();
  for (const Claim& claim : table.claims) {
    json stated = ToJson(claim);
    stated["sha256"] = Hash(claim);
    claims.push_back(stated);
  }
  return claims;
}

// What of an arm decides its runs. Programs that belong to heads are stated head by head.
json ArmContent(const Arm& arm, const Scale& scale) {
  json content = {{"pattern", arm.pattern}, {"shuffled", arm.shuffled}};
  if (!arm.program.empty()) content["program"] = arm.program;
  if (!arm.file.empty()) content["file"] = arm.file;
  for (const auto& [head, programs] : scale.programs.heads) {
    if (arm.programs == Programs::kOwn) content["programs"][head] = programs.own;
    if (arm.programs == Programs::kBestFit) content["programs"][head] = programs.best_fit;
    if (arm.programs == Programs::kEntropyMatched) content["programs"][head] = programs.entropy_matched;
  }
  if (arm.programs == Programs::kLibrary) content["programs"] = scale.programs.library;
  if (arm.real_share) content["real_share"] = *arm.real_share;
  if (arm.is_bias) content["mode"] = "bias";
  if (arm.measured.replacement) content["replacement"] = true;
  if (arm.measured.pattern) content["pattern_measures"] = true;
  if (!arm.measured.training) content["training"] = false;
  return content;
}

json Content(const Table& table, const Scale& scale) {
  json arms = json::object(), blocks = json::object();
  for (const Arm& arm : table.arms) arms[arm.id] = ArmContent(arm, scale);
  for (const Block& block : scale.blocks) blocks[block.id] = block.heads;
  std::set<std::string> trainers;
  for (const Cell& cell : Cells(table, scale)) trainers.insert(cell.run.trainer);
  json content = {{"arms", arms},
                  {"baselines_per_seed", scale.baselines_per_seed},
                  {"blocks", blocks},
                  {"claims", ClaimsContent(table)},
                  {"seeds", scale.seeds},
                  {"student", scale.student},
                  {"teacher", scale.teacher},
                  {"thresholds", scale.thresholds},
                  {"response", Id(table.response)},
                  {"measured_windows", scale.measured_windows},
                  {"trainers", trainers}};
  for (const Correlation& correlation : table.screen) content["screen"].push_back(ToJson(correlation));
  return content;
}

std::map<std::string, json> ClaimsById(const json& content) {
  std::map<std::string, json> claims;
  for (const json& claim : content.at("claims")) claims[claim.at("id").get<std::string>()] = claim;
  return claims;
}

// "alpha was 0.05 and is 0.1", for every member that differs, at any depth; `of` is what the two are members
// of.
void Compare(const std::string& of, const json& before, const json& now, std::vector<std::string>& changes) {
  for (const auto& [key, value] : before.items()) {
    if (key == "sha256") continue;
    const auto found = now.find(key);
    if (found == now.end()) {
      changes.push_back(of + key + " was removed");
    } else if (value.is_object() && found->is_object()) {
      Compare(of + key + " ", value, *found, changes);
    } else if (*found != value) {
      changes.push_back(of + key + " was " + value.dump() + " and is " + found->dump());
    }
  }
  for (const auto& [key, value] : now.items()) {
    if (!before.contains(key)) changes.push_back(of + key + " was added");
  }
}

std::vector<std::string> Differences(json before, json now) {
  std::vector<std::string> changes;
  const std::map<std::string, json> claims_before = ClaimsById(before), claims_now = ClaimsById(now);
  for (json* one : {&before, &now}) one->erase("claims");
  Compare("", before, now, changes);
  Compare("claim ", json(claims_before), json(claims_now), changes);
  return changes;
}

[[noreturn]] void Altered(const fs::path& file, const std::string& what) {
  throw std::runtime_error("the preregistration " + file.string() + " was altered: " + what +
                           " is not the one whose SHA-256 stands beside it; restore the file from git");
}

void CheckHashes(const json& record, const fs::path& file) {
  const json& content = record.at("content");
  for (json claim : content.at("claims")) {
    const std::string stored = claim.at("sha256").get<std::string>();
    claim.erase("sha256");
    if (data::Sha256Hex(claim.dump()) != stored) Altered(file, "claim " + claim.at("id").get<std::string>());
  }
  if (data::Sha256Hex(content.dump()) != record.at("sha256").get<std::string>()) Altered(file, "a record");
}

json ToJson(const Preregistration& record) {
  json whole = {{"commit", record.commit},
                {"runs_before", record.runs_before},
                {"runs_asked", record.runs_asked},
                {"content", record.content},
                {"sha256", data::Sha256Hex(record.content.dump())}};
  if (!record.note.empty()) whole["note"] = record.note;
  return whole;
}

Preregistration RecordFromJson(const json& whole) {
  return {.commit = whole.at("commit").get<std::string>(),
          .note = whole.value("note", ""),
          .runs_before = whole.at("runs_before").get<int>(),
          .runs_asked = whole.at("runs_asked").get<int>(),
          .content = whole.at("content")};
}

}  // namespace

std::string Hash(const Claim& claim) { return data::Sha256Hex(ToJson(claim).dump()); }

Preregistration Preregister(const Table& table, const Scale& scale, const std::string& commit) {
  return {.commit = commit, .content = Content(table, scale)};
}

std::vector<std::string> Changes(const Preregistration& before, const Preregistration& after) {
  return Differences(before.content, after.content);
}

std::vector<std::string> ChangesSince(const Preregistration& record, const Table& table, const Scale& scale) {
  return Differences(record.content, Content(table, scale));
}

fs::path PreregistrationFile(const fs::path& results, const std::string& table, const std::string& scale) {
  return results / "preregistrations" / (table + "." + scale + ".json");
}

std::vector<Preregistration> ReadPreregistrations(const fs::path& results, const std::string& table,
                                                  const std::string& scale) {
  const fs::path file = PreregistrationFile(results, table, scale);
  if (!fs::exists(file)) return {};
  try {
    const json whole = json::parse(training::ReadFile(file));
    if (whole.at("table") != table || whole.at("scale") != scale) {
      throw std::runtime_error("the preregistration " + file.string() + " is of another table or scale");
    }
    std::vector<Preregistration> records;
    for (const json& record : whole.at("records")) {
      CheckHashes(record, file);
      records.push_back(RecordFromJson(record));
    }
    return records;
  } catch (const json::exception& error) {
    throw std::runtime_error("cannot read the preregistration " + file.string() + ": " + error.what());
  }
}

void WritePreregistrations(const fs::path& results, const std::string& table, const std::string& scale,
                           const std::vector<Preregistration>& records) {
  json whole = {{"table", table}, {"scale", scale}, {"records", json::array()}};
  for (const Preregistration& record : records) whole["records"].push_back(ToJson(record));
  const fs::path file = PreregistrationFile(results, table, scale);
  training::MakeFolder(file.parent_path());
  training::WriteFileAtomically(file, whole.dump(2) + "\n");
}

void PreregisterIn(const fs::path& results, const Table& table, const Scale& scale,
                   const Preregistration& today) {
  training::MakeFolder(results);
  const auto lock =
      training::KeyLock::Wait(results, data::Sha256Hex("preregistration " + table.id + " " + scale.id));
  std::vector<Preregistration> records = ReadPreregistrations(results, table.id, scale.id);
  if (!records.empty() && Changes(records.back(), today).empty()) return;
  records.push_back(today);
  WritePreregistrations(results, table.id, scale.id, records);
}

}  // namespace retable::suites
