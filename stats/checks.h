// Refusals that many statistics share. Each throws Undefined with a sentence that names what was given.
#ifndef RETABLE_STATS_CHECKS_H_
#define RETABLE_STATS_CHECKS_H_

#include <cstddef>
#include <span>
#include <string_view>

namespace retable::stats {

// Every value is a finite number. `name` says what the values are, e.g. "difference".
void RequireFinite(std::span<const double> values, std::string_view name);

// No value is NaN; infinities pass (a run that never reached its threshold).
void RequireNumbers(std::span<const double> values, std::string_view name);

// Two columns pair up.
void RequireSameSize(std::size_t a, std::size_t b);

// At least `least` values.
void RequireAtLeast(std::size_t given, std::size_t least, std::string_view name);

// The work of a method that grows with its draws stays within kMostSteps, some ten seconds of one core.
// `remedy` ends the sentence, e.g. "ask for fewer draws".
inline constexpr double kMostSteps = 2e9;
void RequireWithinReach(double steps, std::string_view remedy);

bool DrawsWithinReach(std::size_t steps_of_one, std::size_t draws);

// A Monte Carlo test has a draw, and its draws times the steps of one stay within reach.
void RequireDraws(std::size_t steps_of_one, std::size_t draws);

// 0 < level < 1. `name` says which level, e.g. "confidence".
void RequireLevel(double level, std::string_view name);

}  // namespace retable::stats

#endif  // RETABLE_STATS_CHECKS_H_
