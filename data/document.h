// A document: the unit that is split, shuffled between and cut into windows. Text is UTF-8; paragraphs are
// separated by one newline, and nothing stands after the last one.
#ifndef RETABLE_DATA_DOCUMENT_H_
#define RETABLE_DATA_DOCUMENT_H_

#include <string>

namespace retable::data {

struct Document {
  std::string id;  // unique inside its data set: "ca01", "train:17"
  std::string text;
};

}  // namespace retable::data

#endif  // RETABLE_DATA_DOCUMENT_H_
