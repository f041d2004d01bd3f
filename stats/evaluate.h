// The statistics of this library behind one door: a JSON request in, a JSON answer
// out.
//
//   {"test": NAME, "data": {..}, "options": {..}, "id": anything}
//   -> {"id": .., "test": NAME, "answer": {..}}  or  {"id": .., "test": NAME, "refused": "a sentence"}
// catalog.h names the tests with their fields. Infinities travel as "inf" and "-inf". A line may be 64 MiB
// long, 16 levels deep, and names no field twice (request.h); work is bounded by checks.h. A refusal is an
// answer: nothing is thrown for bad data, unknown tests or fields.
#ifndef RETABLE_STATS_EVALUATE_H_
#define RETABLE_STATS_EVALUATE_H_

#include <string>

#include "stats/request.h"

namespace retable::stats {

Json Evaluate(const Json& request);
// The same for a line of text; a line that is no JSON is refused too.
std::string EvaluateLine(const std::string& line);

}  // namespace retable::stats

#endif  // RETABLE_STATS_EVALUATE_H_
