// Words of a stranger, fit to be printed: one line of valid UTF-8 without control characters, so that a
// message can neither move the terminal's cursor nor pass for lines of ours.
#ifndef RETABLE_MODELS_OUTSIDE_ONE_LINE_H_
#define RETABLE_MODELS_OUTSIDE_ONE_LINE_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace retable::models::outside {

// Control characters (Unicode's, U+0000-1F and U+7F-9F, and those that turn the direction of writing) become
// a space, ill-formed bytes '?'; runs of spaces become one, and none stands at the ends. Past `most` bytes it
// is cut between two characters, and "..." says so.
std::string OneLine(std::string_view text, std::size_t most);

}  // namespace retable::models::outside

#endif  // RETABLE_MODELS_OUTSIDE_ONE_LINE_H_
