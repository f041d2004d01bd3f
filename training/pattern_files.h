// Files of patterns that recipes name by their SHA-256: where they lie, and what is in them.
#ifndef RETABLE_TRAINING_PATTERN_FILES_H_
#define RETABLE_TRAINING_PATTERN_FILES_H_

#include <memory>
#include <string>
#include <vector>

#include "models/gpt_shape.h"
#include "models/patterns/pattern_file.h"

namespace retable::training {

// The matrices of these heads: of the file that --patterns names (supplied_pattern.h) or else
// $RETABLE_DATA/patterns/<SHA-256>.safetensors. The hash of its bytes is checked before they are used. A worker keeps what
// it read last, because its next run very likely needs the same; whoever holds it keeps it whatever is read after it.
//
// Throws std::runtime_error that says where to put it if it is neither place, or one there has other bytes; and what
// models::ReadPatternFile throws.
std::shared_ptr<const models::PatternFile> PatternFileOf(const std::string& sha256,
                                                         const std::vector<models::Head>& heads, int context);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_PATTERN_FILES_H_
