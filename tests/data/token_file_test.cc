#include "data/token_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <limits>

#include "tests/data/temporary_folder.h"

namespace retable::data {
namespace {

using ::testing::HasSubstr;

TokenizedCorpus Corpus() {
  constexpr auto kMost = std::numeric_limits<std::int32_t>::max();
  return {{{"ca01", {1, 2, 3}}, {"empty", {}}, {"a \"quoted\"\nname", {10, kMost, 0}}}};
}

std::string ReadAll(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// What reading a file of these bytes says, which must name the file; empty where it is read.
std::string Refusal(const std::string& bytes) {
  const TemporaryFolder folder;
  const auto file = folder.Write("some.tokens", bytes);
  const std::string message = MessageOf([&] { ReadTokens(file); });
  EXPECT_TRUE(message.empty() || message.find(file.string()) != std::string::npos) << message;
  return message;
}

TEST(TokenFileTest, WhatIsWrittenIsReadBack) {
  const TemporaryFolder folder;
  WriteTokens(folder.path() / "some.tokens", Corpus());
  const TokenizedCorpus read = ReadTokens(folder.path() / "some.tokens");
  ASSERT_EQ(read.documents.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(read.documents[i].id, Corpus().documents[i].id);
    EXPECT_EQ(read.documents[i].tokens, Corpus().documents[i].tokens);
  }
  EXPECT_EQ(CorpusSha256(read), CorpusSha256(Corpus()));
}

TEST(TokenFileTest, ACorpusWithoutDocumentsIsReadBack) {
  const TemporaryFolder folder;
  WriteTokens(folder.path() / "some.tokens", {});
  EXPECT_TRUE(ReadTokens(folder.path() / "some.tokens").documents.empty());
}

TEST(TokenFileTest, IsALineOfJsonAndLittleEndianTokens) {
  const std::string bytes = "{\"documents\":[[\"a\",2]]}\n" + std::string("\x01\0\0\0\x00\x02\0\0", 8);
  const TemporaryFolder folder;
  WriteTokens(folder.path() / "some.tokens", {{{"a", {1, 512}}}});
  EXPECT_EQ(ReadAll(folder.path() / "some.tokens"), bytes);
}

TEST(TokenFileTest, EveryTruncationIsRefused) {
  const TemporaryFolder folder;
  WriteTokens(folder.path() / "some.tokens", Corpus());
  const std::string whole = ReadAll(folder.path() / "some.tokens");
  EXPECT_EQ(Refusal(whole), "");
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_NE(Refusal(whole.substr(0, length)), "") << length;
}

TEST(TokenFileTest, TokensTooManyAreRefused) {
  EXPECT_THAT(Refusal("{\"documents\":[[\"a\",1]]}\n" + std::string(8, '\1')),
              HasSubstr("does not hold as many tokens as its first line says"));
}

TEST(TokenFileTest, CountsThatNoFileCouldHoldAreRefusedWithoutReservingThem) {
  EXPECT_THAT(Refusal("{\"documents\":[[\"a\",4294967295]]}\n" + std::string(4, '\1')),
              HasSubstr("as many tokens"));
  EXPECT_THAT(Refusal("{\"documents\":[[\"a\",-1]]}\n"), HasSubstr("as many tokens"));
}

TEST(TokenFileTest, AFirstLineThatIsNoIndexIsRefused) {
  for (const std::string line : {"", "nonsense", "[]", "{}", "{\"documents\":3}", "{\"documents\":[[\"a\"]]}",
                                 "{\"documents\":[[1,\"a\"]]}"}) {
    EXPECT_THAT(Refusal(line + "\n"), HasSubstr("is no token file")) << line;
  }
}

TEST(TokenFileTest, AMissingFileIsRefusedWithItsName) {
  EXPECT_EQ(MessageOf([] { ReadTokens("/nowhere/some.tokens"); }), "cannot read /nowhere/some.tokens");
}

TEST(TokenFileTest, AnUnwritableFileIsRefusedWithItsName) {
  EXPECT_THAT(MessageOf([] { WriteTokens("/nowhere/some.tokens", Corpus()); }),
              HasSubstr("cannot write /nowhere/some.tokens"));
}

}  // namespace
}  // namespace retable::data
