#include "data/token_file.h"

#include <bit>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace retable::data {
namespace {

static_assert(std::endian::native == std::endian::little, "token files are little-endian");

std::vector<std::pair<std::string, std::uint32_t>> ReadIndex(const std::filesystem::path& file, std::istream& in) {
  std::string line;
  std::getline(in, line);
  try {
    return nlohmann::json::parse(line).at("documents").get<std::vector<std::pair<std::string, std::uint32_t>>>();
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error(file.string() + " is no token file: " + error.what());
  }
}

}  // namespace

void WriteTokens(const std::filesystem::path& file, const TokenizedCorpus& corpus) {
  nlohmann::json documents = nlohmann::json::array();
  for (const TokenizedDocument& document : corpus.documents) {
    documents.push_back({document.id, document.tokens.size()});
  }
  std::ofstream out(file, std::ios::binary);
  out << nlohmann::json{{"documents", documents}}.dump() << '\n';
  for (const TokenizedDocument& document : corpus.documents) {
    out.write(reinterpret_cast<const char*>(document.tokens.data()),
              static_cast<std::streamsize>(document.tokens.size() * sizeof(std::int32_t)));
  }
  out.close();
  if (!out) throw std::runtime_error("cannot write " + file.string() + ": is the disk full?");
}

TokenizedCorpus ReadTokens(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  const auto index = ReadIndex(file, in);
  std::uint64_t bytes = static_cast<std::uint64_t>(in.tellg());
  for (const auto& [id, count] : index) bytes += std::uint64_t{count} * sizeof(std::int32_t);
  if (bytes != std::filesystem::file_size(file)) {
    throw std::runtime_error(file.string() + " does not hold as many tokens as its first line says");
  }
  TokenizedCorpus corpus;
  for (const auto& [id, count] : index) {
    TokenizedDocument document{id, std::vector<std::int32_t>(count)};
    in.read(reinterpret_cast<char*>(document.tokens.data()),
            static_cast<std::streamsize>(count * sizeof(std::int32_t)));
    corpus.documents.push_back(std::move(document));
  }
  if (!in) throw std::runtime_error("cannot read " + file.string() + " to its end");
  return corpus;
}

}  // namespace retable::data
