#include "training/text_documents.h"

#include "data/brown.h"
#include "data/splits.h"

namespace retable::training {

TextDocuments BrownDocuments(const TextRecipe& recipe) {
  const std::vector<data::Document> documents = data::LoadBrown();
  const int others = recipe.held_out_documents + recipe.reference_documents;
  const data::Splits splits = data::SplitByDocument(documents,
                                                    {.train = static_cast<int>(documents.size()) - others,
                                                     .held_out = recipe.held_out_documents,
                                                     .reference = recipe.reference_documents},
                                                    recipe.split_seed);
  return {.train = data::Select(documents, splits.train),
          .held_out = data::Select(documents, splits.held_out),
          .reference = data::Select(documents, splits.reference)};
}

}  // namespace retable::training
