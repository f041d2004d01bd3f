// Patterns that follow from token ids alone: row i spreads its attention evenly over the keys that a rule
// names, and looks at token 0 where the rule names none. (Token 0 is also the fallback of the published
// program libraries, and where trained heads rest when they find nothing.)
#ifndef RETABLE_MODELS_PATTERNS_RULE_H_
#define RETABLE_MODELS_PATTERNS_RULE_H_

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "models/patterns/pattern.h"

namespace retable::models {

// The keys, each at most i, that token i looks at; tokens are 0 ... i.
using Rule = std::function<std::vector<int>(std::span<const std::int64_t> tokens)>;

// The same for every head.
Pattern RulePattern(Rule rule);

}  // namespace retable::models

#endif  // RETABLE_MODELS_PATTERNS_RULE_H_
