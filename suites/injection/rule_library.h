// injection/rule_library: content-dependent rules, the paper's named next step.
#ifndef RETABLE_SUITES_INJECTION_RULE_LIBRARY_H_
#define RETABLE_SUITES_INJECTION_RULE_LIBRARY_H_

#include "suites/table.h"

namespace retable::suites::injection {

Table RuleLibrary();

}  // namespace retable::suites::injection

#endif  // RETABLE_SUITES_INJECTION_RULE_LIBRARY_H_
