// GPT-2's weights: against PyTorch in the released code's formulas (gpt2_reference.py) on a made file, what is
// refused, and, where the user has supplied it, the released file itself.
#include "models/gpt2_weights.h"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <exception>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "data/catalog.h"
#include "data/random.h"
#include "data/safetensors.h"
#include "models/gpt.h"
#include "tests/data/temporary_folder.h"
#include "tests/models/python.h"

namespace retable::models {
namespace {

using data::MessageOf;
using ::testing::AllOf;
using ::testing::HasSubstr;

// That of gpt2_reference.py, whose windows have 8 tokens.
constexpr GptShape kMade = {.layers = 2, .heads = 2, .width = 16, .context = 12, .vocabulary = 31};

at::Tensor ToTensor(const data::FloatArray& array) { return at::tensor(array.values).view(array.shape); }

void ExpectNear(const at::Tensor& ours, const at::Tensor& theirs, double tolerance) {
  ASSERT_EQ(ours.sizes(), theirs.sizes());
  EXPECT_LE((ours - theirs).abs().max().item<double>(), tolerance);
}

void ExpectAgreement(const std::filesystem::path& weights_file, const std::filesystem::path& expected_file,
                     const GptShape& shape) {
  const Weights weights = ReadGpt2Weights(weights_file, shape, at::kCPU);
  const data::Safetensors expected = data::ReadSafetensors(expected_file);
  const data::IntegerArray& ids = expected.integers.at("tokens");
  const at::Tensor tokens = at::tensor(ids.values, at::kLong).view(ids.shape);
  const at::Tensor logits = ToTensor(expected.arrays.at("logits"));
  EXPECT_GT(logits.abs().max().item<double>(), 1);
  ExpectNear(GptLogits(shape, weights, tokens), logits, 2e-5 * logits.abs().max().item<double>());
  for (int layer = 0; layer < shape.layers; ++layer) {
    for (int head = 0; head < shape.heads; ++head) {
      const at::Tensor theirs = ToTensor(expected.arrays.at("attention " + Name({layer, head})));
      ExpectNear(GptAttention(shape, weights, tokens, {{layer, head}})[0], theirs, 1e-5);
    }
  }
}

TEST(Gpt2WeightsAgreementTest, LogitsAndAttentionAreThoseOfTheReleasedFormulas) {
  const data::TemporaryFolder folder;
  const Ended python = RunPython("tests/models/gpt2_reference.py '" + folder.path().string() + "'");
  ASSERT_EQ(python.status, 0) << python.printed;
  ExpectAgreement(folder.path() / "model.safetensors", folder.path() / "expected.safetensors", kMade);
  ExpectAgreement(folder.path() / "prefixed.safetensors", folder.path() / "prefixed_expected.safetensors",
                  kMade);
  GptShape shorter = kMade;
  shorter.context = 8;
  ExpectAgreement(folder.path() / "model.safetensors", folder.path() / "expected.safetensors", shorter);
}

// A GPT-2 of one layer, for files that are wrong in one place.
class Gpt2WeightsTest : public ::testing::Test {
 protected:
  Gpt2WeightsTest() {
    for (const WeightSpec& spec : GptLayout(kShape)) {
      std::vector<std::int64_t> shape = spec.shape;
      if (spec.name.starts_with("h.") && shape.size() == 2) std::swap(shape[0], shape[1]);
      const std::int64_t count = shape.size() == 2 ? shape[0] * shape[1] : shape[0];
      content_.arrays[spec.name] = {shape, std::vector<float>(count, 0.5F)};
    }
    content_.arrays["h.0.attn.bias"] = {{1, 1, 6, 6}, std::vector<float>(36, 1)};
  }

  std::string Refusal() {
    data::WriteSafetensors(file(), content_);
    const std::string message = MessageOf([&] { ReadGpt2Weights(file(), kShape, at::kCPU); });
    EXPECT_TRUE(message.empty() || message.find(file().string()) != std::string::npos) << message;
    return message;
  }
  std::filesystem::path file() const { return folder_.path() / "model.safetensors"; }

  static constexpr GptShape kShape = {.layers = 1, .heads = 2, .width = 4, .context = 6, .vocabulary = 9};
  const data::TemporaryFolder folder_;
  data::Safetensors content_;
};

TEST_F(Gpt2WeightsTest, AMatrixIsTransposedAndAnEmbeddingIsNot) {
  for (const char* name : {"h.0.attn.c_proj.weight", "wte.weight"}) {
    std::vector<float>& values = content_.arrays.at(name).values;
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  }
  ASSERT_EQ(Refusal(), "");
  const Weights weights = ReadGpt2Weights(file(), kShape, at::kCPU);
  EXPECT_EQ(weights["h.0.attn.c_proj.weight"][1][2].item<float>(), 2 * 4 + 1);
  EXPECT_EQ(weights["wte.weight"][1][2].item<float>(), 1 * 4 + 2);
}

TEST_F(Gpt2WeightsTest, MasksArePassedOver) {
  content_.arrays.erase("h.0.attn.bias");
  EXPECT_EQ(Refusal(), "");
  content_.integers["h.0.attn.bias"] = {{1}, {1}};
  content_.integers["h.0.attn.masked_bias"] = {{}, {-10000}};
  EXPECT_EQ(Refusal(), "");
}

TEST_F(Gpt2WeightsTest, EveryMissingTensorIsNamed) {
  for (const WeightSpec& spec : GptLayout(kShape)) {
    auto taken = content_.arrays.extract(spec.name);
    EXPECT_THAT(Refusal(), HasSubstr("it has no tensor " + spec.name));
    content_.arrays.insert(std::move(taken));
  }
}

TEST_F(Gpt2WeightsTest, EveryMisshapenTensorIsNamedWithBothShapes) {
  for (const WeightSpec& spec : GptLayout(kShape)) {
    const data::FloatArray right = content_.arrays.at(spec.name);
    content_.arrays[spec.name] = {{2, 1}, {1, 2}};
    EXPECT_THAT(Refusal(), AllOf(HasSubstr("tensor " + spec.name + " is [2, 1], not ["))) << spec.name;
    content_.arrays[spec.name] = right;
  }
  content_.arrays["h.0.mlp.c_fc.weight"].shape = {16, 4};  // [out, in]
  EXPECT_THAT(Refusal(), HasSubstr("tensor h.0.mlp.c_fc.weight is [16, 4], not [4, 16]"));
}

TEST_F(Gpt2WeightsTest, EveryTensorWithAValueThatIsNotFiniteIsNamed) {
  for (const WeightSpec& spec : GptLayout(kShape)) {
    for (const float bad :
         {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
      content_.arrays.at(spec.name).values.back() = bad;
      EXPECT_THAT(Refusal(), HasSubstr("tensor " + spec.name + " holds a value that is not finite"));
    }
    content_.arrays.at(spec.name).values.back() = 0.5F;
  }
}

TEST_F(Gpt2WeightsTest, ATensorThatIsNoneOfGpt2sIsNamed) {
  for (const char* name : {"lm_head.weight", "h.1.attn.bias", "h.0.attn.biases", "transformer.ln_f.bias"}) {
    content_.arrays[name] = {{1}, {1}};
    EXPECT_THAT(Refusal(), HasSubstr(std::string("tensor ") + name + " has no place in this model"));
    content_.arrays.erase(name);
  }
}

TEST_F(Gpt2WeightsTest, MorePositionsThanAreAskedForArePassedOverAndFewerRefused) {
  content_.arrays["wpe.weight"] = {{7, 4}, std::vector<float>(28, 0.5F)};
  EXPECT_EQ(Refusal(), "");
  content_.arrays["wpe.weight"] = {{5, 4}, std::vector<float>(20, 0.5F)};
  EXPECT_THAT(Refusal(), HasSubstr("tensor wpe.weight is [5, 4], not [6, 4]"));
}

TEST_F(Gpt2WeightsTest, ATokenIsTheOneOfGpt2ThatItsIdNames) {
  std::vector<float>& values = content_.arrays.at("wte.weight").values;
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  ASSERT_EQ(Refusal(), "");
  GptShape reduced = kShape;
  reduced.vocabulary = 3;
  const auto read = [&](const std::vector<std::int64_t>& ids) {
    return ReadGpt2Weights(file(), reduced, at::kCPU, ids)["wte.weight"].clone();
  };
  EXPECT_TRUE(at::equal(read({8, 0, 4}).select(1, 0), at::tensor({32.0F, 0.0F, 16.0F})));
  EXPECT_THAT(MessageOf([&] {
                read({8, 0, 9});
              }),
              HasSubstr("token 9 is none of the 9 of " + file().string()));
  EXPECT_THAT(MessageOf([&] { read({8, -1, 4}); }), HasSubstr("token -1 is none"));
  EXPECT_EQ(MessageOf([&] { read({8, 0}); }), "2 tokens of GPT-2 are named for a vocabulary of 3");
  EXPECT_THAT(MessageOf([&] { read({}); }), HasSubstr("tensor wte.weight is [9, 4], not [3, 4]"));
}

TEST_F(Gpt2WeightsTest, IntegersAreNoWeights) {
  content_.arrays.erase("ln_f.bias");
  content_.integers["ln_f.bias"] = {{4}, {1, 2, 3, 4}};
  EXPECT_THAT(Refusal(), HasSubstr("array ln_f.bias is of type I64"));
}

// Heads whose habits are published: 4.11 looks at the token before, 5.5 and 6.9 at what followed the current
// token the last time (Wang et al. 2022, "Interpretability in the wild"), measured as TransformerLens does, on
// random tokens that are repeated once.
TEST(ReleasedGpt2Test, ItsHeadsDoWhatIsPublishedOfThem) {
  std::filesystem::path file;
  try {
    file = FindGpt2Weights();
  } catch (const std::exception& error) {
    GTEST_SKIP() << "GPT-2's weights are not here, so the released file is not tested: " << error.what()
                 << ". Under Bazel add --test_env=RETABLE_DATA=<that folder>";
  }
  constexpr int kHalf = 50;
  const GptShape shape = {.layers = 12, .heads = 12, .width = 768, .context = 1024, .vocabulary = 50257};
  const Weights weights = ReadGpt2Weights(file, shape, at::kCPU);
  data::Random random(data::StreamKey(1, "released gpt2"));
  std::vector<std::int64_t> ids(kHalf);
  for (std::int64_t& id : ids) id = 1000 + static_cast<std::int64_t>(random.Below(9000));
  const at::Tensor half = at::tensor(ids, at::kLong).view({1, kHalf});
  const auto attention = GptAttention(shape, weights, at::cat({half, half}, 1), {{4, 11}, {5, 5}, {6, 9}});
  EXPECT_GT(attention[0][0].diagonal(-1).mean().item<double>(), 0.5);
  EXPECT_GT(attention[1][0].diagonal(1 - kHalf).mean().item<double>(), 0.4);
  EXPECT_GT(attention[2][0].diagonal(1 - kHalf).mean().item<double>(), 0.4);
}

// The last test of this program, because it names another folder of data.
TEST(FindGpt2WeightsTest, WhereTheFileIsNotThereItSaysWhatToDo) {
  const data::TemporaryFolder folder;
  folder.Write("gpt2/model.safetensors", "not GPT-2");
  setenv("RETABLE_DATA", folder.path().c_str(), 1);
  EXPECT_THAT(MessageOf([] { FindGpt2Weights(); }),
              AllOf(HasSubstr("altered"), HasSubstr("548105171 bytes"), HasSubstr("$RETABLE_DATA/gpt2")));
}

}  // namespace
}  // namespace retable::models
