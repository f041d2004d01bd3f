// The rules that models/patterns has in code, and the same as programs, on windows of the Brown corpus.
// (Cut by the splitter: sentencepiece and libtorch cannot live in one process.)
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "data/brown.h"
#include "models/patterns.h"
#include "models/programs/evaluate.h"
#include "models/programs/features.h"
#include "models/programs/library.h"
#include "models/programs/split.h"

namespace retable::models::programs {
namespace {

constexpr int kTokens = 128;

// The pattern of one window, [T, T].
at::Tensor PatternOn(const std::string& name, const std::vector<std::int32_t>& ids) {
  const at::Tensor tokens =
      at::tensor(at::IntArrayRef(std::vector<std::int64_t>(ids.begin(), ids.end())), at::kLong);
  return FindPattern(name).make({})(tokens.unsqueeze(0), {{0, 0}}).at(0)[0];
}

class RuleTest : public ::testing::TestWithParam<std::string> {};

TEST_P(RuleTest, EqualsThePatternOfItsNameOnRealDocuments) {
  const std::vector<data::Document> documents = data::LoadBrown();
  Evaluator evaluator(FindProgram(Rules(), GetParam()).program);
  int rows_beside_first = 0;
  for (std::size_t d = 0; d < documents.size(); d += 25) {
    SplitText split = Split(documents[d].text);
    ASSERT_GE(split.ids.size(), static_cast<std::size_t>(kTokens)) << documents[d].id;
    split.ids.resize(kTokens);
    const at::Tensor pattern = PatternOn(GetParam(), split.ids);
    const std::vector<double> program = Dense(evaluator.Rows(Features(split.ids, TraitsOf(split.pieces))));
    for (int k = 0; k < kTokens * kTokens; ++k) {
      // The pattern adds up floats: 128 of them at most, 2^-24 each.
      ASSERT_NEAR(program[k], pattern.data_ptr<float>()[k], 1e-5) << documents[d].id << ", cell " << k;
    }
    for (int i = 0; i < kTokens; ++i) rows_beside_first += program[i * kTokens] < 0.5;
  }
  EXPECT_GT(rows_beside_first, 500) << "too few rows look anywhere but at the first token";
}

INSTANTIATE_TEST_SUITE_P(Names, RuleTest, ::testing::Values("induction", "previous_occurrence", "uniform"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace retable::models::programs
