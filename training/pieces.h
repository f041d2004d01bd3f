// The pieces of a vocabulary in a file: what the programs of models/programs know of tokens.
//
// A JSON array of strings, index = token id. Each character, U+0000 to U+00FF, stands for one byte of the text
// that the token adds: " the", "ing", and for a part of a UTF-8 character, which JSON could not hold, its bytes.
#ifndef RETABLE_TRAINING_PIECES_H_
#define RETABLE_TRAINING_PIECES_H_

#include <filesystem>
#include <string>
#include <vector>

#include "models/programs/traits.h"

namespace retable::training {

// Throws std::runtime_error that names the file where it cannot be written.
void WritePieces(const std::filesystem::path& file, const std::vector<std::string>& texts);

// A space in front of a text is what makes it start a word, and is no part of the piece. Throws
// std::runtime_error that names the file where it is no such array.
std::vector<models::programs::Piece> ReadPieces(const std::filesystem::path& file);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_PIECES_H_
