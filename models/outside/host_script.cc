#include "models/outside/host_script.h"

namespace retable::models::outside {

std::string_view HostScript() {
  static constexpr std::string_view kScript =
#include "models/outside/host.inc"
      ;
  return kScript;
}

}  // namespace retable::models::outside
