// Which retable is this? The commit of a checkout, for the provenance of results.
#ifndef RETABLE_TRAINING_SOURCE_STATE_H_
#define RETABLE_TRAINING_SOURCE_STATE_H_

#include <filesystem>
#include <string>

namespace retable::training {

struct SourceState {
  std::string commit;  // "unknown" outside a checkout, or without git
  bool dirty = false;  // something in it is not committed
};

// Asks git about `folder`.
SourceState ReadSourceState(const std::filesystem::path& folder);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_SOURCE_STATE_H_
