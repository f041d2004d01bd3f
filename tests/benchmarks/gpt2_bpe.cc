// How fast is GPT-2's tokenizer, and how much memory does it take? On the Brown corpus, with words remembered
// and from the start; on one hostile word of n bytes; and reading the vocabulary.
#include "data/gpt2_bpe.h"

#include <benchmark/benchmark.h>
#include <malloc.h>

#include <string>

#include "data/brown.h"
#include "data/random.h"

namespace retable::data {
namespace {

double HeapMegabytes() { return static_cast<double>(mallinfo2().uordblks) / 1e6; }

std::int64_t EncodeAll(Gpt2Tokenizer& tokenizer, const std::vector<Document>& documents) {
  std::int64_t tokens = 0;
  for (const Document& document : documents)
    tokens += static_cast<std::int64_t>(tokenizer.Encode(document.text).size());
  return tokens;
}

// `remembered` MB: what the words of the corpus add to the tokenizer; `vocabulary` MB: the rest of it.
void BrownFromTheStart(benchmark::State& state) {
  const std::vector<Document> documents = LoadBrown();
  const Gpt2Vocabulary vocabulary = LoadGpt2Vocabulary();
  std::int64_t tokens = 0;
  for ([[maybe_unused]] auto _ : state) {
    state.PauseTiming();
    const double before = HeapMegabytes();
    Gpt2Tokenizer tokenizer(vocabulary);
    const double empty = HeapMegabytes();
    state.ResumeTiming();
    tokens += EncodeAll(tokenizer, documents);
    state.PauseTiming();
    state.counters["vocabulary MB"] = empty - before;
    state.counters["remembered MB"] = HeapMegabytes() - empty;
    state.ResumeTiming();
  }
  state.SetItemsProcessed(tokens);
}
BENCHMARK(BrownFromTheStart)->Unit(benchmark::kMillisecond);

void BrownRemembered(benchmark::State& state) {
  const std::vector<Document> documents = LoadBrown();
  Gpt2Tokenizer tokenizer(LoadGpt2Vocabulary());
  EncodeAll(tokenizer, documents);
  std::int64_t tokens = 0;
  for ([[maybe_unused]] auto _ : state) tokens += EncodeAll(tokenizer, documents);
  state.SetItemsProcessed(tokens);
}
BENCHMARK(BrownRemembered)->Unit(benchmark::kMillisecond);

void OneHostileWord(benchmark::State& state) {
  Gpt2Tokenizer tokenizer(LoadGpt2Vocabulary());
  Random random(StreamKey(1, "hostile"));
  std::string word;
  for (std::int64_t i = 0; i < state.range(0); ++i) word += static_cast<char>('a' + random.Below(26));
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(tokenizer.Encode(word));
  state.SetComplexityN(state.range(0));
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(OneHostileWord)->RangeMultiplier(8)->Range(1 << 10, 1 << 19)->Complexity(benchmark::oNLogN);

void ReadingTheVocabulary(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(LoadGpt2Vocabulary());
}
BENCHMARK(ReadingTheVocabulary)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace retable::data

BENCHMARK_MAIN();
