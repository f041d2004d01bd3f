// Which part of which table do the flags ask for? Shared by the program that trains and the one that reports.
#ifndef RETABLE_TRAINING_CHOICE_H_
#define RETABLE_TRAINING_CHOICE_H_

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "suites/table.h"
#include "training/flags.h"

namespace retable::training {

struct Choice {
  std::shared_ptr<const suites::Table> table;  // with what the flags supply (suites/supplied.h)
  const suites::Scale* scale = nullptr;        // inside the table
  suites::Selection selection;
};

// Throws UsageError with the valid ones where the table, scale, a block or a seed is unknown, or no table
// named; and where what is supplied cannot be used (supplied_pattern.h).
Choice Choose(const Flags& flags, const std::vector<suites::Table>& tables);

// --list: a line a table, with its scales and how many runs each asks for.
std::string ListTables(const std::vector<suites::Table>& tables);

// The keys of every run that some table asks for at some scale.
std::set<std::string> AllKeys(const std::vector<suites::Table>& tables);

// Claims that the planned blocks cannot confirm however clear the effect: the smallest p that they can give
// (suites::SmallestP) stays above alpha / m, Holm's first step over the m claims of
// the table. A sentence each, with the number of blocks that would do.
std::vector<std::string> ReachWarnings(const Choice& choice);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_CHOICE_H_
