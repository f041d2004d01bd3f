// The file of expected verdicts: written by hand, JSON, one a scale (results/<scale>/expected.json).
//
//   {
//     "$schema": "../../reports/expected.schema.json",   for editors; optional
//     "strict": true,                                    optional, false unless said
//     "tables": {
//       "injection/rules": {
//         "induction_beats_shuffled": "confirmed",
//         "previous_occurrence_beats_shuffled": {"verdict": "inconclusive", "reason": "why we expect that"}
//       },
//       "weit/table_3": {"*": {"verdict": "blocked", "reason": "ImageNet is not at hand"}}
//     }
//   }
//
// Verdicts are those of verdict.h by name; every one but "confirmed" has a reason. "*" stands for every claim
// of the table that is not named.
#ifndef RETABLE_REPORTS_EXPECTATIONS_FILE_H_
#define RETABLE_REPORTS_EXPECTATIONS_FILE_H_

#include <string>

#include "reports/expectations.h"

namespace retable::reports {

// Throws std::invalid_argument, naming `file` and the place in it, where the text is no JSON, a key stands
// twice or is unknown, a verdict is unknown, or a reason is missing.
Expectations ParseExpectations(const std::string& text, const std::string& file);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_EXPECTATIONS_FILE_H_
