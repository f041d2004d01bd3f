// The sizes at which the injection tables run: student, teacher, blocks, seeds, thresholds. One place for all
// of them, so that a baseline or a teacher that two tables name is trained once.
#ifndef RETABLE_SUITES_INJECTION_SCALES_H_
#define RETABLE_SUITES_INJECTION_SCALES_H_

#include <string>
#include <vector>

#include "suites/table.h"

namespace retable::suites::injection {

// Seconds, for tests of the wiring. Never evidence.
Scale Smoke();
// A CPU, minutes to hours.
Scale Desk();
// The paper's size: a GPU, TinyStories and GPT-2's weights.
Scale Paper();

// The three above, with what a table departs in beside that (departures.h).
std::vector<Scale> Scales(const std::vector<std::string>& departures = {});

// The scale of that id; throws std::invalid_argument that lists the valid ones.
Scale FindScale(const std::string& id);

// Every head of the model as a block of its own, named "layer.head", in that order.
std::vector<Block> OneHeadPerBlock(const models::GptShape& model);

}  // namespace retable::suites::injection

#endif  // RETABLE_SUITES_INJECTION_SCALES_H_
