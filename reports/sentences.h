// What the report says of a claim in one paragraph, and why a number is missing.
#ifndef RETABLE_REPORTS_SENTENCES_H_
#define RETABLE_REPORTS_SENTENCES_H_

#include <optional>
#include <string>

#include "reports/evidence.h"
#include "reports/noise.h"
#include "suites/table.h"

namespace retable::reports {

// "confirmed: Real attention speeds ... In 12 of 12 heads, by +2.10 points ..."
std::string ClaimSentence(const suites::Table& table, const suites::Scale& scale, const suites::Claim& claim,
                          const ClaimEvidence& evidence);

// Why a statistic of a claim is absent, where it is; `noun` is BlockNoun's.
std::string WhyUndefined(const suites::Claim& claim, const ClaimEvidence& evidence, const std::string& noun);

// "signed-rank test", "sign test", "Student's t", "sign-flip test", ...
std::string Name(suites::Test test);

// How much single baselines of one seed differ.
std::string NoiseText(const std::optional<Noise>& noise);

// "11 of 12".
std::string Part(int part, int whole);

// "3 claims", "1 claim".
std::string Counted(int count, const std::string& noun);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_SENTENCES_H_
