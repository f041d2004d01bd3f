#include "training/state.h"

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include <stdexcept>

#include "data/safetensors.h"

namespace retable::training {
namespace {

constexpr char kStepsDone[] = "steps_done";
constexpr char kMeasurement[] = "measurement";
constexpr char kValues[] = "values";
constexpr char kMoments[] = "moments";

data::FloatArray ToArray(const at::Tensor& tensor) {
  const at::Tensor values = tensor.detach().to(at::kCPU, at::kFloat).contiguous();
  const float* begin = values.data_ptr<float>();
  return {values.sizes().vec(), {begin, begin + values.numel()}};
}

at::Tensor ToTensor(data::FloatArray& array) {
  return at::from_blob(array.values.data(), array.shape, at::kFloat).clone();
}

}  // namespace

void SaveWeights(const models::Weights& weights, const std::filesystem::path& file) {
  data::Safetensors content;
  for (const models::WeightSpec& spec : weights.layout())
    content.arrays[spec.name] = ToArray(weights[spec.name]);
  data::WriteSafetensors(file, content);
}

void LoadWeights(const std::filesystem::path& file, models::Weights& weights) {
  const c10::AutoGradMode no_gradients(false);
  const data::SafetensorsFile content(file);  // tensor by tensor: a teacher may have half a gigabyte
  for (const models::WeightSpec& spec : weights.layout()) {
    const auto found = content.arrays().find(spec.name);
    if (found == content.arrays().end() || found->second.shape != spec.shape) {
      throw std::runtime_error(file.string() + " holds no tensor " + spec.name + " of the model's shape");
    }
    data::FloatArray array = content.Floats(spec.name);
    at::Tensor weight = weights[spec.name];
    weight.copy_(at::from_blob(array.values.data(), array.shape, at::kFloat));
  }
  if (content.arrays().size() != weights.layout().size()) {
    throw std::runtime_error(file.string() + " holds tensors that the model does not have");
  }
}

void SaveCheckpoint(const std::filesystem::path& file, const models::Weights& weights,
                    const Optimizer& optimizer, const Measurement& so_far) {
  std::filesystem::create_directories(file.parent_path());
  data::Safetensors content;
  content.metadata = {{kStepsDone, std::to_string(optimizer.steps_done())},
                      {kMeasurement, ToJson(so_far).dump()}};
  content.arrays[kValues] = ToArray(weights.values());
  content.arrays[kMoments] = ToArray(optimizer.moments());
  const std::filesystem::path partial = file.string() + ".partial";
  data::WriteSafetensors(partial, content);
  std::filesystem::rename(partial, file);
}

bool LoadCheckpoint(const std::filesystem::path& file, models::Weights& weights, Optimizer& optimizer,
                    Measurement& so_far) {
  if (!std::filesystem::exists(file)) return false;
  try {
    data::Safetensors content = data::ReadSafetensors(file);
    const at::Tensor values = ToTensor(content.arrays.at(kValues));
    const at::Tensor moments = ToTensor(content.arrays.at(kMoments));
    if (values.sizes() != weights.values().sizes() || moments.sizes() != optimizer.moments().sizes()) {
      throw std::runtime_error("it belongs to another model");
    }
    so_far = MeasurementFromJson(nlohmann::json::parse(content.metadata.at(kMeasurement)));
    optimizer.Restore(moments, std::stoi(content.metadata.at(kStepsDone)));
    weights.values().copy_(values);
  } catch (const std::exception& error) {
    throw std::runtime_error("checkpoint " + file.string() + " cannot be used (" + error.what() +
                             "): delete it, and the run starts anew");
  }
  return true;
}

}  // namespace retable::training
