#include "training/text.h"

#include <ATen/ATen.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "data/random.h"
#include "data/token_file.h"
#include "training/text_files.h"

namespace retable::training {
namespace {

constexpr char kTokenizeProgram[] = "training/tokenize";

// The program lies beside this one's folder, in Bazel's output tree and in its runfiles alike.
std::filesystem::path FindTokenizeProgram() {
  const auto self = std::filesystem::read_symlink("/proc/self/exe");
  for (auto folder = self.parent_path(); folder != folder.root_path(); folder = folder.parent_path()) {
    if (std::filesystem::exists(folder / kTokenizeProgram)) return folder / kTokenizeProgram;
  }
  throw std::runtime_error(std::string("the program ") + kTokenizeProgram + " is not beside " +
                           self.string() + ": build //training:tokenize");
}

std::string Quoted(const std::string& argument) {
  std::string quoted = "'";
  for (const char c : argument) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace

void MakeText(const TextRecipe& recipe, const std::filesystem::path& folder) {
  // Bazel gives runfiles (the data sets) to this program only; the other one is to look there too.
  const auto runfiles = std::filesystem::read_symlink("/proc/self/exe").string() + ".runfiles";
  if (std::filesystem::exists(runfiles)) setenv("RUNFILES_DIR", runfiles.c_str(), /*overwrite=*/0);
  const std::string command = Quoted(FindTokenizeProgram().string()) + " " +
                              Quoted(nlohmann::json(recipe).dump()) + " " + Quoted(folder.string()) + " 2>&1";
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot start " + command);
  std::string printed;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) printed += static_cast<char>(c);
  const int status = pclose(pipe);
  if (printed.ends_with('\n')) printed.pop_back();
  if (WIFEXITED(status) && WEXITSTATUS(status) == kRecipeRefused) throw std::invalid_argument(printed);
  if (status != 0) throw std::runtime_error("tokenizing failed: " + printed);
}

Text ReadText(const std::filesystem::path& folder) {
  return {data::ReadTokens(folder / kTrainFile), data::ReadTokens(folder / kHeldOutFile),
          data::ReadTokens(folder / kReferenceFile)};
}

std::uint64_t EvaluationStream(const TextRecipe& recipe) {
  return data::StreamKey(recipe.split_seed, "evaluation windows");
}

WindowedCorpus::WindowedCorpus(const data::TokenizedCorpus& corpus, int context)
    : corpus_(corpus), context_(context), windows_(data::Windows(corpus, context)) {}

WindowedCorpus::Batch WindowedCorpus::Gather(const std::vector<int>& indices) const {
  const auto count = static_cast<std::int64_t>(indices.size());
  Batch batch{at::empty({count, context_}, at::kLong), at::empty({count, context_}, at::kLong)};
  auto* token = batch.tokens.data_ptr<std::int64_t>();
  auto* target = batch.targets.data_ptr<std::int64_t>();
  for (const int index : indices) {
    const auto tokens = data::WindowTokens(corpus_, windows_.at(index), context_);
    for (int t = 0; t < context_; ++t) {
      *token++ = tokens[t];
      *target++ = tokens[t + 1];
    }
  }
  return batch;
}

std::vector<int> WindowedCorpus::Sample(int windows, std::uint64_t stream_key) const {
  if (windows > size()) {
    throw std::invalid_argument("the recipe measures on " + std::to_string(windows) +
                                " windows, and the split has " + std::to_string(size()));
  }
  data::Random random(stream_key);
  std::vector<int> indices = data::Permutation(size(), random);
  indices.resize(windows);
  return indices;
}

std::vector<int> WindowedCorpus::OtherDocument(std::uint64_t stream_key) const {
  std::vector<std::vector<int>> windows_of;  // documents that have windows
  int document = -1;
  for (int i = 0; i < size(); ++i) {
    if (windows_[i].document != document) windows_of.emplace_back();
    document = windows_[i].document;
    windows_of.back().push_back(i);
  }
  if (windows_of.size() < 2) {
    throw std::invalid_argument(
        "shuffling between documents needs two documents with windows, and there are " +
        std::to_string(windows_of.size()));
  }
  data::Random random(stream_key);
  const std::vector<int> partner = data::Derangement(static_cast<int>(windows_of.size()), random);
  std::vector<int> other(windows_.size());
  for (std::size_t d = 0; d < windows_of.size(); ++d) {
    const std::vector<int>& from = windows_of[partner[d]];
    for (std::size_t k = 0; k < windows_of[d].size(); ++k) other[windows_of[d][k]] = from[k % from.size()];
  }
  return other;
}

}  // namespace retable::training
