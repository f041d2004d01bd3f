#include "suites/preregistration.h"

#include <map>
#include <stdexcept>

#include "data/sha256.h"
#include "training/files.h"

namespace retable::suites {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

json Content(const Table& table, const Scale& scale) {
  json blocks = json::array();
  for (const Block& block : scale.blocks) blocks.push_back(block.id);
  json claims = json::array();
  for (const Claim& claim : table.claims) {
    json stated = ToJson(claim);
    stated["sha256"] = Hash(claim);
    claims.push_back(stated);
  }
  return {{"blocks", blocks},
          {"seeds", scale.seeds},
          {"baselines_per_seed", scale.baselines_per_seed},
          {"claims", claims}};
}

std::map<std::string, json> ClaimsById(const json& content) {
  std::map<std::string, json> claims;
  for (const json& claim : content.at("claims")) claims[claim.at("id").get<std::string>()] = claim;
  return claims;
}

// "alpha was 0.05 and is 0.1", for every key whose value differs.
void Compare(const std::string& of, const json& before, const json& now, std::vector<std::string>& changes) {
  for (const auto& [key, value] : before.items()) {
    if (key == "sha256" || key == "claims") continue;
    const json today = now.value(key, json());
    if (today != value) changes.push_back(of + key + " was " + value.dump() + " and is " + today.dump());
  }
  for (const auto& [key, value] : now.items()) {
    if (!before.contains(key)) changes.push_back(of + key + " was not stated and is " + value.dump());
  }
}

void CheckHashes(const json& content, const fs::path& file) {
  for (json claim : content.at("claims")) {
    const std::string stored = claim.at("sha256").get<std::string>();
    claim.erase("sha256");
    if (data::Sha256Hex(claim.dump()) == stored) continue;
    throw std::runtime_error("the preregistration " + file.string() + " was altered: claim " +
                             claim.at("id").get<std::string>() +
                             " is not the one whose SHA-256 stands beside it; restore the file from git");
  }
}

}  // namespace

std::string Hash(const Claim& claim) { return data::Sha256Hex(ToJson(claim).dump()); }

Preregistration Preregister(const Table& table, const Scale& scale, const std::string& commit) {
  return {.commit = commit, .note = "", .content = Content(table, scale)};
}

std::vector<std::string> ChangesSince(const Preregistration& record, const Table& table, const Scale& scale) {
  const json now = Content(table, scale);
  std::vector<std::string> changes;
  Compare("", record.content, now, changes);
  const auto before = ClaimsById(record.content), today = ClaimsById(now);
  for (const auto& [id, claim] : before) {
    const auto found = today.find(id);
    if (found == today.end()) {
      changes.push_back("claim " + id + " was removed");
    } else {
      Compare("claim " + id + ": ", claim, found->second, changes);
    }
  }
  for (const auto& [id, claim] : today) {
    if (!before.contains(id)) changes.push_back("claim " + id + " was added");
  }
  return changes;
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
    for (json content : whole.at("records")) {
      CheckHashes(content, file);
      Preregistration& record = records.emplace_back();
      record.commit = content.at("commit").get<std::string>();
      record.note = content.value("note", "");
      content.erase("commit");
      content.erase("note");
      record.content = std::move(content);
    }
    return records;
  } catch (const json::exception& error) {
    throw std::runtime_error("cannot read the preregistration " + file.string() + ": " + error.what());
  }
}

void WritePreregistrations(const fs::path& results, const std::string& table, const std::string& scale,
                           const std::vector<Preregistration>& records) {
  json whole = {{"table", table}, {"scale", scale}, {"records", json::array()}};
  for (const Preregistration& record : records) {
    json content = record.content;
    content["commit"] = record.commit;
    if (!record.note.empty()) content["note"] = record.note;
    whole["records"].push_back(content);
  }
  const fs::path file = PreregistrationFile(results, table, scale);
  training::MakeFolder(file.parent_path());
  training::WriteFileAtomically(file, whole.dump(2) + "\n");
}

void PreregisterIn(const fs::path& results, const Table& table, const Scale& scale,
                   const std::string& commit) {
  std::vector<Preregistration> records = ReadPreregistrations(results, table.id, scale.id);
  if (!records.empty() && ChangesSince(records.back(), table, scale).empty()) return;
  records.push_back(Preregister(table, scale, commit));
  WritePreregistrations(results, table.id, scale.id, records);
}

}  // namespace retable::suites
