#include "data/safetensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
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

// Elements as the little-endian bytes of a file.
template <typename Element>
std::string BytesOf(const std::vector<Element>& elements) {
  std::string bytes(elements.size() * sizeof(Element), '\0');
  std::memcpy(bytes.data(), elements.data(), bytes.size());
  return bytes;
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
  for (const std::string& header :
       std::vector<std::string>{"", "nonsense", "\xEF\xBB\xBF{}", std::string("{}\0", 3), "{}{}", "[1,2]",
                                "3", "{\"a\":1}", "{\"a\":{}}", "{\"a\":{\"dtype\":\"F32\"}}",
                                "{\"__metadata__\":{\"a\":1}}", "{\"__metadata__\":[]}"}) {
    EXPECT_NE(Refusal(Bytes(header, kData)), "") << header;
  }
}

// IEEE 754's formula for binary16, by arithmetic where the reader moves bits.
TEST(SafetensorsTest, EveryHalfIsReadAsItsValue) {
  std::vector<std::uint16_t> halves(1 << 16);
  for (std::size_t i = 0; i < halves.size(); ++i) halves[i] = static_cast<std::uint16_t>(i);
  const TemporaryFolder folder;
  const auto file = folder.Write("halves", Bytes(Header("F16", "[65536]", "[0,131072]"), BytesOf(halves)));
  const std::vector<float> values = ReadSafetensors(file).arrays.at("a").values;
  for (std::size_t i = 0; i < halves.size(); ++i) {
    const int exponent = static_cast<int>(i >> 10 & 31), mantissa = static_cast<int>(i & 1023);
    if (exponent == 31 && mantissa != 0) {
      ASSERT_TRUE(std::isnan(values[i])) << i;
      continue;
    }
    const double size = exponent == 31  ? INFINITY
                        : exponent == 0 ? std::ldexp(mantissa, -24)
                                        : std::ldexp(1024 + mantissa, exponent - 25);
    ASSERT_EQ(values[i], i < 32768 ? size : -size) << i;
    ASSERT_EQ(std::signbit(values[i]), i >= 32768) << i;
  }
}

TEST(SafetensorsTest, ABfloat16IsTheUpperHalfOfAFloat) {
  const std::vector<std::uint16_t> upper = {0x3f80, 0xc049, 0x8000, 0x0001, 0x7f7f, 0xff80};
  const TemporaryFolder folder;
  const auto file = folder.Write("upper", Bytes(Header("BF16", "[2,3]", "[0,12]"), BytesOf(upper)));
  const FloatArray array = ReadSafetensors(file).arrays.at("a");
  EXPECT_EQ(array.shape, (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(array.values, (std::vector<float>{1, -3.140625F, -0.0F, 0x1p-133F, 0x1.fep127F, -INFINITY}));
  EXPECT_TRUE(std::signbit(array.values[2]));
}

TEST(SafetensorsTest, IntegersAreExact) {
  constexpr std::int64_t kLarge = (std::int64_t{1} << 53) + 1,
                         kLeast = std::numeric_limits<std::int64_t>::min();
  const TemporaryFolder folder;
  const auto file = folder.path() / "integers";
  WriteSafetensors(file,
                   {.arrays = {{"z", {{1}, {0.5F}}}}, .integers = {{"ids", {{1, 3}, {kLarge, kLeast, -1}}}}});
  const Safetensors read = ReadSafetensors(file);
  EXPECT_EQ(read.integers.at("ids").shape, (std::vector<std::int64_t>{1, 3}));
  EXPECT_EQ(read.integers.at("ids").values, (std::vector<std::int64_t>{kLarge, kLeast, -1}));
  EXPECT_EQ(read.arrays.at("z").values, std::vector<float>{0.5F});

  const std::vector<std::int32_t> narrow = {-5, 2147483647};
  const auto other = folder.Write("narrow", Bytes(Header("I32", "[2]", "[0,8]"), BytesOf(narrow)));
  EXPECT_EQ(ReadSafetensors(other).integers.at("a").values, (std::vector<std::int64_t>{-5, 2147483647}));
}

TEST(SafetensorsTest, AnotherTypeIsRefusedWithTheArraysName) {
  EXPECT_THAT(Refusal(Bytes(Header("F64", "[1]", "[0,8]"), kData)),
              HasSubstr("array a is of type F64, and only F32, F16, BF16, I64 and I32 are read"));
  EXPECT_THAT(Refusal(Bytes(Header("F33", "[2]", "[0,8]"), kData)),
              HasSubstr("array a is of type F33, which the format does not have"));
  EXPECT_NE(Refusal(Bytes(R"({"a":{"dtype":32,"shape":[2],"data_offsets":[0,8]}})", kData)), "");
}

// A file with a mask that nobody reads: U8, beside the floats.
TEST(SafetensorsFileTest, ArraysAreReadOneByOneAndOthersMayBeOfAnyType) {
  const std::string header = R"({"mask":{"dtype":"U8","shape":[3],"data_offsets":[0,3]},)"
                             R"("w":{"dtype":"F32","shape":[2],"data_offsets":[3,11]}})";
  const TemporaryFolder folder;
  const auto path = folder.Write("masked", Bytes(header, "\1\1\1" + kData));
  const SafetensorsFile file(path);
  EXPECT_EQ(file.arrays().size(), 2u);
  EXPECT_EQ(file.arrays().at("mask").type, "U8");
  EXPECT_EQ(file.Floats("w").values, (std::vector<float>{1, -2}));
  EXPECT_THAT(MessageOf([&] { file.Floats("mask"); }),
              HasSubstr("array mask is of type U8, and floats are read"));
  EXPECT_THAT(MessageOf([&] { file.Integers("w"); }), HasSubstr("array w is of type F32"));
  EXPECT_THAT(MessageOf([&] { file.Floats("v"); }), HasSubstr(path.string() + " holds no array v"));
  folder.Write("masked", Bytes(header, "\1\1\1"));
  EXPECT_THAT(MessageOf([&] { file.Floats("w"); }), HasSubstr("it ended while it was read"));
}

TEST(SafetensorsTest, ANegativeOrImmenseShapeIsRefused) {
  EXPECT_THAT(Refusal(Bytes(Header("F32", "[-2]", "[0,8]"), kData)),
              HasSubstr("array a has a negative size"));
  EXPECT_THAT(Refusal(Bytes(Header("F32", "[-1,-2]", "[0,8]"), kData)),
              HasSubstr("array a has a negative size"));
  // 2^62 * 4 elements: their bytes are 0 modulo 2^64.
  EXPECT_THAT(Refusal(Bytes(Header("F32", "[4611686018427387904,4]", "[0,0]"), kData)),
              HasSubstr("array a is larger than any memory"));
  for (const std::string size : {"1.0", "true", "\"2\"", "null", "[2]", "9223372036854775808"}) {
    EXPECT_NE(Refusal(Bytes(Header("F32", "[" + size + "]", "[0,8]"), kData)), "") << size;
  }
  EXPECT_THAT(Refusal(Bytes(Header("F32", "[2.5]", "[0,8]"), kData)), HasSubstr("array a has the size 2.5"));
}

TEST(SafetensorsTest, DataThatBelongToNoArrayOrToTwoAreRefused) {
  const auto two = [](const std::string& a, const std::string& b) {
    return R"({"a":{"dtype":"U8","shape":[2],"data_offsets":)" + a +
           R"(},"b":{"dtype":"U8","shape":[2],"data_offsets":)" + b + "}}";
  };
  EXPECT_THAT(Refusal(Bytes(two("[0,2]", "[1,3]"), "abc")), HasSubstr("two arrays share byte 1 of its data"));
  EXPECT_THAT(Refusal(Bytes(two("[2,4]", "[2,4]"), "abcd")),
              HasSubstr("byte 0 of its data belongs to no array"));
  EXPECT_THAT(Refusal(Bytes(two("[3,5]", "[0,2]"), "abcde")),
              HasSubstr("byte 2 of its data belongs to no array"));
  EXPECT_THAT(Refusal(Bytes(two("[0,2]", "[2,4]"), "abcde")),
              HasSubstr("byte 4 of its data belongs to no array"));
  EXPECT_THAT(Refusal(Bytes("{}", "a")), HasSubstr("byte 0 of its data belongs to no array"));
  EXPECT_EQ(Refusal(Bytes("{}", "")), "");
}

TEST(SafetensorsTest, AnArrayNamedTwiceIsRefused) {
  const std::string entry = R"({"dtype":"F32","shape":[2],"data_offsets":[0,8]})";
  EXPECT_THAT(Refusal(Bytes("{\"a\":" + entry + ",\"a\":" + entry + "}", kData)),
              HasSubstr("its header has two members named \"a\""));
  EXPECT_THAT(
      Refusal(Bytes(R"({"a":{"dtype":"F32","dtype":"F32","shape":[2],"data_offsets":[0,8]}})", kData)),
      HasSubstr("two members named \"dtype\""));
  // Two arrays with members of the same names are two arrays.
  EXPECT_EQ(
      Refusal(Bytes("{\"a\":" + entry + R"(,"b":{"dtype":"F32","shape":[0],"data_offsets":[8,8]}})", kData)),
      "");
}

TEST(SafetensorsTest, AHeaderThatNestsDeeplyIsRefusedAtTheFourthLevel) {
  const std::string deep(1'000'000, '[');
  EXPECT_THAT(Refusal(Bytes("{\"a\":" + deep, kData)),
              HasSubstr("its header nests deeper than the format does"));
  EXPECT_THAT(Refusal(Bytes(R"({"a":{"dtype":"F32","shape":[[2]],"data_offsets":[0,8]}})", kData)),
              HasSubstr("nests deeper"));
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
  EXPECT_THAT(MessageOf([&] {
                WriteSafetensors(folder.path() / "file",
                                 {.arrays = {{"a", {{1}, {1}}}}, .integers = {{"a", {{1}, {1}}}}});
              }),
              HasSubstr("two arrays are named a"));
}

}  // namespace
}  // namespace retable::data
