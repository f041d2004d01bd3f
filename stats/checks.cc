#include "stats/checks.h"

#include <cmath>
#include <string>

#include "stats/undefined.h"

namespace retable::stats {

void RequireFinite(std::span<const double> values, std::string_view name) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) {
      throw Undefined(std::string(name) + " number " + std::to_string(i + 1) + " of " + std::to_string(values.size()) +
                      " is " + (std::isnan(values[i]) ? "not a number" : "infinite") +
                      "; leave the run out or count it as failed");
    }
  }
}

void RequireNumbers(std::span<const double> values, std::string_view name) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) {
      throw Undefined(std::string(name) + " number " + std::to_string(i + 1) + " of " + std::to_string(values.size()) +
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

void RequireLevel(double level, std::string_view name) {
  if (!(level > 0 && level < 1)) {
    throw Undefined(std::string(name) + " must lie strictly between 0 and 1; it is " + std::to_string(level));
  }
}

}  // namespace retable::stats
