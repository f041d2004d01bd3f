// A tokenized corpus in a file: one line of JSON, {"documents": [[id, number of tokens], ...]}, and then the
// tokens of all documents, end to end, as little-endian int32.
#ifndef RETABLE_DATA_TOKEN_FILE_H_
#define RETABLE_DATA_TOKEN_FILE_H_

#include <filesystem>

#include "data/windows.h"

namespace retable::data {

// Throws std::runtime_error that names the file where it cannot be written.
void WriteTokens(const std::filesystem::path& file, const TokenizedCorpus& corpus);

// Throws std::runtime_error that names the file where it cannot be read, its first line is not as above, or the
// tokens are fewer or more than it says.
TokenizedCorpus ReadTokens(const std::filesystem::path& file);

}  // namespace retable::data

#endif  // RETABLE_DATA_TOKEN_FILE_H_
