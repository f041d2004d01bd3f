#include "training/pieces.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "training/files.h"

namespace retable::training {
namespace {

// Bytes as UTF-8 of the characters with the same numbers.
std::string CharactersOf(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80) text += static_cast<char>(0xC0 | (byte >> 6));
    text += static_cast<char>(byte >= 0x80 ? 0x80 | (byte & 0x3F) : byte);
  }
  return text;
}

std::string BytesOf(const std::string& text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte > 0xC3) throw std::invalid_argument("a character beyond U+00FF");
    if (byte < 0x80) {
      bytes += text[i];
    } else {
      bytes += static_cast<char>(((byte & 0x3) << 6) | (static_cast<unsigned char>(text.at(++i)) & 0x3F));
    }
  }
  return bytes;
}

models::programs::Piece PieceOf(const std::string& text) {
  if (text.starts_with(' ')) return {.text = text.substr(1), .starts_word = true};
  return {.text = text};
}

}  // namespace

void WritePieces(const std::filesystem::path& file, const std::vector<std::string>& texts) {
  nlohmann::json pieces = nlohmann::json::array();
  for (const std::string& text : texts) pieces.push_back(CharactersOf(text));
  WriteFileAtomically(file, pieces.dump() + "\n");
}

std::vector<models::programs::Piece> ReadPieces(const std::filesystem::path& file) {
  try {
    std::vector<models::programs::Piece> pieces;
    for (const std::string& text : nlohmann::json::parse(ReadFile(file)).get<std::vector<std::string>>()) {
      pieces.push_back(PieceOf(BytesOf(text)));
    }
    return pieces;
  } catch (const std::exception& error) {
    throw std::runtime_error(file.string() + " is no file of pieces: " + error.what());
  }
}

}  // namespace retable::training
