// TinyStories (Eldan and Li, arXiv 2305.07759), version 1: one story a block, blocks separated by lines
// <|endoftext|>. Used by scale paper. Files of 2 GB are streamed; one story at a time is in memory.
#ifndef RETABLE_DATA_TINYSTORIES_H_
#define RETABLE_DATA_TINYSTORIES_H_

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "data/document.h"

namespace retable::data {

// Reads the stories of a file in order, without blank lines around them and without '\r' at line ends; blank
// lines inside a story are kept. Blocks without text are dropped.
class StoryReader {
 public:
  // Throws std::runtime_error that names the file if it cannot be opened.
  explicit StoryReader(const std::filesystem::path& file);

  // The next story, or nothing at the end. Throws std::runtime_error if reading fails.
  std::optional<std::string> Next();

  std::int64_t empty_blocks() const { return empty_blocks_; }

 private:
  std::filesystem::path file_;
  std::ifstream input_;
  std::int64_t empty_blocks_ = 0;
};

// A story for comparison: ASCII letters in lower case, each stretch of ASCII white space one space, none at
// the ends. Other characters stay as they are: Unicode's NFKC and case folding are out of scope, so two
// stories that differ only in, say, curly quotes count as different.
std::string NormalizedStory(std::string_view story);

// Remembers 128 bits of the SHA-256 of every normalised story (about 50 bytes a story in memory).
class SeenStories {
 public:
  // Whether no story with the same normalised text was added before; adds it.
  bool Add(std::string_view story);

 private:
  using Key = std::array<std::uint64_t, 2>;
  struct Hash {
    std::size_t operator()(const Key& key) const { return static_cast<std::size_t>(key[0]); }
  };
  std::unordered_set<Key, Hash> seen_;
};

struct StoryCounts {
  std::int64_t kept = 0;
  std::int64_t duplicates = 0;  // of a story of this file or of a file read before with the same SeenStories
  std::int64_t empty = 0;
};

// Calls visit with each story of the file that `seen` does not know yet. The id is "<split>:<index>", the
// index counting all stories of the file that are not empty. Read the validation file first: a training story
// that is also there is then dropped from training, and the held-out set stays whole.
StoryCounts ReadStories(const std::filesystem::path& file, std::string_view split, SeenStories& seen,
                        const std::function<void(Document)>& visit);

// The training and validation file, found through the catalog and checked by size and SHA-256
// (reads them once).
struct TinyStoriesFiles {
  std::filesystem::path train;
  std::filesystem::path validation;
};
TinyStoriesFiles FindTinyStories();

}  // namespace retable::data

#endif  // RETABLE_DATA_TINYSTORIES_H_
