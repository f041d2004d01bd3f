// Fields that many tests of the catalog read or answer, under one name and one spelling.
#ifndef RETABLE_STATS_CATALOG_FIELDS_H_
#define RETABLE_STATS_CATALOG_FIELDS_H_

#include <vector>

#include "stats/better.h"
#include "stats/equivalence.h"
#include "stats/interval.h"
#include "stats/null_distribution.h"
#include "stats/request.h"
#include "stats/side.h"
#include "stats/undefined.h"

namespace retable::stats {

Side ReadSide(const Request& request);       // "side": two-sided unless said otherwise
Side ReadTrendSide(const Request& request);  // "side": greater unless said otherwise
NullDistribution ReadDistribution(const Request& request);
EquivalenceBounds ReadBounds(const Request& request);  // "low" and "high"
Better ReadBetter(const Request& request);
double ReadConfidence(const Request& request);  // .95 unless said otherwise
double ReadAlpha(const Request& request);       // .05 unless said otherwise

Json ToJson(const Interval& interval);
Json ToJson(const EquivalenceResult& result);
Json ToJson(const std::vector<double>& values);

// answer[name] = value(); where that is undefined, answer["undefined"][name] = the reason, and the
// rest still answers.
template <typename Value>
void AddIfDefined(Json& answer, const char* name, Value value) {
  try {
    answer[name] = ToJson(value());
  } catch (const Undefined& reason) {
    answer["undefined"][name] = reason.what();
  }
}

}  // namespace retable::stats

#endif  // RETABLE_STATS_CATALOG_FIELDS_H_
