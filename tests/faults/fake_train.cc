// The program that trains, with fake trainers: curves follow from recipe and seed at once, and the name of an
// arm's pattern says what goes wrong. FAKE_STEP_MILLISECONDS in the environment makes every step last so
// long.
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "suites/table.h"
#include "training/recipe.h"
#include "training/run_program.h"
#include "training/thresholds.h"
#include "training/trainer.h"

namespace retable::training {
namespace {

constexpr int kSteps = 20;
constexpr int kEvery = 5;

void Sleep() {
  const char* text = std::getenv("FAKE_STEP_MILLISECONDS");
  std::this_thread::sleep_for(std::chrono::milliseconds(text != nullptr ? std::atoi(text) : 1));
}

LanguageModelRun Parse(const Run& run) { return nlohmann::json::parse(run.recipe).get<LanguageModelRun>(); }

// A number in [0, 1) that recipe and seed decide.
double Fraction(const Run& run) { return std::stoul(Key(run).substr(0, 8), nullptr, 16) / 4294967296.0; }

void RunOutOfMemory() {
  rlimit limit = {};
  limit.rlim_cur = limit.rlim_max = rlim_t{1} << 31;
  setrlimit(RLIMIT_AS, &limit);
  std::vector<char> memory(std::size_t{1} << 32);
  throw std::runtime_error("there was memory after all: " + std::to_string(memory[0]));
}

// What a pattern's name asks for.
void GoWrong(const std::string& pattern, const TrainContext& context) {
  if (pattern == "crash") raise(SIGKILL);
  if (pattern == "abort") std::abort();
  if (pattern == "exit") _exit(7);
  if (pattern == "hang") std::this_thread::sleep_for(std::chrono::hours(1));
  if (pattern == "throw") throw std::runtime_error("the disk of the trainer is on fire");
  if (pattern == "refuse") throw std::invalid_argument("the recipe asks for 0 heads");
  if (pattern == "memory") RunOutOfMemory();
  if (pattern == "not_a_number") throw std::logic_error("handled below");
  if (pattern == "crash_once" && !std::filesystem::exists(context.checkpoint)) {
    std::ofstream(context.checkpoint) << "been here\n";
    raise(SIGKILL);
  }
  if (pattern == "prints") {
    const std::string noise = "{\"done\": null}\n";
    if (write(STDOUT_FILENO, noise.data(), noise.size()) < 0) _exit(8);
  }
}

Measurement Train(const Run& run, const TrainContext& context) {
  const LanguageModelRun recipe = Parse(run);
  const std::string pattern = recipe.injection ? recipe.injection->pattern : "";
  Measurement measurement{
      .curve = {}, .thresholds = context.thresholds, .metrics = {}, .ledger = {}, .failure = {}};
  if (pattern != "not_a_number") GoWrong(pattern, context);
  if (recipe.injection && recipe.injection->teacher) {
    context.artifact({.trainer = "teacher/1", .recipe = Canonical(*recipe.injection->teacher), .seed = 0});
  }
  for (int step = 0; step <= kSteps; ++step) {
    Sleep();
    context.progress(step, kSteps);
    if (step % kEvery != 0) continue;
    if (pattern == "diverge" && step == kEvery) {
      measurement.failure = Failure{.cause = FailureCause::kMethod, .message = "loss is NaN at step 5"};
      return measurement;
    }
    measurement.curve.push_back({.step = step, .loss = 1 + 5 * std::exp(-step / (8 + Fraction(run)))});
    std::ofstream(context.checkpoint) << step << "\n";
  }
  measurement.metrics["final_loss"] =
      pattern == "not_a_number" ? std::nan("") : measurement.curve.back().loss;
  measurement.ledger = {
      .initial_weights = "i" + std::to_string(run.seed), .data_order = "d", .final_weights = Key(run)};
  return measurement;
}

std::vector<Run> Needs(const Run& run) {
  const LanguageModelRun recipe = Parse(run);
  std::vector<Run> needs = {
      {.trainer = "tokenizer/1", .recipe = Canonical(recipe.language_model.text), .seed = 0}};
  if (recipe.injection && recipe.injection->teacher) {
    needs.push_back({.trainer = "teacher/1", .recipe = Canonical(*recipe.injection->teacher), .seed = 0});
  }
  return needs;
}

std::vector<Run> Calibration(const Run& run) {
  LanguageModelRun recipe = Parse(run);
  if (!recipe.thresholds) return {};
  const std::vector<std::uint64_t> seeds = recipe.thresholds->calibration_seeds;
  recipe.injection.reset();
  recipe.thresholds.reset();
  recipe.replicate = 0;
  std::vector<Run> runs;
  for (const std::uint64_t seed : seeds) {
    runs.push_back({.trainer = run.trainer, .recipe = Canonical(recipe), .seed = seed});
  }
  return runs;
}

std::vector<double> Thresholds(const Run& run, const std::vector<Measurement>& measurements) {
  std::vector<std::vector<CurvePoint>> curves;
  for (const Measurement& measurement : measurements) curves.push_back(measurement.curve);
  return ThresholdLosses(curves, Parse(run).thresholds->fractions, kSteps);
}

ArtifactMaker Maker(const std::string& name, const std::function<std::vector<Run>(const Run&)>& needs) {
  return {.name = name,
          .needs = needs,
          .build = [](const Run& run, const std::filesystem::path& folder, const TrainContext& context) {
            for (int step = 0; step <= kSteps; ++step) {
              Sleep();
              context.progress(step, kSteps);
            }
            std::ofstream(folder / "content") << Key(run) << "\n";
          }};
}

suites::Table Table(const std::string& id, const std::vector<std::string>& patterns, int blocks,
                    const std::vector<std::uint64_t>& seeds) {
  LanguageModelRecipe student;
  student.steps = kSteps;
  suites::Table table{.id = "fault/" + id,
                      .title = "A table for tests",
                      .source = {},
                      .question = "",
                      .arms = {},
                      .claims = {},
                      .scales = {}};
  for (const std::string& pattern : patterns)
    table.arms.push_back({.id = pattern, .title = pattern, .pattern = pattern});
  suites::Claim claim;
  claim.id = "first_wins";
  claim.arm = patterns.front();
  claim.against = "baseline";
  table.claims = {claim};
  suites::Scale scale;
  scale.id = "desk";
  scale.student = student;
  scale.teacher = {.language_model = student, .seed = 0, .weights = ""};
  scale.thresholds = {.fractions = {0.5, 0.75}, .calibration_seeds = {901, 902}};
  for (int i = 0; i < blocks; ++i)
    scale.blocks.push_back({.id = "0." + std::to_string(i), .heads = {{0, i}}});
  scale.seeds = seeds;
  scale.baselines_per_seed = 1;
  table.scales = {scale};
  scale.id = "smoke";
  scale.blocks.resize(1);
  table.scales.push_back(scale);
  return table;
}

std::vector<suites::Table> Tables() {
  std::vector<suites::Table> tables = {Table("normal", {"real_attention", "uniform"}, 3, {1, 2})};
  for (const std::string pattern : {"crash", "abort", "exit", "hang", "throw", "refuse", "memory",
                                    "not_a_number", "crash_once", "prints", "diverge"}) {
    tables.push_back(Table(pattern, {pattern, "uniform"}, 1, {1}));
  }
  return tables;
}

}  // namespace
}  // namespace retable::training

int main(int argc, char** argv) {
  using namespace retable::training;
  const Trainer trainer{.name = kLanguageModelTrainer,
                        .needs = Needs,
                        .calibration = Calibration,
                        .thresholds = Thresholds,
                        .train = Train,
                        .provenance = [](const TrainContext& context) {
                          return Provenance{.commit = "",
                                            .libtorch = "none",
                                            .blas = "none",
                                            .cpu = "fake",
                                            .device = context.device,
                                            .threads = 1,
                                            .data = {}};
                        }};
  return RunProgram(
      argc, argv, Tables(), {trainer},
      {Maker("tokenizer/1", [](const Run&) { return std::vector<Run>{}; }),
       Maker("teacher/1", [](const Run& run) {
         const auto teacher = nlohmann::json::parse(run.recipe).get<TeacherRecipe>();
         return std::vector<Run>{
             {.trainer = "tokenizer/1", .recipe = Canonical(teacher.language_model.text), .seed = 0}};
       })});
}
