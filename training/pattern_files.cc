#include "training/pattern_files.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "data/catalog.h"
#include "data/sha256.h"
#include "training/supplied_pattern.h"

namespace retable::training {
namespace {

namespace fs = std::filesystem;

// Where a file of that hash should lie, the first place first.
std::vector<fs::path> Places(const std::string& sha256) {
  std::vector<fs::path> places;
  if (const char* file = std::getenv(kPatternFileVariable)) places.emplace_back(file);
  const fs::path folder = data::SuppliedFolder();
  if (!folder.empty()) places.push_back(folder / "patterns" / (sha256 + ".safetensors"));
  return places;
}

fs::path Find(const std::string& sha256) {
  std::string others;
  for (const fs::path& file : Places(sha256)) {
    if (!fs::exists(file)) continue;
    const std::string found = data::Sha256HexOfFile(file);
    if (found == sha256) return file;
    others += "; " + file.string() + " has the SHA-256 " + found;
  }
  throw std::runtime_error("the recipe names a file of patterns with SHA-256 " + sha256 +
                           ": give it with --patterns=FILE, or put it into $RETABLE_DATA/patterns as " +
                           sha256 + ".safetensors" + others);
}

// What is in memory.
struct Kept {
  std::string sha256;
  int context = 0;
  std::shared_ptr<const models::PatternFile> file;

  // Heads that one array serves need no other.
  bool Serves(const std::string& sha256_asked, const std::vector<models::Head>& heads,
              int context_asked) const {
    return sha256 == sha256_asked && context == context_asked &&
           std::all_of(heads.begin(), heads.end(), [this](const models::Head& head) {
             return file->arrays.contains(file->ArrayOf(head));
           });
  }
};

}  // namespace

std::shared_ptr<const models::PatternFile> PatternFileOf(const std::string& sha256,
                                                         const std::vector<models::Head>& heads,
                                                         int context) {
  static Kept kept;
  if (kept.Serves(sha256, heads, context)) return kept.file;
  kept = {};  // before the next: each may be as large as the memory
  kept = {
      .sha256 = sha256,
      .context = context,
      .file = std::make_shared<models::PatternFile>(models::ReadPatternFile(Find(sha256), heads, context))};
  return kept.file;
}

}  // namespace retable::training
