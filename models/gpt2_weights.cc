#include "models/gpt2_weights.h"

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "data/catalog.h"
#include "data/safetensors.h"
#include "models/gpt.h"

namespace retable::models {
namespace {

constexpr char kPrefix[] = "transformer.";
constexpr char kTokens[] = "wte.weight";
constexpr char kPositions[] = "wpe.weight";

// A matrix of a layer, which GPT-2 stores [in, out].
bool IsTransposed(const WeightSpec& spec) { return spec.name.starts_with("h.") && spec.shape.size() == 2; }

std::string ToText(const std::vector<std::int64_t>& shape) {
  std::string text = "[";
  for (const std::int64_t size : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "]";
}

class Gpt2File {
 public:
  Gpt2File(const std::filesystem::path& path, const std::vector<std::int64_t>& ids)
      : path_(path),
        file_(path),
        ids_(ids),
        prefix_(file_.arrays().contains(std::string(kPrefix) + kPositions) ? kPrefix : "") {}

  void ReadInto(const WeightSpec& spec, at::Tensor weight) {
    const std::string name = prefix_ + spec.name;
    read_.insert(name);
    const auto found = file_.arrays().find(name);
    if (found == file_.arrays().end()) Refuse("it has no tensor " + name);
    CheckShape(name, spec, found->second.shape);
    data::FloatArray array = file_.Floats(name);
    at::Tensor tensor = at::from_blob(array.values.data(), array.shape, at::kFloat);
    if (!at::isfinite(tensor).all().item<bool>())
      Refuse("tensor " + name + " holds a value that is not finite");
    if (spec.name == kPositions) tensor = tensor.narrow(0, 0, spec.shape[0]);
    if (spec.name == kTokens && !ids_.empty()) tensor = RowsOfIds(tensor);
    if (IsTransposed(spec)) tensor = tensor.t();
    weight.copy_(tensor);
  }

  // What has been read is all there is, but for the masks.
  void CheckNothingElse(int layers) const {
    std::set<std::string> known = read_;
    for (int layer = 0; layer < layers; ++layer) {
      for (const char* mask : {".attn.bias", ".attn.masked_bias"}) {
        known.insert(prefix_ + "h." + std::to_string(layer) + mask);
      }
    }
    for (const auto& [name, place] : file_.arrays()) {
      if (!known.contains(name)) Refuse("tensor " + name + " has no place in this model");
    }
  }

 private:
  at::Tensor RowsOfIds(const at::Tensor& rows) const {
    for (const std::int64_t id : ids_) {
      if (id >= 0 && id < rows.size(0)) continue;
      throw std::invalid_argument("token " + std::to_string(id) + " is none of the " +
                                  std::to_string(rows.size(0)) + " of " + path_.string());
    }
    return rows.index_select(0, at::tensor(ids_, at::kLong));
  }

  void CheckShape(const std::string& name, const WeightSpec& spec,
                  const std::vector<std::int64_t>& shape) const {
    std::vector<std::int64_t> expected = spec.shape;
    if (IsTransposed(spec)) std::swap(expected[0], expected[1]);
    const bool may_have_more = spec.name == kPositions || (spec.name == kTokens && !ids_.empty());
    if (may_have_more && shape.size() == 2 && shape[0] > expected[0]) expected[0] = shape[0];
    if (shape != expected) Refuse("tensor " + name + " is " + ToText(shape) + ", not " + ToText(expected));
  }

  [[noreturn]] void Refuse(const std::string& why) const {
    throw std::runtime_error(path_.string() + " does not hold this GPT-2: " + why);
  }

  std::filesystem::path path_;
  data::SafetensorsFile file_;
  std::vector<std::int64_t> ids_;
  std::string prefix_;
  std::set<std::string> read_;
};

}  // namespace

std::filesystem::path FindGpt2Weights() {
  const data::Dataset& dataset = data::FindDataset("gpt2");
  return data::VerifyFile(dataset, dataset.files.front(), data::DatasetFolder(dataset));
}

Weights ReadGpt2Weights(const std::filesystem::path& file, const GptShape& shape, at::Device device,
                        const std::vector<std::int64_t>& ids) {
  if (!ids.empty() && static_cast<int>(ids.size()) != shape.vocabulary) {
    throw std::invalid_argument(std::to_string(ids.size()) +
                                " tokens of GPT-2 are named for a vocabulary of " +
                                std::to_string(shape.vocabulary));
  }
  const c10::AutoGradMode no_gradients(false);
  Weights weights(GptLayout(shape), device);
  Gpt2File source(file, ids);
  for (const WeightSpec& spec : weights.layout()) {
    source.ReadInto(spec, weights[spec.name]);
  }
  source.CheckNothingElse(shape.layers);
  return weights;
}

}  // namespace retable::models
