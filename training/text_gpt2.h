// The text of a recipe in GPT-2's tokens, each split in memory.
//
// TextRecipe::vocabulary is 50257 for GPT-2's own ids. A smaller number reduces them (data/vocabulary_map.h)
// to the ids that occur in the three splits together, and must have room for these and for the unknown one;
// ids that it has room for beyond them are never seen. So none of the artifact's tokens is unknown, and a
// teacher that reads GPT-2's ids gets them back from the map.
//
// TinyStories: held-out and reference documents are drawn (data/splits.h) from the validation file, and all
// stories of the training file train. A story that stood before, in the validation file or earlier in its
// own, is dropped (data/tinystories.h says when two are the same).
#ifndef RETABLE_TRAINING_TEXT_GPT2_H_
#define RETABLE_TRAINING_TEXT_GPT2_H_

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "data/gpt2_bpe.h"
#include "data/tinystories.h"
#include "data/vocabulary_map.h"
#include "data/windows.h"
#include "training/recipe.h"
#include "training/text_documents.h"

namespace retable::training {

struct Gpt2Text {
  data::TokenizedCorpus train;
  data::TokenizedCorpus held_out;
  data::TokenizedCorpus reference;
  nlohmann::json counts;  // of documents and tokens, and of the stories that were dropped
};

Gpt2Text Gpt2OfDocuments(const TextDocuments& documents, data::Gpt2Tokenizer& tokenizer);

// Holds the tokens of all stories: for TinyStories version 1 about 2 GB, and the text of the validation file.
Gpt2Text Gpt2OfStories(const TextRecipe& recipe, const data::TinyStoriesFiles& files,
                       data::Gpt2Tokenizer& tokenizer);

// The map that the recipe's vocabulary asks for, nothing where that is the tokenizer's. Throws
// std::invalid_argument that names the number needed where the vocabulary is too small, or larger than the
// tokenizer's.
std::optional<data::VocabularyMap> ReducedVocabulary(const TextRecipe& recipe, const Gpt2Text& text,
                                                     const data::Gpt2Tokenizer& tokenizer);

// Tokenizes what the recipe names, reduces it, and writes the files of text_files.h. Throws
// std::invalid_argument for a data set without a reader here.
void WriteGpt2Text(const TextRecipe& recipe, const std::filesystem::path& folder);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_TEXT_GPT2_H_
