// What must be so for every file given to the safetensors reader, however hostile. libFuzzer calls it with
// bytes of its own making (safetensors_fuzz.sh), safetensors_fuzz_test with the corpus and changes of it.
#ifndef RETABLE_TESTS_DATA_SAFETENSORS_FUZZ_H_
#define RETABLE_TESTS_DATA_SAFETENSORS_FUZZ_H_

#include <string_view>

namespace retable::data {

enum class FileOutcome { kRead, kRefused };

// A file is read, or refused by an std::runtime_error that names it and says more. What is read has as many
// values as its shapes say, and is the same, to the bit, when it is written and read again. Anything else
// ends the process, after saying what was wrong.
FileOutcome CheckSafetensorsBytes(std::string_view bytes);

}  // namespace retable::data

#endif  // RETABLE_TESTS_DATA_SAFETENSORS_FUZZ_H_
