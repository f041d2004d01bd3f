// How much of a training step is arithmetic? One step of the desk student, the matrix products that it
// consists of through at::mm, and what injecting a pattern adds. One core; `FLOP/s` counts the same
// operations for Step and Products, so the ratio of the two is the share of the step that its products alone
// would take.
#include <ATen/ATen.h>
#include <benchmark/benchmark.h>

#include "models/gpt.h"
#include "models/patterns.h"
#include "models/programs/parse.h"
#include "models/programs/traits.h"
#include "models/weights.h"
#include "suites/injection/programs.h"
#include "tests/benchmarks/desk_step.h"
#include "training/machine.h"
#include "training/optimizer.h"

namespace retable::benchmarks {
namespace {

struct Model {
  const training::LanguageModelRecipe& recipe = DeskStudent();
  models::Weights weights{models::GptLayout(recipe.model), at::kCPU};
  training::Optimizer optimizer{recipe.optimizer, weights};
  at::Tensor batch = RandomTokens(recipe, 1)[0];
  at::Tensor tokens = batch.narrow(1, 0, recipe.model.context).contiguous();
  at::Tensor targets = batch.narrow(1, 1, recipe.model.context).contiguous();

  Model() { models::Initialize(weights, 1); }

  void Step(const std::vector<models::Injection>& injections = {}) {
    models::GptLoss(recipe.model, weights, tokens, targets, injections).backward();
    optimizer.Step();
  }
};

void CountFlops(benchmark::State& state, const training::LanguageModelRecipe& recipe) {
  state.counters["FLOP/s"] = benchmark::Counter(StepFlops(recipe) * static_cast<double>(state.iterations()),
                                                benchmark::Counter::kIsRate);
  state.SetItemsProcessed(state.iterations() * recipe.batch * recipe.model.context);
}

void Step(benchmark::State& state) {
  Model model;
  for (auto _ : state) model.Step();
  CountFlops(state, model.recipe);
}
BENCHMARK(Step)->Unit(benchmark::kMillisecond);

// x [N, in] -> y [N, out]: forward, and the gradients of x and of the weight.
struct LinearProducts {
  at::Tensor x, weight, y, x_gradient, weight_gradient;

  LinearProducts(std::int64_t tokens, std::int64_t in, std::int64_t out)
      : x(at::randn({tokens, in})),
        weight(at::randn({out, in})),
        y(at::randn({tokens, out})),
        x_gradient(at::empty_like(x)),
        weight_gradient(at::empty_like(weight)) {}

  void Multiply() {
    at::mm_out(y, x, weight.t());
    at::mm_out(x_gradient, y, weight);
    at::mm_out(weight_gradient, y.t(), x);
  }
};

// One head of one window: scores, mix, and the four products of their backward.
struct HeadProducts {
  at::Tensor rows, scores, out;

  HeadProducts(std::int64_t tokens, std::int64_t dimension)
      : rows(at::randn({tokens, dimension})),
        scores(at::randn({tokens, tokens})),
        out(at::empty_like(rows)) {}

  void Multiply() {
    for (int i = 0; i < 2; ++i) at::mm_out(scores, rows, rows.t());  // Q K^T, dO V^T
    for (int i = 0; i < 2; ++i) at::mm_out(out, scores, rows);       // P V, dS K
    for (int i = 0; i < 2; ++i) at::mm_out(out, scores.t(), rows);   // P^T dO, dS^T Q
  }
};

void Products(benchmark::State& state) {
  const training::LanguageModelRecipe& recipe = DeskStudent();
  const models::GptShape& shape = recipe.model;
  const std::int64_t tokens = std::int64_t{recipe.batch} * shape.context, width = shape.width;
  std::vector<LinearProducts> layer = {{tokens, width, 3 * width},
                                       {tokens, width, width},
                                       {tokens, width, 4 * width},
                                       {tokens, 4 * width, width}};
  LinearProducts output(tokens, width, shape.vocabulary);
  HeadProducts head(shape.context, width / shape.heads);
  for (auto _ : state) {
    for (int l = 0; l < shape.layers; ++l) {
      for (LinearProducts& linear : layer) linear.Multiply();
      for (int i = 0; i < recipe.batch * shape.heads; ++i) head.Multiply();
    }
    output.Multiply();
  }
  CountFlops(state, recipe);
}
BENCHMARK(Products)->Unit(benchmark::kMillisecond);

// A step with head `layer`.0 held: the teacher (a model of the same shape) is run up to that layer.
void StepWithRealAttention(benchmark::State& state) {
  Model model, teacher;
  const models::Head head = {static_cast<int>(state.range(0)), 0};
  for (auto _ : state) {
    model.Step(
        {{head, models::GptAttention(teacher.recipe.model, teacher.weights, model.tokens, {head})[0]}});
  }
  CountFlops(state, model.recipe);
}
BENCHMARK(StepWithRealAttention)->DenseRange(0, 3)->Unit(benchmark::kMillisecond);

// The same with the pattern at hand, as from a cache.
void StepWithPatternAtHand(benchmark::State& state) {
  Model model;
  const models::Head head = {1, 0};
  const at::Tensor pattern = models::GptAttention(model.recipe.model, model.weights, model.tokens, {head})[0];
  for (auto _ : state) model.Step({{head, pattern}});
  CountFlops(state, model.recipe);
}
BENCHMARK(StepWithPatternAtHand)->Unit(benchmark::kMillisecond);

void StepWithRule(benchmark::State& state) {
  Model model;
  const models::Pattern pattern = models::FindPattern("induction").make({});
  const models::Head head = {1, 0};
  for (auto _ : state) model.Step({{head, pattern(model.tokens, {head})[0]}});
  CountFlops(state, model.recipe);
}
BENCHMARK(StepWithRule)->Unit(benchmark::kMillisecond);

// Pieces that give programs something to find.
models::programs::Vocabulary SomeVocabulary(int size) {
  const std::vector<models::programs::Piece> kinds = {{"word", true}, {"ing"}, {"."}, {"Word", true}, {"\""}};
  std::vector<models::programs::Piece> pieces;
  for (int id = 0; id < size; ++id) pieces.push_back(kinds[id % kinds.size()]);
  return models::programs::TraitsOf(pieces);
}

// A program of six terms, as the search finds them (own_1_0 of scale desk).
void StepWithProgram(benchmark::State& state) {
  Model model;
  const auto vocabulary =
      std::make_shared<models::programs::Vocabulary>(SomeVocabulary(model.recipe.model.vocabulary));
  const models::Head head = {1, 0};
  models::PatternSource source;
  source.heads = {head};
  source.programs = {models::programs::Parse(suites::injection::DeskPrograms().library.at("own_1_0"))};
  source.vocabulary = vocabulary;
  const models::Pattern pattern = models::FindPattern("program").make(source);
  for (auto _ : state) model.Step({{head, pattern(model.tokens, {head})[0]}});
  CountFlops(state, model.recipe);
}
BENCHMARK(StepWithProgram)->Unit(benchmark::kMillisecond);

// The pattern at hand as a bias on the scores; the head's scores are then computed besides.
void StepWithBiasAtHand(benchmark::State& state) {
  Model model;
  const models::Head head = {1, 0};
  models::Weights weights(models::GptLayout(model.recipe.model, {head}), at::kCPU);
  models::Initialize(weights, 1);
  training::Optimizer optimizer(model.recipe.optimizer, weights);
  const at::Tensor pattern = models::GptAttention(model.recipe.model, weights, model.tokens, {head})[0];
  for (auto _ : state) {
    models::GptLoss(model.recipe.model, weights, model.tokens, model.targets,
                    {{head, pattern, models::InjectionMode::kBias}})
        .backward();
    optimizer.Step();
  }
  CountFlops(state, model.recipe);
}
BENCHMARK(StepWithBiasAtHand)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace retable::benchmarks

int main(int argc, char** argv) {
  retable::training::PrepareProcess();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
