// The corpus, and many thousand seeded changes of it, through what libFuzzer runs.
#include "tests/data/safetensors_fuzz.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "data/random.h"

namespace retable::data {
namespace {

std::vector<std::string> Corpus() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator("tests/data/safetensors_corpus")) {
    files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::vector<std::string> texts;
  for (const auto& file : files) {
    std::ifstream input(file, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>());
  }
  return texts;
}

const std::string& OneOf(const std::vector<std::string>& texts, Random& random) {
  return texts[random.Below(texts.size())];
}

void Change(std::string& bytes, Random& random) {
  static const std::vector<std::string> words = {"F32",
                                                 "F16",
                                                 "BF16",
                                                 "I64",
                                                 "I32",
                                                 "U8",
                                                 "F64",
                                                 "[",
                                                 "]",
                                                 "{",
                                                 "}",
                                                 ",",
                                                 "-1",
                                                 "1e3",
                                                 "18446744073709551616",
                                                 "0",
                                                 "2",
                                                 "true",
                                                 "null",
                                                 "\"",
                                                 ":",
                                                 "\\u0000",
                                                 "\"a\"",
                                                 "\"__metadata__\"",
                                                 "4611686018427387904"};
  const std::size_t at = random.Below(bytes.size() + 1);
  const std::size_t length = random.Below(std::min<std::size_t>(bytes.size() - at, 6) + 1);
  switch (random.Below(4)) {
    case 0:
      bytes.erase(at, length);
      return;
    case 1:
      bytes.replace(at, length, OneOf(words, random));
      return;
    case 2:
      bytes.insert(at, 1, static_cast<char>(random.Below(256)));
      return;
    default:
      if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ 1 << random.Below(8));
  }
}

// Without this most changes end at a header length that is not the header's.
void MendHeaderLength(std::string& bytes, std::uint64_t data_bytes) {
  if (bytes.size() < 8 + data_bytes) return;
  const std::uint64_t length = bytes.size() - 8 - data_bytes;
  std::memcpy(bytes.data(), &length, sizeof(length));
}

std::uint64_t DataBytes(const std::string& bytes) {
  std::uint64_t length = 0;
  if (bytes.size() < sizeof(length)) return 0;
  std::memcpy(&length, bytes.data(), sizeof(length));
  return length <= bytes.size() - 8 ? bytes.size() - 8 - length : 0;
}

TEST(SafetensorsFuzzTest, TheCorpusIsReadOrRefused) {
  const std::vector<std::string> corpus = Corpus();
  ASSERT_GE(corpus.size(), 8U);
  int read = 0;
  for (const std::string& bytes : corpus) read += CheckSafetensorsBytes(bytes) == FileOutcome::kRead;
  EXPECT_GE(read, 4);
  EXPECT_LT(read, static_cast<int>(corpus.size()));
}

TEST(SafetensorsFuzzTest, TwentyThousandChangesOfItAreReadOrRefused) {
  const std::vector<std::string> corpus = Corpus();
  Random random(StreamKey(1, "safetensors_fuzz_test"));
  int read = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes = OneOf(corpus, random);
    const std::uint64_t data_bytes = DataBytes(bytes);
    for (std::uint64_t changes = 1 + random.Below(2); changes > 0; --changes) Change(bytes, random);
    if (random.Below(4) > 0) MendHeaderLength(bytes, data_bytes);
    read += CheckSafetensorsBytes(bytes) == FileOutcome::kRead;
  }
  // Both ways out are taken often, or the changes are too wild or too tame.
  EXPECT_GT(read, 1000);
  EXPECT_LT(read, 18'000);
}

}  // namespace
}  // namespace retable::data
