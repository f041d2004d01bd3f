// Results for tests: everything follows from a number.
#ifndef RETABLE_TESTS_TRAINING_SAMPLE_RESULT_H_
#define RETABLE_TESTS_TRAINING_SAMPLE_RESULT_H_

#include <cstdint>
#include <string>

#include "training/run.h"

namespace retable::training {

inline Run SampleRun(std::uint64_t seed, const std::string& recipe = "{\"steps\":500,\"width\":64}") {
  return {.trainer = "sample/1", .recipe = recipe, .seed = seed};
}

inline Result SampleResult(std::uint64_t seed) {
  Result result{.run = SampleRun(seed), .measurement = {}, .provenance = {}};
  result.measurement.curve = {{.step = 0, .loss = 7.0},
                              {.step = 500, .loss = 1.0 / (3 + static_cast<double>(seed))}};
  result.measurement.thresholds = {0.1, 1e-300};
  result.measurement.metrics = {{"final_loss", 0.1 + 0.2}};
  result.measurement.ledger = {.initial_weights = "a", .data_order = "b", .final_weights = "c"};
  result.provenance.cpu = "a \"quoted\" name";
  result.provenance.data = {{"brown", "12ab"}};
  result.provenance.seconds = 12.5;
  return result;
}

// What `call` says when it throws; empty if it does not.
template <typename Call>
std::string MessageOf(Call call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

}  // namespace retable::training

#endif  // RETABLE_TESTS_TRAINING_SAMPLE_RESULT_H_
