// injection/heads_at_once: several heads held at once, by how many.
#ifndef RETABLE_SUITES_INJECTION_HEADS_AT_ONCE_H_
#define RETABLE_SUITES_INJECTION_HEADS_AT_ONCE_H_

#include "suites/table.h"

namespace retable::suites::injection {

Table HeadsAtOnce();

}  // namespace retable::suites::injection

#endif  // RETABLE_SUITES_INJECTION_HEADS_AT_ONCE_H_
