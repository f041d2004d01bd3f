// injection/bias: patterns as a bias on the scores, with a learned weight.
#ifndef RETABLE_SUITES_INJECTION_BIAS_H_
#define RETABLE_SUITES_INJECTION_BIAS_H_

#include "suites/table.h"

namespace retable::suites::injection {

Table Bias();

}  // namespace retable::suites::injection

#endif  // RETABLE_SUITES_INJECTION_BIAS_H_
