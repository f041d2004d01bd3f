// bazel run //stats:selftest: the reference table, in this build on this machine.
#include <iostream>

#include "stats/selftest.h"

int main() {
  const retable::stats::SelftestCount count = retable::stats::RunSelftest(std::cout);
  std::cout << count.passed << " passed, " << count.failed << " failed\n";
  return count.failed == 0 ? 0 : 1;
}
