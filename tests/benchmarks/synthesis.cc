// How long does it take to find a program for one head, and what is found? Attention made from programs that
// differ from what the search starts with, on 48 windows of 128 tokens of the Brown corpus (1,024 pieces); a
// tenth to a third of every row is noise. Goal: 15 seconds a head on one core.
//   bazel run //tests/benchmarks:synthesis
#include "models/programs/synthesis.h"

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "data/brown.h"
#include "data/random.h"
#include "data/tokenizer.h"
#include "data/windows.h"
#include "models/programs/features.h"
#include "models/programs/parse.h"
#include "models/programs/print.h"
#include "models/programs/traits.h"
#include "tests/models/programs/made_attention.h"

namespace retable::models::programs {
namespace {

constexpr int kTokens = 128, kVocabulary = 1024;
constexpr std::size_t kDocuments = 48, kEvery = 5;

struct Head {
  const char* name;
  const char* program;
  double noise;
};

constexpr Head kHeads[] = {
    {"induction_with_sink", "mix(0.9*all(id[-1] = query.id, else drop), 0.1*previous, sink 0.4)", 0.2},
    {"mostly_first", "add(0.89*first, 0.05*self, 0.01*earlier)", 0.1},
    {"previous", "mix(0.7*previous, 0.2*self, 0.1*all(distance = 2))", 0.15},
    {"recent_words",
     "mix(0.6*all(word_start and same sentence, decay 0.84), 0.3*last 6(any, inverse), sink 0.2)", 0.3},
    {"six_terms",
     "mix(0.3*first, 0.2*all(id[-1] = query.id, else drop), 0.2*all(earlier and same id, decay 0.9), "
     "0.1*last(earlier and sentence_end), 0.1*previous, 0.1*all)",
     0.2},
};

// Windows of 40 documents, one in five; the tokenizer is trained on the same.
std::vector<Features> Documents() {
  std::vector<data::Document> documents = data::LoadBrown();
  documents.resize(40);
  const data::Tokenizer tokenizer = data::Tokenizer::Train(documents, kVocabulary);
  std::vector<Piece> pieces;
  for (int id = 0; id < kVocabulary; ++id) pieces.push_back(PieceOfSentencepiece(tokenizer.Piece(id)));
  const Vocabulary vocabulary = TraitsOf(pieces);
  const data::TokenizedCorpus tokens = data::Tokenize(tokenizer, documents);
  const std::vector<data::Window> windows = data::Windows(tokens, kTokens - 1);
  std::vector<Features> features;
  for (std::size_t w = 0; features.size() < kDocuments; w += kEvery) {
    features.emplace_back(data::WindowTokens(tokens, windows.at(w), kTokens - 1), vocabulary);
  }
  return features;
}

void Synthesise(benchmark::State& state, const Head& head, Score score) {
  static const std::vector<Features> documents = Documents();
  data::Random random(data::StreamKey(1, head.name));
  const Program planted = Parse(head.program);
  const Attention attention = AttentionOf(planted, documents, head.noise, random);
  SynthesisOptions options;
  options.score = score;
  Synthesis found;
  for (auto _ : state) found = programs::Synthesise(documents, attention.matrices, options);
  state.SetLabel(Print(found.program));
  state.counters["score"] = found.score;
  state.counters["planted"] = ScoreOf(planted, documents, attention.matrices, score);
  state.counters["tried"] = static_cast<double>(found.tried);
}

void Register() {
  for (const Head& head : kHeads) {
    benchmark::RegisterBenchmark(head.name, Synthesise, head, Score::kIou)
        ->Unit(benchmark::kSecond)
        ->Iterations(1);
  }
  for (const auto& [name, score] : {std::pair("six_terms/without_sink", Score::kIouWithoutSink),
                                    std::pair("six_terms/gain", Score::kGain)}) {
    benchmark::RegisterBenchmark(name, Synthesise, kHeads[4], score)->Unit(benchmark::kSecond)->Iterations(1);
  }
}

}  // namespace
}  // namespace retable::models::programs

int main(int argc, char** argv) {
  retable::models::programs::Register();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
