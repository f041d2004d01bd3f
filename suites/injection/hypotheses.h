// injection/hypotheses: the paper's second table, assembled from the runs of the others.
#ifndef RETABLE_SUITES_INJECTION_HYPOTHESES_H_
#define RETABLE_SUITES_INJECTION_HYPOTHESES_H_

#include "suites/table.h"

namespace retable::suites::injection {

Table Hypotheses();

}  // namespace retable::suites::injection

#endif  // RETABLE_SUITES_INJECTION_HYPOTHESES_H_
