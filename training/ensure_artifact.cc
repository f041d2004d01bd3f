#include "training/ensure_artifact.h"

#include <iostream>

#include "training/artifacts.h"
#include "training/files.h"
#include "training/locks.h"
#include "training/registry.h"

namespace retable::training {

TrainContext ContextOfOut(const std::filesystem::path& out, const std::string& device) {
  MakeFolder(out);
  TrainContext context;
  context.device = device;
  context.progress = [](int, int) {};
  context.artifact = [out](const Run& artifact) { return PresentArtifact(out, artifact); };
  return context;
}

void EnsureArtifact(const std::filesystem::path& out, const Run& artifact, const TrainContext& context) {
  static const Registry registry{.trainers = {}, .makers = ArtifactMakers()};
  const ArtifactMaker& maker = FindMaker(registry, artifact.trainer);
  for (const Run& need : maker.needs(artifact)) EnsureArtifact(out, need, context);
  const KeyLock lock = KeyLock::Wait(out, Key(artifact));
  if (ArtifactExists(out, artifact)) return CheckArtifact(out, artifact);
  std::cout << "making " << ArtifactFolder(out, artifact).filename().string() << std::endl;
  PublishArtifact(out, artifact,
                  [&](const std::filesystem::path& folder) { maker.build(artifact, folder, context); });
}

}  // namespace retable::training
