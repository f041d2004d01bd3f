// Made-up results for the reports' tests: no training, no randomness, no mathematical library, so the same
// bits anywhere.
//
// A curve falls as 3 + 4 / (1 + t / 100), where t is the step times 1 + speed: a run of speed s reaches every
// threshold in 1 / (1 + s) of the steps, up to the interpolation between evaluations.
#ifndef RETABLE_TESTS_REPORTS_SYNTHETIC_H_
#define RETABLE_TESTS_REPORTS_SYNTHETIC_H_

#include <functional>
#include <map>
#include <string>

#include "reports/runs.h"
#include "suites/table.h"

namespace retable::reports {

// Eight heads, two seeds, three baselines a seed, thresholds at 30, 50 and 70 % of 400 steps; programs for every head,
// and a library of six.
suites::Scale SyntheticScale();

// The table with that scale alone; one whose blocks are sets of heads keeps those of its first scale.
suites::Table WithSyntheticScale(suites::Table table);

// injection/patterns with that scale, its first three claims and the four arms that they name.
suites::Table SmallPatterns();

// The speed of a cell; a speed below -0.5 misses the last threshold.
using SpeedOf = std::function<double(const suites::Cell&)>;

// A training of that speed; what trains nothing measures numbers that depend on arm and block alone.
training::Result SyntheticResult(const suites::Cell& cell, const suites::Scale& scale, double speed);

// Every cell's result, by key.
using Results = std::map<std::string, training::Result>;
Results SyntheticResults(const suites::Table& table, const suites::Scale& scale, const SpeedOf& speed);

// Speeds as the paper has them, with a little spread from head to head and seed to seed, and noisy baselines.
double PaperLikeSpeed(const suites::Table& table, const suites::Cell& cell);

// The results must outlive the answer.
Lookup LookupIn(const Results& results);

// What the golden reports are made of: paper-like speeds, and in injection/patterns also one run that was not
// run, one whose loss became NaN, one censored and one that the machine broke.
Results GoldenResults(const suites::Table& table);

}  // namespace retable::reports

#endif  // RETABLE_TESTS_REPORTS_SYNTHETIC_H_
