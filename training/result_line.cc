#include "training/result_line.h"

#include <charconv>
#include <map>
#include <stdexcept>

#include "data/sha256.h"

namespace retable::training {
namespace {

constexpr std::string_view kOpening = "{\"checksum\":\"";
constexpr std::size_t kHexDigits = 64;

using Members = std::map<std::string_view, std::string_view>;

[[noreturn]] void Malformed() {
  throw std::runtime_error("this is not a line that retable wrote: it does not read as a result");
}

// `at` is that of an opening quote; returns the place after the closing one.
std::size_t AfterString(std::string_view text, std::size_t at) {
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      return i + 1;
    }
  }
  Malformed();
}

// `at` is where a value begins; returns the place of the comma or bracket that ends it.
std::size_t AfterValue(std::string_view text, std::size_t at) {
  int depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"') {
      at = AfterString(text, at);
      continue;
    }
    if (depth == 0 && (c == ',' || c == '}')) return at;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    ++at;
  }
  Malformed();
}

// The members of the outermost object after the checksum, as text.
Members MembersOf(std::string_view line) {
  Members members;
  std::size_t at = kOpening.size() + kHexDigits + 2;
  while (at < line.size()) {
    if (line[at] != '"') Malformed();
    const std::size_t name_end = AfterString(line, at);
    const std::size_t value_end = AfterValue(line, name_end + 1);
    members[line.substr(at + 1, name_end - at - 2)] = line.substr(name_end + 1, value_end - name_end - 1);
    at = value_end + 1;
  }
  return members;
}

std::string_view Member(const Members& members, std::string_view name) {
  const auto found = members.find(name);
  if (found == members.end()) throw std::runtime_error("field \"" + std::string(name) + "\" is missing");
  return found->second;
}

std::string_view Unquoted(std::string_view text) {
  if (text.size() < 2 || text.front() != '"') Malformed();
  return text.substr(1, text.size() - 2);
}

void CheckChecksum(std::string_view line) {
  const std::size_t content = kOpening.size() + kHexDigits + 2;
  if (!line.starts_with(kOpening) || line.size() <= content || line.substr(content - 2, 2) != "\"," ||
      line.back() != '}') {
    Malformed();
  }
  data::Sha256 hash;
  hash.Update("{");
  hash.Update(line.substr(content));
  if (hash.Hex() != line.substr(kOpening.size(), kHexDigits)) {
    throw std::runtime_error(
        "the checksum is not that of the content: the line was altered after it was written");
  }
}

std::optional<FailureCause> CauseOf(std::string_view failure) {
  if (failure == "null") return std::nullopt;
  return failure.starts_with("{\"cause\":\"method\"") ? FailureCause::kMethod : FailureCause::kMachine;
}

}  // namespace

std::string ToLine(const Result& result) { return ToJson(result).dump(); }

LineHead ReadHead(std::string_view line) {
  CheckChecksum(line);
  const Members members = MembersOf(line);
  LineHead head{.key = Unquoted(Member(members, "key")),
                .trainer = Unquoted(Member(members, "trainer")),
                .recipe = Member(members, "recipe"),
                .failure = CauseOf(Member(members, "failure"))};
  const std::string_view seed = Member(members, "seed");
  if (std::from_chars(seed.begin(), seed.end(), head.seed).ptr != seed.end()) Malformed();
  data::Sha256 hash;
  for (const std::string_view part :
       {std::string_view("{\"recipe\":"), head.recipe, std::string_view(",\"seed\":"), seed,
        std::string_view(",\"trainer\":"), Member(members, "trainer"), std::string_view("}")}) {
    hash.Update(part);
  }
  if (const std::string expected = hash.Hex(); head.key != expected) {
    throw std::runtime_error("the key " + std::string(head.key.substr(0, 12)) + " is not that of the run, " +
                             ShortKey(expected));
  }
  return head;
}

Result ResultFromLine(std::string_view line) {
  const LineHead head = ReadHead(line);
  nlohmann::json json;
  // The recipe stays text: to parse it would cost more than all the rest.
  for (const auto& [name, text] : MembersOf(line)) {
    if (name != "recipe") json[std::string(name)] = nlohmann::json::parse(text);
  }
  return {.run = {.trainer = json.at("trainer"), .recipe = std::string(head.recipe), .seed = head.seed},
          .measurement = MeasurementFromJson(json),
          .provenance = ProvenanceFromJson(json.at("provenance"))};
}

std::string MeasurementText(std::string_view line) {
  const Members members = MembersOf(line);
  std::string text;
  for (const std::string_view name : {"curve", "failure", "ledger", "metrics", "thresholds"}) {
    text += Member(members, name);
    text += '\n';
  }
  return text;
}

}  // namespace retable::training
