#include "stats/catalog_fields.h"

namespace retable::stats {

Side ReadSide(const Request& request) {
  return request.Choice<Side>(
      "side", {{"two-sided", Side::kTwoSided}, {"greater", Side::kGreater}, {"less", Side::kLess}});
}

Side ReadTrendSide(const Request& request) {
  return request.Choice<Side>(
      "side", {{"greater", Side::kGreater}, {"less", Side::kLess}, {"two-sided", Side::kTwoSided}});
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

EquivalenceBounds ReadBounds(const Request& request) {
  return {request.Number("low"), request.Number("high")};
}

double ReadConfidence(const Request& request) { return request.Number("confidence", 0.95); }
double ReadAlpha(const Request& request) { return request.Number("alpha", 0.05); }

Json ToJson(const Interval& interval) {
  return {
      {"low", ToJson(interval.low)}, {"high", ToJson(interval.high)}, {"confidence", interval.confidence}};
}

Json ToJson(const std::vector<double>& values) {
  Json list = Json::array();
  for (double value : values) list.push_back(ToJson(value));
  return list;
}

Json ToJson(const EquivalenceResult& result) {
  return {{"estimate", ToJson(result.estimate)}, {"p_above_low", result.p_above_low},
          {"p_below_high", result.p_below_high}, {"p", result.p},
          {"interval", ToJson(result.interval)}, {"smallest_margin", ToJson(result.smallest_margin)}};
}

}  // namespace retable::stats
