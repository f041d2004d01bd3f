// A made GPT-2 of 2 x 2 x 16 as the teacher of tiny students whose text has reduced ids: the whole path of scale
// paper, but for the size.
#include "training/gpt2_teacher.h"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>
#include <utility>

#include "data/random.h"
#include "data/safetensors.h"
#include "data/token_file.h"
#include "data/vocabulary_map.h"
#include "models/gpt.h"
#include "models/gpt2_weights.h"
#include "tests/faults/folder.h"
#include "tests/training/sample_result.h"
#include "tests/training/tiny_language_model.h"
#include "training/language_model_trainer.h"
#include "training/model_artifacts.h"
#include "training/state.h"
#include "training/text_files.h"

namespace retable::training {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// GPT-2's part: more tokens and positions than the student's 11 tokens, windows of 8.
constexpr models::GptShape kFile = {.layers = 2, .heads = 2, .width = 16, .context = 16, .vocabulary = 40};
// Which of them occur in the text, ascending; two more have room in a vocabulary of 13.
const std::vector<std::int32_t> kOccurring = {2, 3, 5, 8, 13, 17, 21, 22, 30, 34, 39};

// Matrices [in, out], of random numbers large enough that heads differ.
void WriteMadeGpt2(const std::filesystem::path& file) {
  data::Safetensors content;
  data::Random random(data::StreamKey(1, "made gpt2"));
  for (const models::WeightSpec& spec : models::GptLayout(kFile)) {
    std::vector<std::int64_t> shape = spec.shape;
    if (spec.name.starts_with("h.") && shape.size() == 2) std::swap(shape[0], shape[1]);
    const auto count = std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
    std::vector<float> values(count);
    for (float& value : values) value = static_cast<float>(spec.mean + 0.4 * random.Normal());
    content.arrays[spec.name] = {shape, std::move(values)};
  }
  content.arrays["h.0.attn.bias"] = {{1, 1, 16, 16}, std::vector<float>(256, 1)};
  data::WriteSafetensors(file, content);
}

class Gpt2TeacherTest : public ::testing::Test {
 protected:
  Gpt2TeacherTest() {
    WriteMadeGpt2(File());
    context_.device = "cpu";
    context_.checkpoint = folder_.path() / "checkpoint";
    context_.progress = [](int, int) {};
    context_.artifact = [this](const training::Run& artifact) { return Artifact(artifact); };
  }

  std::filesystem::path File() const { return folder_.path() / "model.safetensors"; }

  static LanguageModelRecipe Student() {
    LanguageModelRecipe recipe = TinyRecipe();
    recipe.text.tokenizer = "gpt2";
    recipe.text.vocabulary = recipe.model.vocabulary = 13;
    return recipe;
  }

  static TeacherRecipe Teacher() { return {.language_model = Student(), .seed = 0, .weights = "gpt2"}; }

  // Made as the engine makes them, from the tests' own text and file.
  std::filesystem::path Artifact(const training::Run& artifact) {
    const std::filesystem::path made = folder_.path() / Key(artifact);
    if (std::filesystem::exists(made)) return made;
    std::filesystem::create_directories(made);
    if (artifact.trainer == TextMaker().name) {
      data::WriteTokens(made / kTrainFile, TinyText().train);
      data::WriteTokens(made / kHeldOutFile, TinyText().held_out);
      data::WriteTokens(made / kReferenceFile, TinyText().reference);
      data::WriteVocabularyMap(made / kVocabularyFile, {.ids = kOccurring});
    } else if (artifact.trainer == TeacherMaker().name) {
      WriteGpt2Teacher(Teacher(), File(), Artifact(TextOf(Student().text)), made / "weights.safetensors");
    } else {
      TemplatesMaker().build(artifact, made, context_);
    }
    return made;
  }

  Measurement Train(const std::string& pattern) {
    const LanguageModelRun run = {
        .language_model = Student(),
        .injection = InjectionRecipe{.pattern = pattern, .heads = {{1, 1}}, .teacher = Teacher()}};
    return LanguageModelTrainer().train({kLanguageModelTrainer, Canonical(run), 1}, context_);
  }

  const faults::Folder folder_;
  TrainContext context_;
};

TEST_F(Gpt2TeacherTest, IdsThatDoNotOccurFillTheVocabularyInOrder) {
  EXPECT_THAT(Gpt2IdsOfTokens(Student().text, Artifact(TextOf(Student().text))),
              ElementsAre(2, 3, 5, 8, 13, 17, 21, 22, 30, 34, 39, 0, 1));
  EXPECT_TRUE(Gpt2IdsOfTokens(Student().text, folder_.path()).empty()) << "no map: GPT-2's own ids";
}

TEST_F(Gpt2TeacherTest, ItsHeadsLookOnReducedTokensWhereGpt2sLookOnTheOriginalOnes) {
  models::Weights teacher(models::GptLayout(Student().model), at::kCPU);
  LoadWeights(Artifact(TeacherOf(Teacher())) / "weights.safetensors", teacher);
  const models::Weights gpt2 = models::ReadGpt2Weights(File(), kFile, at::kCPU);
  const data::TokenizedCorpus corpus = TinyText().held_out;
  const at::Tensor reduced = WindowedCorpus(corpus, Student().model.context).Gather({0, 3, 5}).tokens;
  const std::vector<std::int64_t> ids(kOccurring.begin(), kOccurring.end());
  const at::Tensor original =
      at::tensor(ids, at::kLong).index_select(0, reduced.view(-1)).view(reduced.sizes());
  const std::vector<models::Head> heads = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  const auto ours = models::GptAttention(Student().model, teacher, reduced, heads);
  const auto theirs = models::GptAttention(kFile, gpt2, original, heads);
  const auto astray =
      models::GptAttention(kFile, gpt2, reduced, heads);  // GPT-2 on tokens that are not its own
  for (std::size_t h = 0; h < heads.size(); ++h) {
    EXPECT_TRUE(at::equal(ours[h], theirs[h])) << models::Name(heads[h]);
    EXPECT_GT((ours[h] - astray[h]).abs().max().item<double>(), 0.01) << models::Name(heads[h]);
  }
  const at::Tensor logits = models::GptLogits(Student().model, teacher, reduced);
  const at::Tensor of_all =
      models::GptLogits(kFile, gpt2, original).index_select(2, at::tensor(ids, at::kLong));
  EXPECT_LT((logits.narrow(2, 0, 11) - of_all).abs().max().item<double>(), 1e-5);
}

TEST_F(Gpt2TeacherTest, ARunIsHeldToItsAttentionAndToItsTemplates) {
  const Measurement real = Train("real_attention"), mean = Train("mean_template"), uniform = Train("uniform");
  for (const Measurement* one : {&real, &mean}) {
    EXPECT_FALSE(one->failure);
    EXPECT_EQ(one->ledger.initial_weights, uniform.ledger.initial_weights);
    EXPECT_LT(one->curve.back().loss, one->curve.front().loss - 0.2);
    EXPECT_NE(one->ledger.final_weights, uniform.ledger.final_weights);
  }
  EXPECT_NE(real.ledger.final_weights, mean.ledger.final_weights);
}

TEST_F(Gpt2TeacherTest, ATextThatIsNotInItsTokensIsRefused) {
  const auto refusal = [&](const TeacherRecipe& teacher) {
    return MessageOf([&] { WriteGpt2Teacher(teacher, File(), folder_.path(), folder_.path() / "never"); });
  };
  TeacherRecipe teacher = Teacher();
  teacher.language_model.text.tokenizer = "sentencepiece";
  EXPECT_THAT(refusal(teacher), HasSubstr("not one of the tokenizer \"sentencepiece\""));
  teacher = Teacher();
  teacher.language_model.model.vocabulary = 40;
  EXPECT_THAT(refusal(teacher), AllOf(HasSubstr("of its own size, 40"), HasSubstr("with 13")));
}

// The maker itself, from recipe to the place of the user's file.
TEST_F(Gpt2TeacherTest, WithoutTheUsersFileItSaysWhatToSupply) {
  setenv("RETABLE_DATA", folder_.path().c_str(), 1);
  const training::Run artifact = TeacherOf(Teacher());
  EXPECT_THAT(MessageOf([&] { TeacherMaker().build(artifact, folder_.path(), context_); }),
              AllOf(HasSubstr("data set gpt2 is not there"), HasSubstr("$RETABLE_DATA/gpt2")));
  TeacherRecipe other = Teacher();
  other.weights = "gpt3";
  EXPECT_THAT(MessageOf([&] { TeacherMaker().build(TeacherOf(other), folder_.path(), context_); }),
              HasSubstr("no weights are called \"gpt3\""));
}

}  // namespace
}  // namespace retable::training
