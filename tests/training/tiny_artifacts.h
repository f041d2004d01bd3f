// A worker's context over a folder in which artifacts are made as the engine makes them, except that the text is the
// tests' own.
#ifndef RETABLE_TESTS_TRAINING_TINY_ARTIFACTS_H_
#define RETABLE_TESTS_TRAINING_TINY_ARTIFACTS_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "data/token_file.h"
#include "tests/faults/folder.h"
#include "tests/training/tiny_language_model.h"
#include "training/model_artifacts.h"
#include "training/pieces.h"
#include "training/text_files.h"

namespace retable::training {

class TinyArtifactsTest : public ::testing::Test {
 protected:
  TinyArtifactsTest() {
    context_.device = "cpu";
    context_.checkpoint = folder_.path() / "checkpoint";
    context_.progress = [](int, int) {};
    context_.artifact = [this](const training::Run& artifact) { return Artifact(artifact); };
  }

  std::filesystem::path Artifact(const training::Run& artifact) {
    const std::filesystem::path made = folder_.path() / Key(artifact);
    if (std::filesystem::exists(made)) return made;
    std::filesystem::create_directories(made);
    if (artifact.trainer == TextMaker().name) {
      data::WriteTokens(made / kTrainFile, TinyText().train);
      data::WriteTokens(made / kHeldOutFile, TinyText().held_out);
      data::WriteTokens(made / kReferenceFile, TinyText().reference);
      WritePieces(made / kPiecesFile, std::vector<std::string>(TinyRecipe().text.vocabulary, " word"));
    }
    for (const ArtifactMaker& maker : {TeacherMaker(), TemplatesMaker()}) {
      if (artifact.trainer == maker.name) maker.build(artifact, made, context_);
    }
    return made;
  }

  static TeacherRecipe Teacher() { return {.language_model = TinyRecipe(), .seed = 77, .weights = {}}; }

  const faults::Folder folder_;
  TrainContext context_;
};

}  // namespace retable::training

#endif  // RETABLE_TESTS_TRAINING_TINY_ARTIFACTS_H_
