#include "data/tinystories.h"

#include <stdexcept>
#include <utility>

#include "data/catalog.h"
#include "data/sha256.h"

namespace retable::data {
namespace {

constexpr std::string_view kSeparator = "<|endoftext|>";
constexpr std::string_view kWhiteSpace = " \t\n\v\f\r";

bool IsBlank(std::string_view text) { return text.find_first_not_of(kWhiteSpace) == std::string_view::npos; }

// Without white space at its ends.
std::string Trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(kWhiteSpace);
  return text.substr(begin, text.find_last_not_of(kWhiteSpace) + 1 - begin);
}

}  // namespace

StoryReader::StoryReader(const std::filesystem::path& file) : file_(file), input_(file, std::ios::binary) {
  if (!input_)
    throw std::runtime_error("cannot open " + file.string() + ": check that it exists and can be read");
}

std::optional<std::string> StoryReader::Next() {
  std::string story;
  std::string line;
  while (std::getline(input_, line)) {
    if (line.ends_with('\r')) line.pop_back();
    if (line != kSeparator) {
      story += line;
      story += '\n';
      continue;
    }
    if (!IsBlank(story)) return Trimmed(story);
    ++empty_blocks_;
    story.clear();
  }
  if (!input_.eof()) throw std::runtime_error("reading " + file_.string() + " failed before its end");
  // What stands after the last separator is a story where it has text; the end of the file is no empty block.
  if (IsBlank(story)) return std::nullopt;
  return Trimmed(story);
}

std::string NormalizedStory(std::string_view story) {
  std::string normalized;
  bool space = false;
  for (char c : story) {
    if (kWhiteSpace.find(c) != std::string_view::npos) {
      space = true;
      continue;
    }
    if (space && !normalized.empty()) normalized += ' ';
    space = false;
    normalized += 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return normalized;
}

bool SeenStories::Add(std::string_view story) {
  Sha256 hash;
  hash.Update(NormalizedStory(story));
  const Sha256Digest digest = hash.Digest();
  Key key{};
  for (std::size_t byte = 0; byte < 16; ++byte) key[byte / 8] = key[byte / 8] << 8 | digest[byte];
  return seen_.insert(key).second;
}

StoryCounts ReadStories(const std::filesystem::path& file, std::string_view split, SeenStories& seen,
                        const std::function<void(Document)>& visit) {
  StoryReader reader(file);
  StoryCounts counts;
  while (std::optional<std::string> story = reader.Next()) {
    const std::int64_t index = counts.kept + counts.duplicates;
    if (!seen.Add(*story)) {
      ++counts.duplicates;
      continue;
    }
    ++counts.kept;
    visit({std::string(split) + ":" + std::to_string(index), *std::move(story)});
  }
  counts.empty = reader.empty_blocks();
  return counts;
}

TinyStoriesFiles FindTinyStories() {
  const Dataset& dataset = FindDataset("tinystories");
  const std::filesystem::path folder = VerifyDataset(dataset, DatasetFolder(dataset));
  return {.train = folder / "TinyStories-train.txt", .validation = folder / "TinyStories-valid.txt"};
}

}  // namespace retable::data
