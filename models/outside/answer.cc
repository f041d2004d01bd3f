#include "models/outside/answer.h"

#include <bit>
#include <cstdint>
#include <cstring>

#include "data/sha256.h"

namespace retable::models::outside {
namespace {

static_assert(std::endian::native == std::endian::little);

template <typename Number>
Number ReadNumber(std::string_view bytes) {
  Number number;
  std::memcpy(&number, bytes.data(), sizeof number);
  return number;
}

// Throws nlohmann::json::exception where a field is not there or of another type.
Answer Interpret(std::string_view header, std::string_view payload) {
  Answer answer;
  answer.header = nlohmann::json::parse(header);
  answer.refused = answer.header.at("refused").get<std::string>();
  answer.soiled = answer.header.at("soiled").get<bool>();
  if (answer.header.at("sha256").get<std::string>() != data::Sha256Hex(payload)) {
    throw DamagedAnswer("the hash of the values is wrong");
  }
  answer.payload.resize(payload.size() / sizeof(double));
  if (!payload.empty()) std::memcpy(answer.payload.data(), payload.data(), payload.size());
  return answer;
}

}  // namespace

std::optional<Answer> ReadAnswer(std::string_view bytes, std::string_view token,
                                 std::size_t most_payload_bytes) {
  if (!bytes.starts_with(token.substr(0, bytes.size())))
    throw DamagedAnswer("it does not begin as answers do");
  constexpr std::size_t kStart = kTokenBytes + sizeof(std::uint32_t) + sizeof(std::uint64_t);
  if (bytes.size() < kStart) return std::nullopt;
  const std::size_t header = ReadNumber<std::uint32_t>(bytes.substr(kTokenBytes));
  const std::uint64_t payload = ReadNumber<std::uint64_t>(bytes.substr(kTokenBytes + sizeof(std::uint32_t)));
  if (header > kMostHeaderBytes || payload > most_payload_bytes || payload % sizeof(double) != 0) {
    throw DamagedAnswer("it says to have " + std::to_string(header) + " and " + std::to_string(payload) +
                        " bytes");
  }
  const std::size_t whole = kStart + header + payload;
  if (bytes.size() > whole) throw DamagedAnswer("more follows after its end");
  if (bytes.size() < whole) return std::nullopt;
  try {
    return Interpret(bytes.substr(kStart, header), bytes.substr(kStart + header));
  } catch (const nlohmann::json::exception& error) {
    throw DamagedAnswer(error.what());
  }
}

}  // namespace retable::models::outside
