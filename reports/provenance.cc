#include "reports/provenance.h"

#include <map>
#include <set>
#include <string>

#include "reports/numbers.h"

namespace retable::reports {
namespace {

using Values = std::set<std::string>;

std::string Listed(const Values& values) {
  if (values.empty()) return "nothing was run";
  std::string text;
  for (const std::string& value : values) text += (text.empty() ? "" : "; ") + value;
  return text;
}

std::string OrUnknown(const std::string& text) { return text.empty() ? "not recorded" : text; }

std::string Shortest(double value) { return nlohmann::json(value).dump(); }

std::string ModelText(const training::LanguageModelRecipe& recipe) {
  const models::GptShape& model = recipe.model;
  return std::to_string(model.layers) + " x " + std::to_string(model.heads) + " x " +
         std::to_string(model.width) + " (layers x heads x width), " + std::to_string(model.context) +
         " tokens, vocabulary " + std::to_string(model.vocabulary);
}

std::string TrainingText(const training::LanguageModelRecipe& recipe) {
  const training::OptimizerRecipe& optimizer = recipe.optimizer;
  return std::to_string(recipe.steps) + " steps of " + std::to_string(recipe.batch) + " windows, AdamW " +
         Shortest(optimizer.learning_rate) + ", warm-up " + std::to_string(optimizer.warmup_steps) +
         ", evaluated every " + std::to_string(recipe.evaluation.every) + " steps on " +
         std::to_string(recipe.evaluation.windows) + " held-out windows";
}

std::string TeacherText(const training::TeacherRecipe& teacher) {
  const std::string model = ModelText(teacher.language_model);
  if (!teacher.weights.empty()) return teacher.weights + ", " + model;
  return model + "; " + TrainingText(teacher.language_model) + "; seed " + std::to_string(teacher.seed);
}

// What the results themselves recorded.
struct Recorded {
  Values trainers, commits, libtorch, blas, cpus, devices, threads, data;
};

Recorded Collect(const std::vector<CellRun>& runs) {
  Recorded recorded;
  for (const CellRun& run : runs) {
    if (!IsMeasured(run)) continue;
    const training::Provenance& provenance = run.result->provenance;
    recorded.trainers.insert(run.cell.run.trainer);
    recorded.commits.insert(OrUnknown(provenance.commit) +
                            (provenance.dirty ? " with uncommitted changes" : ""));
    recorded.libtorch.insert(OrUnknown(provenance.libtorch));
    recorded.blas.insert(OrUnknown(provenance.blas));
    recorded.cpus.insert(OrUnknown(provenance.cpu));
    recorded.devices.insert(OrUnknown(provenance.device));
    recorded.threads.insert(std::to_string(provenance.threads));
    for (const auto& [name, hash] : provenance.data) recorded.data.insert(name + " SHA-256 " + hash);
  }
  return recorded;
}

}  // namespace

Grid ProvenanceGrid(const suites::Scale& scale, const std::vector<CellRun>& runs) {
  const Recorded recorded = Collect(runs);
  const std::vector<std::pair<std::string, std::string>> lines = {
      {"scale", scale.id},
      {"student", ModelText(scale.student)},
      {"training", TrainingText(scale.student)},
      {"teacher", TeacherText(scale.teacher)},
      {"trainer", Listed(recorded.trainers)},
      {"commit", Listed(recorded.commits)},
      {"libtorch", Listed(recorded.libtorch)},
      {"BLAS", Listed(recorded.blas)},
      {"CPU", Listed(recorded.cpus)},
      {"device", Listed(recorded.devices)},
      {"threads a run", Listed(recorded.threads)},
      {"data", Listed(recorded.data)},
  };
  Grid grid{.columns = {{"what", "what"}, {"value", "value"}}};
  for (const auto& [what, value] : lines) grid.rows.push_back({Words(what), Words(value)});
  return grid;
}

}  // namespace retable::reports
