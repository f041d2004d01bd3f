// The teacher that is GPT-2 itself: read from the file that the user supplies instead of trained.
//
// Where a text's ids are reduced (data/vocabulary_map.h), so is this teacher's vocabulary: each token has the row
// of GPT-2's embedding that its original id has, so on the text's tokens every head looks where GPT-2's looks on
// the original ones, and the loss is that of GPT-2 restricted to these tokens. Ids of the vocabulary beyond those
// that occur, which no window holds, take GPT-2's tokens that do not occur, in ascending order. A teacher of
// shorter context than GPT-2's is GPT-2 on windows that short.
#ifndef RETABLE_TRAINING_GPT2_TEACHER_H_
#define RETABLE_TRAINING_GPT2_TEACHER_H_

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "training/recipe.h"

namespace retable::training {

// The file that a recipe's `weights` name: "gpt2" (models/gpt2_weights.h says where it lies). Throws
// std::invalid_argument for another name, std::runtime_error that says what to do where the file is not there.
std::filesystem::path SuppliedWeights(const std::string& name);

// GPT-2's ids of the text's tokens 0 ... vocabulary - 1; none where they are the same.
std::vector<std::int64_t> Gpt2IdsOfTokens(const TextRecipe& text, const std::filesystem::path& text_folder);

// Reads GPT-2 from `file` and writes the weights of the teacher for the text whose artifact lies in `text_folder`.
// Throws std::invalid_argument for a recipe whose text is not in GPT-2's tokens or has another vocabulary than the
// model.
void WriteGpt2Teacher(const TeacherRecipe& teacher, const std::filesystem::path& file,
                      const std::filesystem::path& text_folder, const std::filesystem::path& weights_file);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_GPT2_TEACHER_H_
