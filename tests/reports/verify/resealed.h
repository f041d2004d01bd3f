// The stored line of an altered run with a checksum that fits its content, as a clever hand would leave it.
#ifndef RETABLE_TESTS_REPORTS_VERIFY_RESEALED_H_
#define RETABLE_TESTS_REPORTS_VERIFY_RESEALED_H_

#include <nlohmann/json.hpp>
#include <string>

namespace retable::reports::verify {

std::string Resealed(nlohmann::json run);

}  // namespace retable::reports::verify

#endif  // RETABLE_TESTS_REPORTS_VERIFY_RESEALED_H_
