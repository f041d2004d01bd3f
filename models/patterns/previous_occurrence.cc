// Each previous occurrence of the current token: keys j with id[j] == id[i], j < i; the token itself is none.
#include "models/patterns/rule.h"

namespace retable::models {

PatternKind PreviousOccurrence() {
  const Rule rule = [](std::span<const std::int64_t> tokens) {
    std::vector<int> keys;
    for (std::size_t j = 0; j + 1 < tokens.size(); ++j) {
      if (tokens[j] == tokens.back()) keys.push_back(static_cast<int>(j));
    }
    return keys;
  };
  return {.name = "previous_occurrence",
          .what = "each previous occurrence of the current token",
          .needs = {},
          .reads_tokens = true,
          .make = [rule](const PatternSource&) { return RulePattern(rule); }};
}

}  // namespace retable::models
