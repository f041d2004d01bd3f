// injection/predictors: which property of a head or a program goes with its speedup.
#ifndef RETABLE_SUITES_INJECTION_PREDICTORS_H_
#define RETABLE_SUITES_INJECTION_PREDICTORS_H_

#include "suites/table.h"

namespace retable::suites::injection {

Table Predictors();

}  // namespace retable::suites::injection

#endif  // RETABLE_SUITES_INJECTION_PREDICTORS_H_
