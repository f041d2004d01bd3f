// Which bytes are these? SHA-256 (FIPS 180-4) through OpenSSL's libcrypto, always as 64
// lower-case hex digits.
#ifndef RETABLE_DATA_SHA256_H_
#define RETABLE_DATA_SHA256_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace retable::data {

using Sha256Digest = std::array<std::uint8_t, 32>;

// Hashes bytes that arrive in pieces: only their concatenation counts, not where the pieces end.
//   Sha256 hash;
//   hash.Update(weights, bytes);
//   hash.Hex();
class Sha256 {
 public:
  Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;
  ~Sha256();

  void Update(const void* bytes, std::size_t size);
  void Update(std::string_view bytes) { Update(bytes.data(), bytes.size()); }

  // The digest of everything so far; more may be added afterwards.
  Sha256Digest Digest() const;
  std::string Hex() const;

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

std::string ToHex(const Sha256Digest& digest);

std::string Sha256Hex(std::string_view bytes);

// Reads the file in pieces. Throws std::runtime_error that names the file if it cannot be read to its end.
std::string Sha256HexOfFile(const std::filesystem::path& file);

}  // namespace retable::data

#endif  // RETABLE_DATA_SHA256_H_
