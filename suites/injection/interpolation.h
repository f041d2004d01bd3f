// injection/interpolation: from a head's mean template to its real attention.
#ifndef RETABLE_SUITES_INJECTION_INTERPOLATION_H_
#define RETABLE_SUITES_INJECTION_INTERPOLATION_H_

#include "suites/table.h"

namespace retable::suites::injection {

Table Interpolation();

}  // namespace retable::suites::injection

#endif  // RETABLE_SUITES_INJECTION_INTERPOLATION_H_
