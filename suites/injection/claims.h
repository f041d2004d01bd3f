// The claims that several tables of P2 make in the same words.
#ifndef RETABLE_SUITES_INJECTION_CLAIMS_H_
#define RETABLE_SUITES_INJECTION_CLAIMS_H_

#include <optional>
#include <string>

#include "suites/claim.h"

namespace retable::suites::injection {

// `arm` above the baseline, whose luck all heads of a seed share.
Claim AboveZero(const std::string& id, const std::string& statement, const std::string& arm,
                const std::string& locator, double printed);

// The first hypothesis that the paper falsifies, that any stable prior helps.
Claim UniformIsZero();

// The head's own program and the best fit do the same.
Claim OwnEqualsBestFit();

// The first arm more than the second, in patterns mode or as a bias.
Claim More(const std::string& id, const std::string& statement, const std::string& locator,
           const std::string& arm, const std::string& against, std::optional<double> printed = std::nullopt);

}  // namespace retable::suites::injection

#endif  // RETABLE_SUITES_INJECTION_CLAIMS_H_
