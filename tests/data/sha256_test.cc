#include "data/sha256.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/data/temporary_folder.h"

namespace retable::data {
namespace {

using ::testing::HasSubstr;

// FIPS 180-4's examples, also `printf abc | sha256sum`.
constexpr char kEmpty[] = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
constexpr char kAbc[] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
constexpr char kMillionA[] = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";

TEST(Sha256Test, AgreesWithThePublishedExamples) {
  EXPECT_EQ(Sha256Hex(""), kEmpty);
  EXPECT_EQ(Sha256Hex("abc"), kAbc);
  EXPECT_EQ(Sha256Hex(std::string(1000000, 'a')), kMillionA);
}

TEST(Sha256Test, PiecesHashAsTheirConcatenation) {
  Sha256 hash;
  hash.Update("a");
  hash.Update("");
  hash.Update("bc", 2);
  EXPECT_EQ(hash.Hex(), kAbc);
}

TEST(Sha256Test, ReadingTheDigestDoesNotEndTheHash) {
  Sha256 hash;
  EXPECT_EQ(hash.Hex(), kEmpty);
  hash.Update("abc");
  EXPECT_EQ(hash.Hex(), kAbc);
  EXPECT_EQ(hash.Hex(), kAbc);
  Sha256 moved = std::move(hash);
  EXPECT_EQ(moved.Hex(), kAbc);
}

TEST(Sha256Test, AFileHashesAsItsBytes) {
  const TemporaryFolder folder;
  EXPECT_EQ(Sha256HexOfFile(folder.Write("empty", "")), kEmpty);
  // Longer than the pieces in which files are read.
  std::string text;
  for (int i = 0; i < 300000; ++i) text += std::to_string(i);
  EXPECT_EQ(Sha256HexOfFile(folder.Write("long", text)), Sha256Hex(text));
}

TEST(Sha256Test, AFileThatCannotBeReadIsNamed) {
  const TemporaryFolder folder;
  EXPECT_THAT(MessageOf([&] { Sha256HexOfFile(folder.path() / "absent"); }), HasSubstr("absent"));
  EXPECT_THAT(MessageOf([&] { Sha256HexOfFile(folder.path()); }), HasSubstr(folder.path().string()));
}

}  // namespace
}  // namespace retable::data
