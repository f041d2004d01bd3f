#include "stats/catalog_fields.h"

namespace retable::stats {

Side ReadSide(const Request& request) {
  return request.Choice<Side>("side",
                              {{"two-sided", Side::kTwoSided}, {"greater", Side::kGreater}, {"less", Side::kLess}});
}

Side ReadTrendSide(const Request& request) {
  return request.Choice<Side>("side",
                              {{"greater", Side::kGreater}, {"less", Side::kLess}, {"two-sided", Side::kTwoSided}});
}

NullDistribution ReadDistribution(const Request& request) {
  return request.Choice<NullDistribution>("distribution", {{"automatic", NullDistribution::kAutomatic},
                                                           {"exact", NullDistribution::kExact},
                                                           {"monte-carlo", NullDistribution::kMonteCarlo},
                                                           {"asymptotic", NullDistribution::kAsymptotic},
                                                           {"student", NullDistribution::kStudent}});
}

Better ReadBetter(const Request& request) {
  return request.Choice<Better>("better", {{"larger", Better::kLarger}, {"smaller", Better::kSmaller}});
}

double ReadConfidence(const Request& request) { return request.Number("confidence", 0.95); }
double ReadAlpha(const Request& request) { return request.Number("alpha", 0.05); }

Json ToJson(const Interval& interval) {
  return {{"low", ToJson(interval.low)}, {"high", ToJson(interval.high)}, {"confidence", interval.confidence}};
}

Json ToJson(const std::vector<double>& values) {
  Json list = Json::array();
  for (double value : values) list.push_back(ToJson(value));
  return list;
}

}  // namespace retable::stats
