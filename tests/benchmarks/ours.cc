// ours FOLDER STEPS PASSES: the same training for us and for the peer in Python (peer.py).
//
// Writes into FOLDER the desk student's initial weights and STEPS batches. Then trains on them PASSES times
// over, and prints {"seconds", "tokens", "losses"}: the time of all steps but the first pass, and the loss of
// each step of the first pass, by which the driver sees that both train the same model.
#include <ATen/ATen.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "models/gpt.h"
#include "tests/benchmarks/desk_step.h"
#include "training/machine.h"
#include "training/optimizer.h"
#include "training/state.h"

namespace retable::benchmarks {
namespace {

void WriteInput(const std::filesystem::path& folder, const models::Weights& weights, const at::Tensor& tokens) {
  training::SaveWeights(weights, folder / "weights.safetensors");
  std::ofstream(folder / "recipe.json") << nlohmann::json(DeskStudent()).dump() << "\n";
  std::ofstream out(folder / "tokens.int64", std::ios::binary);
  out.write(reinterpret_cast<const char*>(tokens.data_ptr<std::int64_t>()),
            static_cast<std::streamsize>(tokens.numel() * sizeof(std::int64_t)));
}

void Train(const std::filesystem::path& folder, int steps, int passes) {
  const training::LanguageModelRecipe& recipe = DeskStudent();
  models::Weights weights(models::GptLayout(recipe.model), at::kCPU);
  models::Initialize(weights, 1);
  const at::Tensor tokens = RandomTokens(recipe, steps);
  WriteInput(folder, weights, tokens);
  training::Optimizer optimizer(recipe.optimizer, weights);
  std::vector<double> losses;
  auto start = std::chrono::steady_clock::now();
  for (int pass = 0; pass <= passes; ++pass) {
    if (pass == 1) start = std::chrono::steady_clock::now();
    for (int step = 0; step < steps; ++step) {
      const at::Tensor batch = tokens[step];
      const at::Tensor loss = models::GptLoss(recipe.model, weights, batch.narrow(1, 0, recipe.model.context),
                                              batch.narrow(1, 1, recipe.model.context));
      loss.backward();
      optimizer.Step();
      if (pass == 0) losses.push_back(loss.item<double>());
    }
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double trained = static_cast<double>(passes) * steps * recipe.batch * recipe.model.context;
  std::printf("%s\n", nlohmann::json{{"seconds", seconds}, {"tokens", trained}, {"losses", losses}}.dump().c_str());
}

}  // namespace
}  // namespace retable::benchmarks

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: ours FOLDER STEPS PASSES\n");
    return 2;
  }
  retable::training::PrepareProcess();
  retable::benchmarks::Train(argv[1], std::stoi(argv[2]), std::stoi(argv[3]));
}
