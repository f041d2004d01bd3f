// The arms that several tables of P2 share: an arm that two tables name trains once.
#ifndef RETABLE_SUITES_INJECTION_ARMS_H_
#define RETABLE_SUITES_INJECTION_ARMS_H_

#include <map>
#include <string>

#include "suites/table.h"

namespace retable::suites::injection {

Arm RealAttention();
Arm OwnProgram();      // synthesised from the head's own attention
Arm BestFitProgram();  // the library's best by IoU: the paper's "program"
Arm EntropyMatchedProgram();
Arm MeanTemplate();
Arm Uniform();
Arm Deletion();
// That share of real attention, the rest its template; 0.25 is "interpolated_25".
Arm Interpolated(double share);
// A program of the text for every head.
Arm Rule(const std::string& id, const std::string& title, const std::string& program);

// The same on the wrong documents, its pattern not measured again: "<id>_shuffled".
Arm Shuffled(Arm arm);
// The same as a bias on the scores: "bias_<id>".
Arm AsBias(Arm arm);
// The same with the number that the table prints.
Arm Printed(Arm arm, double printed);
// The same with runs that measure its pattern, and the means that the paper prints of it.
Arm WithPattern(Arm arm, std::map<Quantity, double> printed = {});
// The same in the trained teacher instead of in a fresh model.
Arm InTeacher(Arm arm);

}  // namespace retable::suites::injection

#endif  // RETABLE_SUITES_INJECTION_ARMS_H_
