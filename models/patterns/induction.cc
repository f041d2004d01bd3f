// Just after each previous occurrence of the current token: keys j + 1 with id[j] == id[i], j < i. Where the
// occurrence is the token just before, that key is token i itself.
#include "models/patterns/rule.h"

namespace retable::models {

PatternKind Induction() {
  const Rule rule = [](std::span<const std::int64_t> tokens) {
    std::vector<int> keys;
    for (std::size_t j = 0; j + 1 < tokens.size(); ++j) {
      if (tokens[j] == tokens.back()) keys.push_back(static_cast<int>(j) + 1);
    }
    return keys;
  };
  return {.name = "induction",
          .what = "just after each previous occurrence of the current token",
          .needs = {},
          .reads_tokens = true,
          .make = [rule](const PatternSource&) { return RulePattern(rule); }};
}

}  // namespace retable::models
