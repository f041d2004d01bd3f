// Which documents of the Brown corpus does a recipe train on, measure on, and take pattern statistics from?
#ifndef RETABLE_TRAINING_TEXT_DOCUMENTS_H_
#define RETABLE_TRAINING_TEXT_DOCUMENTS_H_

#include <vector>

#include "data/document.h"
#include "training/recipe.h"

namespace retable::training {

struct TextDocuments {
  std::vector<data::Document> train;  // all that the other two leave
  std::vector<data::Document> held_out;
  std::vector<data::Document> reference;
};

// Splits by document (data/splits.h). Throws std::invalid_argument where the corpus has fewer documents than
// asked for.
TextDocuments BrownDocuments(const TextRecipe& recipe);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_TEXT_DOCUMENTS_H_
