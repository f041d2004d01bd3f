// The text of host.py, part of the program, so that it needs no file beside it.
#ifndef RETABLE_MODELS_OUTSIDE_HOST_SCRIPT_H_
#define RETABLE_MODELS_OUTSIDE_HOST_SCRIPT_H_

#include <string_view>

namespace retable::models::outside {

std::string_view HostScript();

}  // namespace retable::models::outside

#endif  // RETABLE_MODELS_OUTSIDE_HOST_SCRIPT_H_
