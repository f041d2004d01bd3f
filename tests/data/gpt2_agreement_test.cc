// Agreement with the npm package gpt-3-encoder, which node runs. It differs from the reference in what
// JavaScript's \s takes for white space (U+FEFF is, U+0085 is not): gpt2_hard_cases.json has both, and no
// text here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "data/brown.h"
#include "data/catalog.h"
#include "data/gpt2_bpe.h"
#include "tests/data/temporary_folder.h"
#include "tests/data/toy_gpt2.h"

namespace retable::data {
namespace {

std::vector<std::vector<std::int32_t>> TokensByNode(const std::vector<std::string>& texts) {
  const TemporaryFolder folder;
  const auto in = folder.Write("in", nlohmann::json(texts).dump()), out = folder.path() / "out";
  const auto encoder = DatasetFolder(FindDataset("gpt-3-encoder")) / "Encoder.js";
  const std::string command = "node tests/data/encode_with_gpt_3_encoder.js '" + encoder.string() + "' '" +
                              in.string() + "' '" + out.string() + "'";
  if (std::system(command.c_str()) != 0) throw std::runtime_error("node failed: " + command);
  std::ifstream file(out);
  return nlohmann::json::parse(file).get<std::vector<std::vector<std::int32_t>>>();
}

void ExpectAgreement(const std::vector<std::string>& texts) {
  Gpt2Tokenizer gpt2(LoadGpt2Vocabulary());
  const auto expected = TokensByNode(texts);
  ASSERT_EQ(expected.size(), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) ASSERT_EQ(gpt2.Encode(texts[i]), expected[i]) << texts[i];
}

TEST(Gpt2AgreementTest, TextAtRandom) {
  Random random(StreamKey(1, "agreement"));
  std::vector<std::string> texts;
  for (int i = 0; i < 2000; ++i) texts.push_back(RandomText(random, 60));
  ExpectAgreement(texts);
}

TEST(Gpt2AgreementTest, LettersAtRandomInLongWords) {
  Random random(StreamKey(1, "long words"));
  std::vector<std::string> texts;
  for (int i = 0; i < 100; ++i) {
    std::string& word = texts.emplace_back();
    for (int c = 0; c < 200; ++c) word += "etaoinshrdlu"[random.Below(12)];
  }
  ExpectAgreement(texts);
}

TEST(Gpt2AgreementTest, DocumentsOfBrown) {
  std::vector<std::string> texts;
  const std::vector<Document> documents = LoadBrown();
  for (std::size_t i = 0; i < documents.size(); i += 25) texts.push_back(documents[i].text);
  ExpectAgreement(texts);
}

}  // namespace
}  // namespace retable::data
