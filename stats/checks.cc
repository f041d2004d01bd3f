#include "stats/checks.h"

#include <cmath>
#include <sstream>
#include <string>

#include "stats/undefined.h"

namespace retable::stats {

void RequireFinite(std::span<const double> values, std::string_view name) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) {
      throw Undefined(std::string(name) + " number " + std::to_string(i + 1) + " of " +
                      std::to_string(values.size()) + " is " +
                      (std::isnan(values[i]) ? "not a number" : "infinite") +
                      "; leave the run out or count it as failed");
    }
  }
}

void RequireNumbers(std::span<const double> values, std::string_view name) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) {
      throw Undefined(std::string(name) + " number " + std::to_string(i + 1) + " of " +
                      std::to_string(values.size()) +
                      " is not a number; leave the run out or count it as failed");
    }
  }
}

void RequireSameSize(std::size_t a, std::size_t b) {
  if (a != b) {
    throw Undefined("the columns do not pair up: one has " + std::to_string(a) + " values, the other " +
                    std::to_string(b));
  }
}

void RequireAtLeast(std::size_t given, std::size_t least, std::string_view name) {
  if (given < least) {
    throw Undefined("needs at least " + std::to_string(least) + " " + std::string(name) + "s; there are " +
                    std::to_string(given));
  }
}

void RequireWithinReach(double steps, std::string_view remedy) {
  if (!(steps <= kMostSteps)) {
    std::ostringstream sentence;
    sentence << "this would take " << steps << " steps, more than the " << kMostSteps << " that are allowed; "
             << remedy;
    throw Undefined(sentence.str());
  }
}

bool DrawsWithinReach(std::size_t steps_of_one, std::size_t draws) {
  return static_cast<double>(steps_of_one) * static_cast<double>(draws) <= kMostSteps;
}

void RequireDraws(std::size_t steps_of_one, std::size_t draws) {
  if (draws == 0) throw Undefined("a Monte Carlo test needs at least one draw");
  RequireWithinReach(static_cast<double>(steps_of_one) * static_cast<double>(draws), "ask for fewer draws");
}

void RequireLevel(double level, std::string_view name) {
  if (!(level > 0 && level < 1)) {
    std::ostringstream sentence;
    sentence << name << " must lie strictly between 0 and 1; it is " << level;
    throw Undefined(sentence.str());
  }
}

}  // namespace retable::stats
