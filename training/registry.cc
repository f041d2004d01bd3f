#include "training/registry.h"

#include <stdexcept>

namespace retable::training {
namespace {

template <typename T>
const T& Find(const std::vector<T>& list, const std::string& name, const std::string& what) {
  std::string known;
  for (const T& entry : list) {
    if (entry.name == name) return entry;
    known += (known.empty() ? "" : ", ") + entry.name;
  }
  throw std::invalid_argument("no " + what + " is called '" + name + "'; this program has " +
                              (known.empty() ? "none" : known));
}

}  // namespace

const Trainer& FindTrainer(const Registry& registry, const std::string& name) {
  return Find(registry.trainers, name, "trainer");
}

const ArtifactMaker& FindMaker(const Registry& registry, const std::string& name) {
  return Find(registry.makers, name, "artifact maker");
}

}  // namespace retable::training
