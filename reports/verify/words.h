// The words and units of a report's claims once more: what its sentences must say of a number.
#ifndef RETABLE_REPORTS_VERIFY_WORDS_H_
#define RETABLE_REPORTS_VERIFY_WORDS_H_

#include <string>

#include "reports/verify/plain_statistics.h"
#include "suites/claim.h"
#include "suites/table.h"

namespace retable::reports::verify {

// Numbers are shown times `factor` with so many decimals.
struct Unit {
  double factor = 1;
  int decimals = 3;
  std::string of_value = "";
  std::string of_difference = "";
};
Unit UnitOf(suites::Quantity quantity);
Unit UnitOf(const suites::Claim& claim);  // of its effect

// "+3.61 points", "+0.0120 nats", "-0.52".
std::string Difference(const Unit& unit, double value);
// "+0.65 to +2.02 (95.8 %)"
std::string Words(const Unit& unit, const PlainInterval& interval);
std::string Words(suites::Test test);
std::string Words(suites::Quantity quantity);

// "head", or "block" where a block is several.
std::string NounOf(const suites::Scale& scale);
// "3 heads", "1 head".
std::string Counted(std::size_t count, const std::string& noun);

// "real_attention - uniform", "rho(IoU of best_fit, speedup of best_fit)"
std::string LabelOf(const suites::Claim& claim);

}  // namespace retable::reports::verify

#endif  // RETABLE_REPORTS_VERIFY_WORDS_H_
