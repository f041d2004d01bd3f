#include "suites/preregistration.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
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
  return {{"table", table.id},
          {"scale", scale.id},
          {"blocks", blocks},
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
  return {.commit = commit, .content = Content(table, scale)};
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

std::optional<Preregistration> ReadPreregistration(const fs::path& results, const std::string& table,
                                                   const std::string& scale) {
  const fs::path file = PreregistrationFile(results, table, scale);
  if (!fs::exists(file)) return std::nullopt;
  try {
    json content = json::parse(training::ReadFile(file));
    CheckHashes(content, file);
    if (content.at("table") != table || content.at("scale") != scale) {
      throw std::runtime_error("the preregistration " + file.string() + " is of another table or scale");
    }
    Preregistration record{.commit = content.at("commit").get<std::string>(), .content = {}};
    content.erase("commit");
    record.content = std::move(content);
    return record;
  } catch (const json::exception& error) {
    throw std::runtime_error("cannot read the preregistration " + file.string() + ": " + error.what());
  }
}

void WritePreregistrationOnce(const fs::path& results, const Preregistration& record) {
  json content = record.content;
  content["commit"] = record.commit;
  const fs::path file = PreregistrationFile(results, content.at("table"), content.at("scale"));
  if (fs::exists(file)) return;
  training::MakeFolder(file.parent_path());
  // A link is made whole or not at all, and only where nothing is yet: the first writer wins.
  const fs::path draft = file.string() + "." + std::to_string(getpid());
  training::WriteFileAtomically(draft, content.dump(2) + "\n");
  const int failure = link(draft.c_str(), file.c_str()) == 0 ? 0 : errno;
  fs::remove(draft);
  if (failure != 0 && failure != EEXIST) training::ThrowFileError("write", file, failure);
  training::SyncFolder(file.parent_path());
}

}  // namespace retable::suites
