#include "data/safetensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>

#include "tests/data/temporary_folder.h"

namespace retable::data {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// A file as the format describes it: the header's length, the header, the data.
std::string Bytes(const std::string& header, const std::string& data) {
  std::string length(8, '\0');
  for (int i = 0; i < 8; ++i) length[i] = static_cast<char>(header.size() >> (8 * i) & 0xff);
  return length + header + data;
}

// 1.0 and -2.0, as little-endian floats.
const std::string kData("\x00\x00\x80\x3f\x00\x00\x00\xc0", 8);

std::string Header(const std::string& type, const std::string& shape, const std::string& offsets) {
  return R"({"a":{"dtype":")" + type + R"(","shape":)" + shape + R"(,"data_offsets":)" + offsets + "}}";
}

// What reading a file of these bytes says, after the file's name; empty where it is read.
std::string Refusal(const std::string& bytes) {
  const TemporaryFolder folder;
  const auto file = folder.Write("some.safetensors", bytes);
  const std::string message = MessageOf([&] { ReadSafetensors(file); });
  if (message.empty()) return message;
  EXPECT_THAT(message, StartsWith(file.string() + " is no usable safetensors file: "));
  return message.substr(file.string().size());
}

std::string ReadAll(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

TEST(SafetensorsTest, WhatIsWrittenIsReadBackBitForBit) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "some.safetensors";
  const float denormal = std::numeric_limits<float>::denorm_min();
  WriteSafetensors(file, {.arrays = {{"matrix", {{2, 3}, {1, -0.0F, denormal, 4, INFINITY, 6}}},
                                     {"scalar", {{}, {7}}},
                                     {"none", {{0, 5}, {}}},
                                     {"h.0.\"quoted\"", {{1}, {0.1F}}}},
                          .metadata = {{"steps_done", "12"}, {"json", "{\"a\":[1]}"}}});
  const Safetensors read = ReadSafetensors(file);
  ASSERT_EQ(read.arrays.size(), 4u);
  EXPECT_EQ(read.arrays.at("matrix").shape, (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(read.arrays.at("matrix").values, (std::vector<float>{1, -0.0F, denormal, 4, INFINITY, 6}));
  EXPECT_TRUE(std::signbit(read.arrays.at("matrix").values[1]));
  EXPECT_TRUE(read.arrays.at("scalar").shape.empty());
  EXPECT_EQ(read.arrays.at("scalar").values, std::vector<float>{7});
  EXPECT_EQ(read.arrays.at("none").shape, (std::vector<std::int64_t>{0, 5}));
  EXPECT_TRUE(read.arrays.at("none").values.empty());
  EXPECT_EQ(read.arrays.at("h.0.\"quoted\"").values, std::vector<float>{0.1F});
  EXPECT_EQ(read.metadata,
            (std::map<std::string, std::string>{{"steps_done", "12"}, {"json", "{\"a\":[1]}"}}));
}

TEST(SafetensorsTest, DataBeginAtAMultipleOfEight) {
  const TemporaryFolder folder;
  for (const std::string name : {"a", "ab", "abc", "abcdefgh"}) {
    const auto file = folder.path() / name;
    WriteSafetensors(file, {.arrays = {{name, {{1}, {1}}}}});
    EXPECT_EQ((ReadAll(file).size() - sizeof(float)) % 8, 0u) << name;
  }
}

// What the format's reference implementation writes for {"b": [[1, -2]], "a": []} and metadata {"format":
// "pt"}: metadata first, arrays in any order, padded with spaces.
TEST(SafetensorsTest, AFileThatPythonWroteIsRead) {
  const std::string header =
      R"({"__metadata__":{"format":"pt"},"b":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]},)"
      R"("a":{"dtype":"F32","shape":[0],"data_offsets":[8,8]}}    )";
  const TemporaryFolder folder;
  const Safetensors read = ReadSafetensors(folder.Write("python.safetensors", Bytes(header, kData)));
  EXPECT_EQ(read.metadata.at("format"), "pt");
  EXPECT_EQ(read.arrays.at("b").shape, (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(read.arrays.at("b").values, (std::vector<float>{1, -2}));
  EXPECT_TRUE(read.arrays.at("a").values.empty());
}

TEST(SafetensorsTest, EveryTruncationIsRefused) {
  const std::string whole = Bytes(Header("F32", "[2]", "[0,8]"), kData);
  EXPECT_EQ(Refusal(whole), "");
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_NE(Refusal(whole.substr(0, length)), "") << length;
}

TEST(SafetensorsTest, AHostileHeaderLengthIsRefusedWithoutReservingIt) {
  EXPECT_THAT(Refusal(std::string(8, '\xff') + "{}"),
              HasSubstr("its header claims 18446744073709551615 bytes"));
  EXPECT_THAT(Refusal(std::string("\x03\0\0\0\0\0\0\0{}", 10)), HasSubstr("its header claims 3 bytes"));
  EXPECT_THAT(Refusal("abc"), HasSubstr("shorter than a header length"));
}

TEST(SafetensorsTest, AHeaderThatIsNoObjectOfArraysIsRefused) {
  for (const std::string header :
       {"", "nonsense", "[1,2]", "3", "{\"a\":1}", "{\"a\":{}}", "{\"a\":{\"dtype\":\"F32\"}}",
        "{\"__metadata__\":{\"a\":1}}", "{\"__metadata__\":[]}"}) {
    EXPECT_NE(Refusal(Bytes(header, kData)), "") << header;
  }
}

TEST(SafetensorsTest, AnotherTypeIsRefusedWithTheArraysName) {
  EXPECT_THAT(Refusal(Bytes(Header("F16", "[4]", "[0,8]"), kData)),
              HasSubstr("array a is of type F16, and only F32 is read"));
  EXPECT_NE(Refusal(Bytes(R"({"a":{"dtype":32,"shape":[2],"data_offsets":[0,8]}})", kData)), "");
}

TEST(SafetensorsTest, ANegativeOrImmenseShapeIsRefused) {
  EXPECT_THAT(Refusal(Bytes(Header("F32", "[-2]", "[0,8]"), kData)),
              HasSubstr("array a has a negative size"));
  EXPECT_THAT(Refusal(Bytes(Header("F32", "[-1,-2]", "[0,8]"), kData)),
              HasSubstr("array a has a negative size"));
  // 2^62 * 4 elements: their bytes are 0 modulo 2^64.
  EXPECT_THAT(Refusal(Bytes(Header("F32", "[4611686018427387904,4]", "[0,0]"), kData)),
              HasSubstr("array a is larger than any memory"));
}

TEST(SafetensorsTest, OffsetsThatDoNotFitAreRefused) {
  for (const std::string offsets :
       {"[0,12]", "[4,12]", "[8,16]", "[8,0]", "[0,4]", "[1,8]", "[-8,0]", "[-8,-4]", "[0]", "[]", "[0,4,8]",
        "[18446744073709551608,18446744073709551615]"}) {
    EXPECT_THAT(Refusal(Bytes(Header("F32", "[2]", offsets), kData)),
                HasSubstr("the data_offsets of array a do not fit"))
        << offsets;
  }
}

TEST(SafetensorsTest, AMissingFileAndAFolderAreRefusedWithTheirNames) {
  const TemporaryFolder folder;
  const std::string missing = (folder.path() / "missing").string();
  EXPECT_THAT(MessageOf([&] { ReadSafetensors(missing); }), HasSubstr("cannot read " + missing));
  EXPECT_THAT(MessageOf([&] { ReadSafetensors(folder.path()); }), HasSubstr(folder.path().string()));
}

TEST(SafetensorsTest, AnUnwritableFileIsRefusedWithItsName) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "no_such_folder" / "file").string();
  EXPECT_THAT(MessageOf([&] { WriteSafetensors(file, {}); }), HasSubstr("cannot write " + file));
}

TEST(SafetensorsTest, AnArrayWithoutItsShapesValuesIsNotWritten) {
  const TemporaryFolder folder;
  EXPECT_THAT(MessageOf([&] {
                WriteSafetensors(folder.path() / "file", {.arrays = {{"a", {{2, 2}, {1}}}}});
              }),
              HasSubstr("array a does not have as many values as its shape says"));
}

}  // namespace
}  // namespace retable::data
