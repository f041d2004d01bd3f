// How our tables differ from P2's, in sentences that several of them print.
#ifndef RETABLE_SUITES_INJECTION_DEPARTURES_H_
#define RETABLE_SUITES_INJECTION_DEPARTURES_H_

#include <string>
#include <vector>

namespace retable::suites::injection {

// A scale's own sentences, then those that hold of every table at every scale.
std::vector<std::string> WithShared(std::vector<std::string> own);

// Where programs come from, how best fits are chosen, and what that does to a comparison of the two.
std::vector<std::string> OfPrograms();

// The form of a bias, and that a causal-uniform one changes nothing.
std::vector<std::string> OfBias();

// Formulas of input dependence, row entropy and sinks.
std::string OfMeasures();

// Heads as units where a rule gives every head the same pattern.
std::string OfRulesInHeads();

// P2's sets of 16 heads.
std::string OfUnnamedHeads();

std::vector<std::string> Together(std::vector<std::string> first, const std::vector<std::string>& second);

}  // namespace retable::suites::injection

#endif  // RETABLE_SUITES_INJECTION_DEPARTURES_H_
