// The reference table in the shipped binary: does this build, on this machine, still give the known values?
//
// Each line is a request to evaluate.h, the field of its answer to look at, the value known for it
// and where from.
#ifndef RETABLE_STATS_SELFTEST_H_
#define RETABLE_STATS_SELFTEST_H_

#include <ostream>

namespace retable::stats {

struct SelftestCount {
  int passed = 0;
  int failed = 0;
};

// Writes a line for each failure.
SelftestCount RunSelftest(std::ostream& out);

}  // namespace retable::stats

#endif  // RETABLE_STATS_SELFTEST_H_
