#include "training/language_model.h"

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

#include "data/random.h"
#include "data/sha256.h"
#include "models/gpt.h"
#include "training/optimizer.h"
#include "training/state.h"
#include "training/thresholds.h"

// B windows of a batch, T tokens of a window.
namespace retable::training {
namespace {

// A split with, for shuffled patterns, the window of another document whose pattern each window gets.
struct PairedCorpus {
  WindowedCorpus windows;
  std::vector<int> pattern_window;

  PairedCorpus(const data::TokenizedCorpus& corpus, int context, bool shuffled, std::uint64_t stream_key)
      : windows(corpus, context), pattern_window(windows.size()) {
    for (int i = 0; i < windows.size(); ++i) pattern_window[i] = i;
    if (shuffled) pattern_window = windows.OtherDocument(stream_key);
  }
};

class Training {
 public:
  Training(const LanguageModelRun& run, std::uint64_t seed, const Text& text, const models::Pattern& pattern,
           const TrainContext& context)
      : run_(run),
        recipe_(run.language_model),
        pattern_(pattern),
        context_(context),
        device_(FindDevice(context.device)),
        train_(text.train, recipe_.model.context, Shuffled(), data::StreamKey(seed, "derangement")),
        held_out_(text.held_out, recipe_.model.context, Shuffled(),
                  data::StreamKey(seed, "derangement held out")),
        order_(train_.windows.size(), recipe_.batch,
               data::StreamKey(seed, "data_order", {static_cast<std::uint64_t>(run.replicate)})),
        weights_(std::make_unique<models::Weights>(models::GptLayout(recipe_.model, BiasedHeads()), device_)),
        optimizer_(recipe_.optimizer, *weights_) {
    models::Initialize(*weights_, seed);
    measurement_.thresholds = context.thresholds;
    // Without the weights of biases, which a baseline does not have.
    measurement_.ledger.initial_weights =
        models::Hash(*weights_, models::ParameterCount(models::GptLayout(recipe_.model)));
    measurement_.ledger.data_order = HashOfOrder();
    PrepareEvaluation();
  }

  TrainedLanguageModel Run() {
    if (!Resume()) Evaluate();
    auto last_checkpoint = std::chrono::steady_clock::now();
    while (!measurement_.failure && !Finished()) {
      Step();
      context_.progress(optimizer_.steps_done(), recipe_.steps);
      if (std::chrono::steady_clock::now() - last_checkpoint < context_.checkpoint_every) continue;
      SaveCheckpoint(context_.checkpoint, *weights_, optimizer_, measurement_);
      last_checkpoint = std::chrono::steady_clock::now();
    }
    measurement_.ledger.final_weights = models::Hash(*weights_);
    measurement_.metrics["steps"] = optimizer_.steps_done();
    if (!measurement_.failure) MeasureEnd();  // after a failure nothing need be finite
    return {std::move(weights_), std::move(measurement_)};
  }

 private:
  // Goes on from the checkpoint, if there is one.
  bool Resume() {
    const Ledger fresh = measurement_.ledger;
    if (!LoadCheckpoint(context_.checkpoint, *weights_, optimizer_, measurement_)) return false;
    if (measurement_.ledger == fresh) return true;
    throw std::runtime_error("checkpoint " + context_.checkpoint.string() +
                             " belongs to another run: delete it, and this run starts anew");
  }

  void MeasureEnd() {
    measurement_.metrics["final_loss"] = measurement_.curve.back().loss;
    for (const models::Head& head : BiasedHeads()) {
      measurement_.metrics["prior_weight " + models::Name(head)] =
          (*weights_)[models::PriorWeightName(head)].item<double>();
    }
  }

  bool IsBias() const { return run_.injection && run_.injection->is_bias; }

  std::vector<models::Head> BiasedHeads() const {
    return IsBias() ? run_.injection->heads : std::vector<models::Head>();
  }

  bool Shuffled() const { return run_.injection && run_.injection->shuffled; }

  std::vector<models::Injection> Inject(const std::vector<at::Tensor>& patterns) const {
    std::vector<models::Injection> injections;
    const auto mode = IsBias() ? models::InjectionMode::kBias : models::InjectionMode::kHold;
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      injections.push_back({run_.injection->heads[i], patterns[i], mode});
    }
    return injections;
  }

  // The patterns of these windows, one tensor for each held head.
  std::vector<at::Tensor> Patterns(const PairedCorpus& corpus, const std::vector<int>& indices) const {
    if (!run_.injection) return {};
    std::vector<int> of_windows;
    for (const int index : indices) of_windows.push_back(corpus.pattern_window[index]);
    const c10::AutoGradMode no_gradients(false);
    auto patterns = pattern_(corpus.windows.Gather(of_windows).tokens, run_.injection->heads);
    for (at::Tensor& one : patterns) one = one.to(device_);
    return patterns;
  }

  void Step() {
    const std::vector<int> indices = order_.Step(optimizer_.steps_done());
    const auto batch = train_.windows.Gather(indices);
    const at::Tensor loss =
        models::GptLoss(recipe_.model, *weights_, batch.tokens.to(device_), batch.targets.to(device_),
                        Inject(Patterns(train_, indices)), recipe_.precision);
    loss.backward();
    const double norm = optimizer_.Step();
    if (!std::isfinite(norm)) return Fail("the gradient", norm, optimizer_.steps_done() + 1);
    if (optimizer_.steps_done() % recipe_.evaluation.every == 0 || optimizer_.steps_done() == recipe_.steps) {
      Evaluate();
    }
  }

  // The fixed held-out windows, and what the held heads look at there.
  void PrepareEvaluation() {
    if (recipe_.evaluation.every < 1 || recipe_.evaluation.windows < 1) {
      throw std::invalid_argument(
          "a recipe must evaluate at least every so many steps and on at least one window: " +
          nlohmann::json(recipe_.evaluation).dump());
    }
    const std::vector<int> indices =
        held_out_.windows.Sample(recipe_.evaluation.windows, EvaluationStream(recipe_.text));
    for (std::size_t first = 0; first < indices.size(); first += recipe_.batch) {
      const auto last = std::min(indices.size(), first + recipe_.batch);
      const std::vector<int> part(indices.begin() + first, indices.begin() + last);
      const auto batch = held_out_.windows.Gather(part);
      evaluation_.push_back({batch.tokens.to(device_), batch.targets.to(device_), Patterns(held_out_, part)});
    }
  }

  void Evaluate() {
    const c10::AutoGradMode no_gradients(false);
    double sum = 0;
    for (const EvaluationBatch& batch : evaluation_) {
      const at::Tensor loss = models::GptLoss(recipe_.model, *weights_, batch.tokens, batch.targets,
                                              Inject(batch.patterns), recipe_.precision);
      sum += loss.item<double>() * static_cast<double>(batch.tokens.size(0));
    }
    const double loss = sum / recipe_.evaluation.windows;
    if (!std::isfinite(loss)) return Fail("the held-out loss", loss, optimizer_.steps_done());
    measurement_.curve.push_back({optimizer_.steps_done(), loss});
  }

  void Fail(const std::string& what, double value, int step) {
    measurement_.failure =
        Failure{FailureCause::kMethod, what + " is " + (std::isnan(value) ? "NaN" : "infinite") +
                                           " at step " + std::to_string(step)};
  }

  bool Finished() const {
    if (optimizer_.steps_done() >= recipe_.steps) return true;
    return !context_.thresholds.empty() &&
           std::all_of(context_.thresholds.begin(), context_.thresholds.end(),
                       [&](double loss) { return CrossingStep(measurement_.curve, loss).has_value(); });
  }

  // Over the whole budget, whether or not the run stops before.
  std::string HashOfOrder() {
    data::Sha256 hash;
    for (int step = 0; step < recipe_.steps; ++step) {
      const std::vector<int> indices = order_.Step(step);
      hash.Update(indices.data(), indices.size() * sizeof(int));
    }
    return hash.Hex();
  }

  struct EvaluationBatch {
    at::Tensor tokens, targets;        // [B, T]
    std::vector<at::Tensor> patterns;  // one for each held head
  };

  const LanguageModelRun& run_;
  const LanguageModelRecipe& recipe_;
  const models::Pattern& pattern_;
  const TrainContext& context_;
  at::Device device_;
  PairedCorpus train_;
  PairedCorpus held_out_;
  data::BatchOrder order_;
  std::unique_ptr<models::Weights> weights_;
  Optimizer optimizer_;
  std::vector<EvaluationBatch> evaluation_;
  Measurement measurement_;
};

}  // namespace

at::Device FindDevice(const std::string& name) {
  if (name == "cpu" || (name == "auto" && !at::hasCUDA())) return at::kCPU;
  if (!at::hasCUDA()) {
    throw std::runtime_error("--device=" + name +
                             ": this libtorch finds no CUDA device; use --device=cpu, or set " +
                             "LIBTORCH to a libtorch with CUDA");
  }
  return at::kCUDA;
}

TrainedLanguageModel TrainLanguageModel(const LanguageModelRun& run, std::uint64_t seed, const Text& text,
                                        const models::Pattern& pattern, const TrainContext& context) {
  const c10::AutoGradMode gradients(true);  // whatever the caller is about
  return Training(run, seed, text, pattern, context).Run();
}

}  // namespace retable::training
