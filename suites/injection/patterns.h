// The table injection/patterns; see the value itself.
#ifndef RETABLE_SUITES_INJECTION_PATTERNS_H_
#define RETABLE_SUITES_INJECTION_PATTERNS_H_

#include "suites/table.h"

namespace retable::suites::injection {

Table Patterns();

}  // namespace retable::suites::injection

#endif  // RETABLE_SUITES_INJECTION_PATTERNS_H_
