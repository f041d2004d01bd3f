// Numbers as people read them in a report: fixed decimals, a point, no locale, the same text on every
// machine.
//
// Everything goes through std::to_chars. A value that rounds to zero has no minus sign. Units: a fraction f
// is printed as 100 f, with a sign, in per cent or (for differences of two percentages) in points. Each
// refuses NaN with std::invalid_argument: a missing number is said in words by the caller, who knows why.
#ifndef RETABLE_REPORTS_NUMBERS_H_
#define RETABLE_REPORTS_NUMBERS_H_

#include <string>

namespace retable::reports {

// "12.35", "-0.40"; "inf" and "-inf" for infinities.
std::string Fixed(double value, int decimals);
// "+3.60", "-0.90", "0.00".
std::string SignedFixed(double value, int decimals);
// 0.036 -> "+3.60 %".
std::string Percent(double fraction);
// 0.0361 -> "+3.61 points".
std::string Points(double fraction);
// p-values: "0.031", and "2.4e-04" below 0.001.
std::string PValueText(double p);

// The value rounded to so many decimals, for JSON: two machines that differ in the last bit print the same.
double Rounded(double value, int decimals);
// The value rounded to so many significant digits.
double RoundedSignificant(double value, int digits);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_NUMBERS_H_
