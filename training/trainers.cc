// The lists that the programs use. A new kind of run or artifact is a line here.
#include "training/language_model_trainer.h"
#include "training/measuring_trainers.h"
#include "training/model_artifacts.h"
#include "training/trainer.h"

namespace retable::training {

std::vector<Trainer> Trainers() {
  return {LanguageModelTrainer(), ReplacementTrainer(), PatternMeasuresTrainer()};
}

std::vector<ArtifactMaker> ArtifactMakers() { return {TextMaker(), TeacherMaker(), TemplatesMaker()}; }

}  // namespace retable::training
