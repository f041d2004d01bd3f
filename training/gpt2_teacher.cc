#include "training/gpt2_teacher.h"

#include <stdexcept>

#include "data/vocabulary_map.h"
#include "models/gpt2_weights.h"
#include "training/state.h"
#include "training/text_files.h"

namespace retable::training {

std::filesystem::path SuppliedWeights(const std::string& name) {
  if (name == "gpt2") return models::FindGpt2Weights();
  throw std::invalid_argument("no weights are called \"" + name +
                              "\": a teacher's are \"gpt2\", or \"\" to train it");
}

std::vector<std::int64_t> Gpt2IdsOfTokens(const TextRecipe& text, const std::filesystem::path& text_folder) {
  if (!std::filesystem::exists(text_folder / kVocabularyFile)) return {};
  const data::VocabularyMap map = data::ReadVocabularyMap(text_folder / kVocabularyFile);
  std::vector<std::int64_t> ids(map.ids.begin(), map.ids.end());
  auto occurring = map.ids.begin();
  for (std::int32_t id = 0; static_cast<int>(ids.size()) < text.vocabulary; ++id) {
    if (occurring != map.ids.end() && *occurring == id) {
      ++occurring;
    } else {
      ids.push_back(id);
    }
  }
  return ids;
}

void WriteGpt2Teacher(const TeacherRecipe& teacher, const std::filesystem::path& file,
                      const std::filesystem::path& text_folder, const std::filesystem::path& weights_file) {
  const LanguageModelRecipe& recipe = teacher.language_model;
  if (recipe.text.tokenizer != "gpt2" || recipe.text.vocabulary != recipe.model.vocabulary) {
    throw std::invalid_argument(
        "the teacher \"gpt2\" reads a text in GPT-2's tokens with a vocabulary of its own size, " +
        std::to_string(recipe.model.vocabulary) + ", not one of the tokenizer \"" + recipe.text.tokenizer +
        "\" with " + std::to_string(recipe.text.vocabulary));
  }
  SaveWeights(
      models::ReadGpt2Weights(file, recipe.model, at::kCPU, Gpt2IdsOfTokens(recipe.text, text_folder)),
      weights_file);
}

}  // namespace retable::training
