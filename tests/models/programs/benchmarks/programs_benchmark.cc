// Speed of programs on one core: windows of 128 tokens of the Brown corpus, 1,024 pieces.
// Goal: under 20 microseconds a document for a program, features at hand; features and measures are timed
// apart.
//   bazel run //tests/models/programs/benchmarks:programs_benchmark
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "data/brown.h"
#include "data/random.h"
#include "data/tokenizer.h"
#include "data/windows.h"
#include "models/programs/evaluate.h"
#include "models/programs/features.h"
#include "models/programs/library.h"
#include "models/programs/measures.h"
#include "models/programs/parse.h"
#include "models/programs/print.h"
#include "models/programs/traits.h"
#include "tests/models/programs/random_programs.h"

namespace retable::models::programs {
namespace {

constexpr int kTokens = 128;
constexpr int kVocabulary = 1024;
constexpr char kSixTerms[] =
    "mix(0.4*all(id[-1] = query.id), 0.2*first, 0.1*previous, 0.1*self, 0.1*all(earlier and same id, decay "
    "0.9), "
    "0.1*last(earlier and sentence_end))";

struct Corpus {
  Vocabulary vocabulary;
  std::vector<std::vector<std::int32_t>> windows;
  std::vector<Features> features;
};

// Forty documents for the tokenizer, the same for the windows: what is timed does not depend on their being
// new.
Corpus ReadCorpus() {
  std::vector<data::Document> documents = data::LoadBrown();
  documents.resize(40);
  const data::Tokenizer tokenizer = data::Tokenizer::Train(documents, kVocabulary);
  std::vector<Piece> pieces;
  for (int id = 0; id < kVocabulary; ++id) pieces.push_back(PieceOfSentencepiece(tokenizer.Piece(id)));
  Corpus corpus{TraitsOf(pieces), {}, {}};
  const data::TokenizedCorpus tokens = data::Tokenize(tokenizer, documents);
  for (const data::Window& window : data::Windows(tokens, kTokens - 1)) {
    const auto ids = data::WindowTokens(tokens, window, kTokens - 1);
    corpus.windows.emplace_back(ids.begin(), ids.end());
    corpus.features.emplace_back(ids, corpus.vocabulary);
  }
  return corpus;
}

const Corpus& TheCorpus() {
  static const Corpus corpus = ReadCorpus();
  return corpus;
}

void TimeProgram(benchmark::State& state, const Program& program) {
  const Corpus& corpus = TheCorpus();
  Evaluator evaluator(program);
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(evaluator.Rows(corpus.features[next]).values.data());
    next = (next + 1) % corpus.features.size();
  }
}

void FeaturesOfADocument(benchmark::State& state) {
  const Corpus& corpus = TheCorpus();
  Features features(corpus.windows.front(), corpus.vocabulary);
  std::size_t next = 0;
  for (auto _ : state) {
    features.Reset(corpus.windows[next], corpus.vocabulary);
    benchmark::DoNotOptimize(features.Column(Feature::kId));
    next = (next + 1) % corpus.windows.size();
  }
}
BENCHMARK(FeaturesOfADocument)->Unit(benchmark::kMicrosecond);

// A program that is new for each document, as a search would have it: making the evaluator is included.
void RandomProgramsAndTheirEvaluators(benchmark::State& state) {
  const Corpus& corpus = TheCorpus();
  data::Random random(data::StreamKey(1, "programs_benchmark"));
  std::vector<Program> programs;
  for (int k = 0; k < 500; ++k) programs.push_back(RandomProgram(random));
  std::size_t next = 0;
  for (auto _ : state) {
    Evaluator evaluator(programs[next % programs.size()]);
    benchmark::DoNotOptimize(evaluator.Rows(corpus.features[next % corpus.features.size()]).values.data());
    ++next;
  }
}
BENCHMARK(RandomProgramsAndTheirEvaluators)->Unit(benchmark::kMicrosecond);

void ParseSixTerms(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(Parse(kSixTerms).terms.data());
}
BENCHMARK(ParseSixTerms)->Unit(benchmark::kMicrosecond);

void PrintSixTerms(benchmark::State& state) {
  const Program program = Parse(kSixTerms);
  for (auto _ : state) benchmark::DoNotOptimize(Print(program).data());
}
BENCHMARK(PrintSixTerms)->Unit(benchmark::kMicrosecond);

// Against attention of any values: only their number matters.
void IouWithDense(benchmark::State& state, const std::string& rule) {
  const Corpus& corpus = TheCorpus();
  const RowSparse rows = Evaluate(FindProgram(Rules(), rule).program, corpus.features.front());
  std::vector<float> values(kTokens * kTokens, 0);
  for (int i = 0; i < kTokens; ++i) {
    for (int j = 0; j <= i; ++j) values[i * kTokens + j] = 1.0F / static_cast<float>(i + 1);
  }
  const DenseMatrix dense(kTokens, values);
  for (auto _ : state) benchmark::DoNotOptimize(Iou(rows, dense));
}
BENCHMARK_CAPTURE(IouWithDense, induction, "induction")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(IouWithDense, uniform, "uniform")->Unit(benchmark::kMicrosecond);

// Ten times the tokens: ten times the time.
void LongDocument(benchmark::State& state) {
  const Corpus& corpus = TheCorpus();
  std::vector<std::int32_t> ids;
  for (std::size_t w = 0; ids.size() < static_cast<std::size_t>(state.range(0)); ++w) {
    ids.insert(ids.end(), corpus.windows[w].begin(), corpus.windows[w].end());
  }
  const Features features(ids, corpus.vocabulary);
  Evaluator evaluator(Parse("mix(0.4*last(earlier and same id), 0.3*all, 0.2*first, 0.1*previous)"));
  for (auto _ : state) benchmark::DoNotOptimize(evaluator.Rows(features).values.data());
}
BENCHMARK(LongDocument)->RangeMultiplier(8)->Range(128, 65536)->Unit(benchmark::kMicrosecond);

void RegisterPrograms() {
  for (const NamedProgram& rule : Rules()) {
    benchmark::RegisterBenchmark(("Rule/" + rule.name).c_str(), TimeProgram, rule.program)
        ->Unit(benchmark::kMicrosecond);
  }
  benchmark::RegisterBenchmark("SixTerms", TimeProgram, Parse(kSixTerms))->Unit(benchmark::kMicrosecond);
}

}  // namespace
}  // namespace retable::models::programs

int main(int argc, char** argv) {
  retable::models::programs::RegisterPrograms();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
