#include "data/sha256.h"

#include <openssl/evp.h>

#include <fstream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace retable::data {
namespace {

using EvpContext = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

EvpContext NewEvpContext() {
  EvpContext context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  if (context == nullptr) throw std::bad_alloc();
  return context;
}

void Check(int result) {
  if (result != 1)
    throw std::runtime_error("libcrypto cannot compute SHA-256: is its default provider disabled?");
}

}  // namespace

struct Sha256::Context {
  EvpContext evp = NewEvpContext();
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  Check(EVP_DigestInit_ex(context_->evp.get(), EVP_sha256(), nullptr));
}

Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;
Sha256::~Sha256() = default;

void Sha256::Update(const void* bytes, std::size_t size) {
  Check(EVP_DigestUpdate(context_->evp.get(), bytes, size));
}

Sha256Digest Sha256::Digest() const {
  // Finishing ends a context, so a copy is finished.
  EvpContext copy = NewEvpContext();
  Check(EVP_MD_CTX_copy_ex(copy.get(), context_->evp.get()));
  Sha256Digest digest;
  Check(EVP_DigestFinal_ex(copy.get(), digest.data(), nullptr));
  return digest;
}

std::string Sha256::Hex() const { return ToHex(Digest()); }

std::string ToHex(const Sha256Digest& digest) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(2 * digest.size());
  for (std::uint8_t byte : digest) {
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

std::string Sha256Hex(std::string_view bytes) {
  Sha256 hash;
  hash.Update(bytes);
  return hash.Hex();
}

std::string Sha256HexOfFile(const std::filesystem::path& file) {
  std::ifstream input(file, std::ios::binary);
  if (!input)
    throw std::runtime_error("cannot open " + file.string() + ": check that it exists and can be read");
  Sha256 hash;
  std::vector<char> piece(1 << 20);
  do {
    input.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    hash.Update(piece.data(), static_cast<std::size_t>(input.gcount()));
  } while (input);
  if (!input.eof()) throw std::runtime_error("reading " + file.string() + " failed before its end");
  return hash.Hex();
}

}  // namespace retable::data
