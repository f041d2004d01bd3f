#include "reports/numbers.h"

#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace retable::reports {
namespace {

std::string Chars(double value, std::chars_format format, int precision) {
  if (std::isnan(value))
    throw std::invalid_argument("NaN has no place in a report: say in words what is missing");
  std::array<char, 400> buffer;  // the largest double has 309 digits before its point
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, precision);
  return std::string(buffer.data(), end.ptr);
}

double Parsed(const std::string& text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

bool IsZero(const std::string& text) { return text.find_first_of("123456789in") == std::string::npos; }

}  // namespace

std::string Fixed(double value, int decimals) {
  const std::string text = Chars(value, std::chars_format::fixed, decimals);
  return IsZero(text) && text.front() == '-' ? text.substr(1) : text;
}

std::string SignedFixed(double value, int decimals) {
  const std::string text = Fixed(value, decimals);
  return IsZero(text) || text.front() == '-' ? text : "+" + text;
}

std::string Percent(double fraction) { return SignedFixed(100 * fraction, 2) + " %"; }

std::string Points(double fraction) { return SignedFixed(100 * fraction, 2) + " points"; }

std::string PValueText(double p) {
  return p >= 0.001 || p == 0 ? Fixed(p, 3) : Chars(p, std::chars_format::scientific, 1);
}

double Rounded(double value, int decimals) { return Parsed(Fixed(value, decimals)); }

double RoundedSignificant(double value, int digits) {
  return Parsed(Chars(value, std::chars_format::scientific, digits - 1));
}

}  // namespace retable::reports
