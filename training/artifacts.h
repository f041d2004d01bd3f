// What runs leave for other runs: teachers, tokenizers, pattern statistics. Folders that are there whole or
// not at all.
//
// An artifact lives in `<out>/artifacts/<name>-<short key>/`, where `name` is its maker's without the
// version, beside a file recipe.json: {"key", "trainer", "recipe", "seed", "files": {name: SHA-256}}.
#ifndef RETABLE_TRAINING_ARTIFACTS_H_
#define RETABLE_TRAINING_ARTIFACTS_H_

#include <filesystem>
#include <functional>

#include "training/run.h"

namespace retable::training {

// Where the artifact is, or would be.
std::filesystem::path ArtifactFolder(const std::filesystem::path& out, const Run& artifact);

// Whether it is there. Throws std::runtime_error where the folder holds something else, names it and says
// what to do.
bool ArtifactExists(const std::filesystem::path& out, const Run& artifact);

// The folder of an artifact that a run named among its needs. Throws std::runtime_error where it is not there.
std::filesystem::path PresentArtifact(const std::filesystem::path& out, const Run& artifact);

// Throws std::runtime_error naming the first file that is missing or whose SHA-256 is not the recorded one,
// with both hashes and what to do.
void CheckArtifact(const std::filesystem::path& out, const Run& artifact);

// Builds into a temporary folder beside the place, makes it durable and renames it there. The caller holds
// the lock of the key (locks.h). Whatever `build` throws passes through and leaves nothing.
void PublishArtifact(const std::filesystem::path& out, const Run& artifact,
                     const std::function<void(const std::filesystem::path& folder)>& build);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_ARTIFACTS_H_
