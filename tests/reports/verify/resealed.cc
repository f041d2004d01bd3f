#include "tests/reports/verify/resealed.h"

#include "data/sha256.h"

namespace retable::reports::verify {

std::string Resealed(nlohmann::json run) {
  run.erase("checksum");
  const std::string rest = run.dump();
  return "{\"checksum\":\"" + data::Sha256Hex(rest) + "\"," + rest.substr(1);
}

}  // namespace retable::reports::verify
