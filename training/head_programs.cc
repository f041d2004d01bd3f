#include "training/head_programs.h"

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <exception>
#include <mutex>
#include <span>
#include <thread>

#include "data/random.h"
#include "models/gpt.h"
#include "models/programs/assignment.h"
#include "models/programs/library.h"
#include "models/programs/measures.h"
#include "models/programs/print.h"
#include "models/programs/summary.h"
#include "models/programs/synthesis.h"
#include "training/model_artifacts.h"
#include "training/patterns_on_tokens.h"

// N windows, T tokens of a window.
namespace retable::training {
namespace {

using models::programs::DenseMatrix;
using models::programs::Features;
using models::programs::Library;
using nlohmann::json;

constexpr std::size_t kBatch = 16;  // windows in a forward pass; memory only

// Some windows of one split with the teacher's attention there.
struct Split {
  std::vector<Features> documents;                 // [N]
  std::vector<at::Tensor> attention;               // of each head [N, T, T]
  std::vector<std::vector<DenseMatrix>> matrices;  // the same as matrices, which look into `attention`
};

std::vector<Features> FeaturesOf(const at::Tensor& windows, const models::programs::Vocabulary& vocabulary) {
  const at::Tensor ids = windows.to(at::kInt).contiguous();
  const auto length = static_cast<std::size_t>(ids.size(1));
  std::vector<Features> features;
  for (std::int64_t d = 0; d < ids.size(0); ++d) {
    features.emplace_back(std::span(ids.data_ptr<std::int32_t>() + d * length, length), vocabulary);
  }
  return features;
}

Split ReadSplit(const TeacherRecipe& teacher, const data::TokenizedCorpus& corpus, int windows,
                const std::string& stream, const TrainContext& context) {
  const c10::AutoGradMode no_gradients(false);
  const TextRecipe& text = teacher.language_model.text;
  const models::GptShape& shape = teacher.language_model.model;
  const WindowedCorpus windowed(corpus, shape.context);
  const auto indices = windowed.Sample(windows, data::StreamKey(text.split_seed, stream));
  const at::Tensor tokens = windowed.Gather(indices).tokens;
  const models::TrainedGpt gpt = TeacherFor(teacher, context);
  const auto attention = [&](const at::Tensor& batch, const std::vector<models::Head>& heads) {
    return models::GptAttention(gpt, batch, heads);
  };
  Split split = {.documents = FeaturesOf(tokens, *VocabularyFor(text, context)),
                 .attention = OnTokens(attention, tokens.split(kBatch), models::AllHeads(shape)),
                 .matrices = {}};
  for (const at::Tensor& of_head : split.attention) split.matrices.push_back(Matrices(of_head));
  return split;
}

std::string NameIn(const std::string& kind, const models::Head& head) {
  return kind + "_" + std::to_string(head.layer) + "_" + std::to_string(head.head);
}
std::string OwnName(const models::Head& head) { return NameIn("own", head); }

std::string Told(const models::Head& head, models::programs::Score score,
                 const models::programs::Synthesis& found) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.3f", found.score);
  const std::string by = score == models::programs::Score::kGain ? "gain " : "IoU ";
  return models::Name(head) + ": " + models::programs::Print(found.program) + ", " + by + digits;
}

// One program a head, in the order of the heads.
std::vector<models::programs::Synthesis> SynthesiseAll(const std::vector<models::Head>& heads,
                                                       const Split& fitting, models::programs::Score score,
                                                       const HeadProgramsOptions& options) {
  std::vector<models::programs::Synthesis> found(heads.size());
  std::atomic<std::size_t> next = 0;
  std::mutex telling;
  std::exception_ptr failure;
  const auto work = [&] {
    for (std::size_t h = next++; h < heads.size(); h = next++) {
      try {
        found[h] = models::programs::Synthesise(fitting.documents, fitting.matrices[h], {.score = score});
        const std::lock_guard lock(telling);
        options.progress(Told(heads[h], score, found[h]));
      } catch (...) {
        const std::lock_guard lock(telling);
        failure = std::current_exception();
      }
    }
  };
  std::vector<std::thread> threads;
  for (int t = 1; t < options.threads; ++t) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
  return found;
}

json Measures(const models::programs::ProgramSummary& summary) {
  return {{"iou", summary.iou},
          {"input_dependence", summary.input_dependence},
          {"row_entropy", summary.row_entropy},
          {"first_token_mass", summary.first_token_mass},
          {"size", summary.size}};
}

// What of the teacher is fitted to, and judged on.
struct Splits {
  std::vector<models::Head> heads;
  Split fitting;
  Split held_out;
};

// Every head's own program and fit, and the rules written by hand; by name.
Library LibraryOf(const Splits& splits, const HeadProgramsOptions& options) {
  const auto own = SynthesiseAll(splits.heads, splits.fitting, models::programs::Score::kGain, options);
  const auto fits = SynthesiseAll(splits.heads, splits.fitting, models::programs::Score::kIou, options);
  Library library = models::programs::Rules();
  for (std::size_t h = 0; h < splits.heads.size(); ++h) {
    library.push_back({.name = OwnName(splits.heads[h]), .what = "", .program = own[h].program});
    library.push_back({.name = NameIn("fit", splits.heads[h]), .what = "", .program = fits[h].program});
  }
  std::sort(library.begin(), library.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return library;
}

// Head h: its three programs, and what each measures on held-out documents.
json HeadEntry(const Splits& splits, std::size_t h, const Library& library,
               const models::programs::BestFit& best, std::uint64_t seed) {
  const std::string own_name = OwnName(splits.heads[h]);
  const auto wrong = models::programs::EntropyMatched(
      splits.fitting.documents, library, {.own = own_name, .best_fit = best.name, .seed = seed, .head = h});
  const auto measure = [&](const models::programs::Program& program) {
    return Measures(
        models::programs::Summarise(program, splits.held_out.documents, splits.held_out.matrices[h]));
  };
  const auto& own = models::programs::FindProgram(library, own_name).program;
  const auto& fit = models::programs::FindProgram(library, best.name).program;
  return {{"own", models::programs::Print(own)},
          {"best_fit", best.name},
          {"best_fit_fitted_iou", best.iou},
          {"entropy_matched", models::programs::Print(wrong.program)},
          {"entropy_matched_from", wrong.name},
          {"held_out",
           {{"own", measure(own)}, {"best_fit", measure(fit)}, {"entropy_matched", measure(wrong.program)}}}};
}

}  // namespace

json SynthesiseHeadPrograms(const TeacherRecipe& teacher, const TrainContext& context,
                            const HeadProgramsOptions& options) {
  const auto text = TextFor(teacher.language_model.text, context);
  const Splits splits = {
      .heads = models::AllHeads(teacher.language_model.model),
      .fitting = ReadSplit(teacher, text->reference, options.windows, "synthesis windows", context),
      .held_out = ReadSplit(teacher, text->held_out, options.windows, "judged windows", context)};
  const Library library = LibraryOf(splits, options);
  const std::vector<std::span<const DenseMatrix>> of_heads(splits.fitting.matrices.begin(),
                                                           splits.fitting.matrices.end());
  const auto best = models::programs::BestFits(splits.fitting.documents, of_heads, library);
  json whole = {{"teacher", Key(TeacherOf(teacher))}, {"windows", options.windows}};
  for (const auto& entry : library) whole["library"][entry.name] = models::programs::Print(entry.program);
  for (std::size_t h = 0; h < splits.heads.size(); ++h) {
    whole["heads"][models::Name(splits.heads[h])] =
        HeadEntry(splits, h, library, best[h], teacher.language_model.text.split_seed);
  }
  return whole;
}

}  // namespace retable::training
