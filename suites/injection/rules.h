// The table injection/rules; see the value itself.
#ifndef RETABLE_SUITES_INJECTION_RULES_H_
#define RETABLE_SUITES_INJECTION_RULES_H_

#include "suites/table.h"

namespace retable::suites::injection {

Table Rules();

}  // namespace retable::suites::injection

#endif  // RETABLE_SUITES_INJECTION_RULES_H_
