#include "training/state.h"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "tests/faults/folder.h"
#include "tests/training/sample_result.h"

namespace retable::training {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::vector<models::WeightSpec> Layout() {
  return {{.name = "matrix", .shape = {5, 3}, .stddev = 1, .decays = true},
          {.name = "bias", .shape = {6}, .stddev = 1}};
}

// A model in the midst of its training.
struct State {
  models::Weights weights;
  Optimizer optimizer;
  Measurement measurement;

  explicit State(std::vector<models::WeightSpec> layout = Layout())
      : weights(std::move(layout), at::kCPU),
        optimizer({.learning_rate = 0.1,
                   .decay_steps = 10,
                   .beta1 = 0.9,
                   .beta2 = 0.9,
                   .epsilon = 1e-8,
                   .clip_norm = 1},
                  weights) {}

  void Train(int steps) {
    models::Initialize(weights, 1);
    for (int step = 0; step < steps; ++step) {
      weights.gradients().fill_(step + 0.3F);
      optimizer.Step();
    }
    measurement = SampleResult(1).measurement;
  }
};

class StateTest : public ::testing::Test {
 protected:
  const faults::Folder folder_;
  const std::filesystem::path file_ = folder_.path() / "below" / "checkpoint";

  std::string Bytes() const {
    std::ifstream in(file_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  void Write(const std::string& bytes) const { std::ofstream(file_, std::ios::binary) << bytes; }
};

TEST_F(StateTest, WeightsComeBackBitForBit) {
  State saved, loaded;
  saved.Train(3);
  std::filesystem::create_directories(file_.parent_path());
  SaveWeights(saved.weights, file_);
  LoadWeights(file_, loaded.weights);
  EXPECT_TRUE(at::equal(loaded.weights.values(), saved.weights.values()));
}

TEST_F(StateTest, WeightsOfAnotherModelAreRefusedWithFileAndTensor) {
  State saved;
  std::filesystem::create_directories(file_.parent_path());
  SaveWeights(saved.weights, file_);
  const auto refusal = [&](std::vector<models::WeightSpec> layout) {
    models::Weights weights(std::move(layout), at::kCPU);
    return MessageOf([&] { LoadWeights(file_, weights); });
  };
  auto more = Layout(), reshaped = Layout(), fewer = Layout();
  more.push_back({.name = "gain", .shape = {2}});
  reshaped[0].shape = {3, 5};
  fewer.pop_back();
  EXPECT_EQ(refusal(more), file_.string() + " holds no tensor gain of the model's shape");
  EXPECT_EQ(refusal(reshaped), file_.string() + " holds no tensor matrix of the model's shape");
  EXPECT_EQ(refusal(fewer), file_.string() + " holds tensors that the model does not have");
}

TEST_F(StateTest, ACheckpointComesBackBitForBit) {
  State saved, loaded;
  saved.Train(3);
  SaveCheckpoint(file_, saved.weights, saved.optimizer, saved.measurement);
  ASSERT_TRUE(LoadCheckpoint(file_, loaded.weights, loaded.optimizer, loaded.measurement));
  EXPECT_TRUE(at::equal(loaded.weights.values(), saved.weights.values()));
  EXPECT_TRUE(at::equal(loaded.optimizer.moments(), saved.optimizer.moments()));
  EXPECT_EQ(loaded.optimizer.steps_done(), 3);
  EXPECT_EQ(loaded.measurement, saved.measurement);
}

TEST_F(StateTest, ALaterCheckpointReplacesTheFileAndLeavesNoOther) {
  State saved, loaded;
  for (const int steps : {1, 2}) {
    saved.Train(steps);
    SaveCheckpoint(file_, saved.weights, saved.optimizer, saved.measurement);
  }
  LoadCheckpoint(file_, loaded.weights, loaded.optimizer, loaded.measurement);
  EXPECT_EQ(loaded.optimizer.steps_done(), 3);
  int files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(file_.parent_path())) ++files;
  EXPECT_EQ(files, 1);
}

TEST_F(StateTest, WithoutAFileNothingIsRestored) {
  State fresh;
  fresh.Train(2);
  const at::Tensor values = fresh.weights.values().clone();
  EXPECT_FALSE(LoadCheckpoint(file_, fresh.weights, fresh.optimizer, fresh.measurement));
  EXPECT_TRUE(at::equal(fresh.weights.values(), values));
  EXPECT_EQ(fresh.optimizer.steps_done(), 2);
}

TEST_F(StateTest, ATruncatedCheckpointIsRefusedWithTheRemedyAndRestoresNothing) {
  State saved;
  saved.Train(3);
  SaveCheckpoint(file_, saved.weights, saved.optimizer, saved.measurement);
  const std::string whole = Bytes();
  for (std::size_t length = 0; length < whole.size(); length += 7) {
    Write(whole.substr(0, length));
    State loaded;
    EXPECT_THAT(
        MessageOf([&] { LoadCheckpoint(file_, loaded.weights, loaded.optimizer, loaded.measurement); }),
        AllOf(HasSubstr("checkpoint " + file_.string() + " cannot be used"),
              HasSubstr("delete it, and the run starts anew")));
    EXPECT_EQ(loaded.optimizer.steps_done(), 0);
    EXPECT_EQ(loaded.weights.values().count_nonzero().item<std::int64_t>(), 0);
  }
}

TEST_F(StateTest, ACheckpointOfAnotherModelIsRefused) {
  State saved;
  SaveCheckpoint(file_, saved.weights, saved.optimizer, saved.measurement);
  State other({{.name = "matrix", .shape = {5, 4}, .decays = true}});
  EXPECT_THAT(MessageOf([&] { LoadCheckpoint(file_, other.weights, other.optimizer, other.measurement); }),
              AllOf(HasSubstr("it belongs to another model"), HasSubstr("delete it")));
}

TEST_F(StateTest, AFileOfWeightsIsNoCheckpoint) {
  State saved;
  std::filesystem::create_directories(file_.parent_path());
  SaveWeights(saved.weights, file_);
  EXPECT_THAT(MessageOf([&] { LoadCheckpoint(file_, saved.weights, saved.optimizer, saved.measurement); }),
              HasSubstr("cannot be used"));
}

}  // namespace
}  // namespace retable::training
