// A result as one line of a store: canonical JSON whose first member is the checksum of all the rest.
//
// The checksum is taken over the text itself, so a line can be checked and indexed without building a JSON
// tree: that is what lets a store of 100,000 results open in a second.
#ifndef RETABLE_TRAINING_RESULT_LINE_H_
#define RETABLE_TRAINING_RESULT_LINE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "training/run.h"

namespace retable::training {

// The line without its newline. Throws std::domain_error that names the number where the
// result holds one that JSON cannot (NaN, infinity).
std::string ToLine(const Result& result);

// What an index needs of a line. The views point into the line.
struct LineHead {
  std::string_view key;
  std::string_view trainer;  // as a JSON string without its quotes
  std::string_view recipe;
  std::uint64_t seed = 0;
  std::optional<FailureCause> failure;
};

// Checks the checksum and the key. Throws std::runtime_error that says what is wrong with the line.
LineHead ReadHead(std::string_view line);

// The same checks, and everything in the line.
Result ResultFromLine(std::string_view line);

// The text of the part that a second training must repeat; equal where the measurements are.
std::string MeasurementText(std::string_view line);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_RESULT_LINE_H_
