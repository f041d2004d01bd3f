// injection/replacement: heads of the trained teacher replaced, and what that costs.
#ifndef RETABLE_SUITES_INJECTION_REPLACEMENT_H_
#define RETABLE_SUITES_INJECTION_REPLACEMENT_H_

#include "suites/table.h"

namespace retable::suites::injection {

Table Replacement();

}  // namespace retable::suites::injection

#endif  // RETABLE_SUITES_INJECTION_REPLACEMENT_H_
