// NullDistribution: where a p-value comes from, asked for in options and named in results.
//
// kAutomatic takes the exact distribution wherever the header of the test says that it is within reach, and
// the next best after that; a result never carries kAutomatic. An approximation is always named as one.
#ifndef RETABLE_STATS_NULL_DISTRIBUTION_H_
#define RETABLE_STATS_NULL_DISTRIBUTION_H_

#include <string_view>

namespace retable::stats {

enum class NullDistribution {
  kAutomatic,
  kExact,       // every outcome of the randomisation counted, given the ties
  kMonteCarlo,  // random draws of it, (b + 1) / (m + 1)
  kAsymptotic,  // the limit for large samples (normal, chi-squared)
  kStudent,     // Student's t: exact for normal data, an approximation for ranks
};

constexpr std::string_view Name(NullDistribution distribution) {
  switch (distribution) {
    case NullDistribution::kAutomatic:
      return "automatic";
    case NullDistribution::kExact:
      return "exact";
    case NullDistribution::kMonteCarlo:
      return "Monte Carlo";
    case NullDistribution::kAsymptotic:
      return "asymptotic";
    case NullDistribution::kStudent:
      return "Student's t";
  }
  return "unknown";
}

}  // namespace retable::stats

#endif  // RETABLE_STATS_NULL_DISTRIBUTION_H_
