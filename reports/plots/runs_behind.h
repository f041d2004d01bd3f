// Which runs stand behind a mark that is a mean over seeds? Seeds and short keys, for the tooltips; a key
// finds the run in the store and in the report's table of runs.
//
// A run is behind a head's mean where it has a response: what was not run, or what the machine broke, is not.
// The baselines of a seed stand behind all of its runs and are not named again.
#ifndef RETABLE_REPORTS_PLOTS_RUNS_BEHIND_H_
#define RETABLE_REPORTS_PLOTS_RUNS_BEHIND_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "reports/material.h"

namespace retable::reports::plots {

using KeyOfSeed = std::map<std::uint64_t, std::string>;  // short keys

// By arm and block, of the runs that measure the quantity; heads without a run have no entry.
using RunsOfHeads = std::map<std::pair<std::string, std::string>, KeyOfSeed>;
RunsOfHeads FindRunsOfHeads(const Material& material, suites::Quantity quantity = suites::Quantity::kSpeedup);

// "seed 1 012794cfd5d8, seed 2 4be2f1903a77"; empty of a head without runs.
std::string RunsBehind(const RunsOfHeads& runs, const std::string& arm, const std::string& block);

// Those of the arm alone whose seeds the other arm has too, as differences pair them (responses.h).
std::string RunsBehindPair(const RunsOfHeads& runs, const std::string& arm, const std::string& other,
                           const std::string& block);

}  // namespace retable::reports::plots

#endif  // RETABLE_REPORTS_PLOTS_RUNS_BEHIND_H_
