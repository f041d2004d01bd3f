// `bazel run //training:windows -- --scale=desk --to=windows.safetensors`: writes the windows of tokens for which a run at
// that scale asks a pattern, so that other programs can compute attention for them (models/outside/matrix_file.h).
//
// Array "tokens", I64 [N, T]: the windows of the training documents, then those of the held-out ones; where two have the
// same tokens, one of them. Metadata: the text's recipe, and what each token adds to the text.
#include <ATen/ATen.h>

#include <exception>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_set>

#include "data/safetensors.h"
#include "models/outside/document.h"
#include "models/outside/matrix_file.h"
#include "suites/injection/scales.h"
#include "training/ensure_artifact.h"
#include "training/flags.h"
#include "training/machine.h"
#include "training/model_artifacts.h"
#include "training/pieces.h"
#include "training/text_files.h"

namespace retable::training {
namespace {

namespace outside = models::outside;

void Append(const WindowedCorpus& corpus, std::unordered_set<std::string>& seen, data::IntegerArray& tokens) {
  for (int window = 0; window < corpus.size(); ++window) {
    const at::Tensor one = corpus.Gather({window}).tokens;  // [1, T]
    const auto length = one.size(1);
    const std::int64_t* values = one.data_ptr<std::int64_t>();
    const bool is_new =
        seen.emplace(reinterpret_cast<const char*>(values), length * sizeof(std::int64_t)).second;
    if (is_new) tokens.values.insert(tokens.values.end(), values, values + length);
  }
}

// What each token id adds to the text, as GPT-2 writes it.
std::string PiecesOf(const TextRecipe& recipe, const TrainContext& context) {
  nlohmann::json pieces = nlohmann::json::array();
  for (const auto& piece : ReadPieces(context.artifact(TextOf(recipe)) / kPiecesFile)) {
    pieces.push_back(outside::Gpt2Token((piece.starts_word ? " " : "") + piece.text));
  }
  return pieces.dump();
}

int Written(int argc, char** argv) {
  Flags flags;
  flags.out = WorkspaceFolder() / "out";
  std::filesystem::path to;
  std::vector<FlagRow> rows = FlagRows(flags, {"scale", "out", "help"});
  rows.push_back({"to", "FILE", "the file to write, as windows.safetensors",
                  [&](const std::string& text) { to = FromUsersFolder(text); }});
  ApplyFlags(std::vector<std::string>(argv + 1, argv + argc), rows);
  if (flags.help) {
    std::cout << HelpText("Writes the windows of tokens for which a file of patterns must have matrices.",
                          rows);
    return 0;
  }
  if (to.empty()) throw UsageError("say where to write with --to=FILE");
  const LanguageModelRecipe student = suites::injection::FindScale(flags.scale).student;
  const TrainContext context = ContextOfOut(flags.out, "cpu");
  EnsureArtifact(flags.out, TextOf(student.text), context);
  const auto text = TextFor(student.text, context);
  const int context_length = student.model.context;
  data::IntegerArray tokens = {.shape = {0, context_length}, .values = {}};
  std::unordered_set<std::string> seen;
  Append(WindowedCorpus(text->train, context_length), seen, tokens);
  Append(WindowedCorpus(text->held_out, context_length), seen, tokens);
  tokens.shape[0] = static_cast<std::int64_t>(seen.size());
  data::WriteSafetensors(to, {.arrays = {},
                              .metadata = {{outside::kTextMetadata, nlohmann::json(student.text).dump()},
                                           {outside::kPiecesMetadata, PiecesOf(student.text, context)}},
                              .integers = {{outside::kWindowsArray, std::move(tokens)}}});
  std::cout << seen.size() << " windows of " << context_length << " tokens written to " << to.string()
            << std::endl;
  return 0;
}

}  // namespace
}  // namespace retable::training

int main(int argc, char** argv) {
  retable::training::PrepareProcess();
  try {
    return retable::training::Written(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "retable: " << error.what() << std::endl;
    return 2;
  }
}
