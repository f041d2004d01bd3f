#include "training/artifacts.h"

#include <unistd.h>

#include <stdexcept>

#include "data/sha256.h"
#include "training/files.h"

namespace retable::training {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRecipe = "recipe.json";

nlohmann::json ReadRecipe(const fs::path& folder) {
  try {
    return nlohmann::json::parse(ReadFile(folder / kRecipe));
  } catch (const nlohmann::json::parse_error&) {
    throw std::runtime_error((folder / kRecipe).string() + " is not JSON: remove the folder " +
                             folder.string() + " and the artifact is made again");
  }
}

nlohmann::json HashesOf(const fs::path& folder) {
  nlohmann::json hashes = nlohmann::json::object();
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    hashes[entry.path().lexically_relative(folder).string()] = data::Sha256HexOfFile(entry.path());
  }
  return hashes;
}

void RemoveLeftovers(const fs::path& folder) {
  const std::string prefix = folder.filename().string() + ".part-";
  for (const auto& entry : fs::directory_iterator(folder.parent_path())) {
    if (entry.path().filename().string().starts_with(prefix)) fs::remove_all(entry.path());
  }
}

}  // namespace

fs::path ArtifactFolder(const fs::path& out, const Run& artifact) {
  const std::string name = artifact.trainer.substr(0, artifact.trainer.find('/'));
  return out / "artifacts" / (name + "-" + ShortKey(Key(artifact)));
}

bool ArtifactExists(const fs::path& out, const Run& artifact) {
  const fs::path folder = ArtifactFolder(out, artifact);
  if (!fs::exists(folder)) return false;
  if (!fs::exists(folder / kRecipe)) {
    throw std::runtime_error(folder.string() +
                             " has no recipe.json, so nothing says what it holds: move it away " +
                             "and the artifact is made again");
  }
  if (ReadRecipe(folder).value("key", "") != Key(artifact)) {
    throw std::runtime_error(folder.string() + " holds another artifact than " + Key(artifact) +
                             ": move it away and the artifact is made again");
  }
  return true;
}

fs::path PresentArtifact(const fs::path& out, const Run& artifact) {
  const fs::path folder = ArtifactFolder(out, artifact);
  if (ArtifactExists(out, artifact)) return folder;
  throw std::runtime_error("the artifact " + folder.string() +
                           " is not there: name it among the needs, or run the same command again");
}

void CheckArtifact(const fs::path& out, const Run& artifact) {
  const fs::path folder = ArtifactFolder(out, artifact);
  const nlohmann::json recipe = ReadRecipe(folder);
  for (const auto& [name, expected] : recipe.at("files").items()) {
    const fs::path file = folder / name;
    const std::string found = fs::exists(file) ? data::Sha256HexOfFile(file) : "no file";
    if (found == expected.get<std::string>()) continue;
    throw std::runtime_error(file.string() + " is not as it was made: SHA-256 " +
                             expected.get<std::string>() + " was recorded, found " + found +
                             "; remove the folder " + folder.string() + " and the artifact is made again");
  }
}

void PublishArtifact(const fs::path& out, const Run& artifact,
                     const std::function<void(const fs::path& folder)>& build) {
  const fs::path folder = ArtifactFolder(out, artifact);
  MakeFolder(folder.parent_path());
  RemoveLeftovers(folder);
  const fs::path part = folder.string() + ".part-" + std::to_string(getpid());
  MakeFolder(part);
  try {
    build(part);
    nlohmann::json recipe = ToJson(artifact);
    recipe["key"] = Key(artifact);
    recipe["files"] = HashesOf(part);
    WriteFileAtomically(part / kRecipe, recipe.dump(1) + "\n");
    SyncTree(part);
    fs::rename(part, folder);
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(part, ignored);
    throw;
  }
  SyncFolder(folder.parent_path());
}

}  // namespace retable::training
