// What comes back from host.py, read as what it is: bytes that a stranger's code may have had a hand in.
// Nothing is believed but sizes, types and the hash; what the matrix holds is checked by matrix.h.
//
//   token    16 bytes, the request's own
//   sizes    bytes of header (uint32) and payload (uint64), little-endian
//   header   JSON object
//   payload  float64, little-endian
#ifndef RETABLE_MODELS_OUTSIDE_ANSWER_H_
#define RETABLE_MODELS_OUTSIDE_ANSWER_H_

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace retable::models::outside {

inline constexpr std::size_t kTokenBytes = 16;
inline constexpr std::size_t kMostHeaderBytes = 1 << 20;

// The bytes are no answer to the request: its message says in what.
class DamagedAnswer : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Answer {
  std::string refused;  // why; empty where the rest is there
  bool soiled = false;  // the process is not fit for other programs
  nlohmann::json header;
  std::vector<double> payload;
};

// The answer to the request with this token, or nothing while bytes are missing. `most_payload_bytes`: what
// the request allows. Throws DamagedAnswer, as soon as the bytes show it, for another token, sizes out of
// bounds, a header that is no JSON object with the fields above, a hash that differs, or bytes past the end.
std::optional<Answer> ReadAnswer(std::string_view bytes, std::string_view token,
                                 std::size_t most_payload_bytes);

}  // namespace retable::models::outside

#endif  // RETABLE_MODELS_OUTSIDE_ANSWER_H_
