#include "models/outside/answer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "data/sha256.h"

namespace retable::models::outside {
namespace {

constexpr char kToken[] = "0123456789abcdef";
constexpr std::size_t kMost = 64;

template <typename Number>
std::string Bytes(Number number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}

std::string Framed(const std::string& header, const std::string& payload) {
  return kToken + Bytes(static_cast<std::uint32_t>(header.size())) +
         Bytes(static_cast<std::uint64_t>(payload.size())) + header + payload;
}

std::string Header(const std::string& payload) {
  return R"({"refused": "", "soiled": false, "name": "n", "sha256": ")" + data::Sha256Hex(payload) + "\"}";
}

const std::string kPayload = Bytes(1.5) + Bytes(-2.0);
const std::string kWhole = Framed(Header(kPayload), kPayload);

TEST(ReadAnswer, ReadsHeaderAndValues) {
  const auto answer = ReadAnswer(kWhole, kToken, kMost);
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->payload, (std::vector<double>{1.5, -2.0}));
  EXPECT_EQ(answer->header.at("name"), "n");
  EXPECT_EQ(answer->refused, "");
  EXPECT_FALSE(answer->soiled);
}

TEST(ReadAnswer, WaitsForTheRestOfEveryPrefix) {
  for (std::size_t size = 0; size < kWhole.size(); ++size) {
    EXPECT_FALSE(ReadAnswer(kWhole.substr(0, size), kToken, kMost).has_value()) << size;
  }
}

TEST(ReadAnswer, RefusesAnotherTokenFromItsFirstByte) {
  EXPECT_THROW(ReadAnswer("x", kToken, kMost), DamagedAnswer);
  EXPECT_THROW(ReadAnswer("0123456789abcdeF", kToken, kMost), DamagedAnswer);
}

TEST(ReadAnswer, RefusesWhatFollowsItsEnd) {
  EXPECT_THROW(ReadAnswer(kWhole + "x", kToken, kMost), DamagedAnswer);
}

TEST(ReadAnswer, RefusesSizesOutOfBoundsBeforeTheBytesCome) {
  const auto start = [](std::uint32_t header, std::uint64_t payload) {
    return kToken + Bytes(header) + Bytes(payload);
  };
  EXPECT_FALSE(ReadAnswer(start(2, kMost), kToken, kMost).has_value());
  EXPECT_THROW(ReadAnswer(start(2, kMost + 8), kToken, kMost), DamagedAnswer);
  EXPECT_THROW(ReadAnswer(start(2, 12), kToken, kMost), DamagedAnswer);
  EXPECT_THROW(ReadAnswer(start(2, ~std::uint64_t{7}), kToken, kMost), DamagedAnswer);
  EXPECT_THROW(ReadAnswer(start(kMostHeaderBytes + 1, 0), kToken, kMost), DamagedAnswer);
}

TEST(ReadAnswer, RefusesEveryChangedByteOfTheValues) {
  for (std::size_t i = kWhole.size() - kPayload.size(); i < kWhole.size(); ++i) {
    std::string changed = kWhole;
    changed[i] ^= 1;
    EXPECT_THROW(ReadAnswer(changed, kToken, kMost), DamagedAnswer) << i;
  }
}

TEST(ReadAnswer, RefusesHeadersThatAreNotTheObjectTheyShouldBe) {
  for (const std::string header : {"", "{}", "[]", "7", "{\"refused\": 1}", "\xff\xfe",
                                   "{\"refused\": \"\", \"soiled\": \"no\", \"sha256\": \"\"}",
                                   "{\"refused\": \"\", \"soiled\": false, \"sha256\": null}"}) {
    EXPECT_THROW(ReadAnswer(Framed(header, ""), kToken, kMost), DamagedAnswer) << header;
  }
  EXPECT_THROW(ReadAnswer(Framed(std::string(100000, '['), ""), kToken, kMost), DamagedAnswer);
}

}  // namespace
}  // namespace retable::models::outside
