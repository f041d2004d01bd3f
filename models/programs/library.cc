#include "models/programs/library.h"

#include <algorithm>
#include <map>
#include <span>
#include <stdexcept>
#include <utility>

#include "models/programs/lexer.h"
#include "models/programs/parse.h"
#include "models/programs/print.h"

namespace retable::models::programs {
namespace {

constexpr std::string_view kRules =
#include "models/programs/rules.inc"
    ;

std::string CommentAbove(const Lexed& lexed, int line) {
  std::string text;
  for (auto comment = lexed.comments.find(--line); comment != lexed.comments.end();
       comment = lexed.comments.find(--line)) {
    if (!comment->second.empty()) text = std::string(comment->second) + (text.empty() ? "" : " ") + text;
  }
  return text;
}

void CheckName(const std::string& name) {
  const Lexed lexed = Lex(name);
  if (lexed.tokens.front().kind != TokenKind::kWord || lexed.tokens.front().text.size() != name.size()) {
    throw std::invalid_argument("\"" + name + "\" cannot name a program: use letters, digits and _");
  }
}

void SortByName(Library& library) { std::ranges::sort(library, {}, &NamedProgram::name); }

}  // namespace

Library ParseLibrary(std::string_view text) {
  if (text.size() > LibraryLimits::kBytes) {
    throw std::invalid_argument("the library's text has " + std::to_string(text.size()) +
                                " bytes, and at most " + std::to_string(LibraryLimits::kBytes) + " are read");
  }
  const Lexed lexed = Lex(text);
  std::span<const Token> tokens = lexed.tokens;
  std::map<std::string_view, int> line_of;
  Library library;
  while (tokens.front().kind != TokenKind::kEnd) {
    const Token& name = tokens.front();
    if (name.kind != TokenKind::kWord) RefuseToken(name, "a program's name");
    const auto [first, is_new] = line_of.try_emplace(name.text, name.line);
    if (!is_new) {
      RefuseAt(name, std::string(name.text) + " already names the program of line " +
                         std::to_string(first->second));
    }
    if (library.size() == LibraryLimits::kPrograms) {
      RefuseAt(name, "a library has at most " + std::to_string(LibraryLimits::kPrograms) + " programs");
    }
    tokens = tokens.subspan(1);
    if (tokens.front().text != "=") RefuseToken(tokens.front(), "\"=\"");
    tokens = tokens.subspan(1);
    library.push_back({std::string(name.text), CommentAbove(lexed, name.line), ParseTokens(tokens)});
  }
  SortByName(library);
  return library;
}

std::string PrintLibrary(Library library) {
  SortByName(library);
  std::string text;
  for (const NamedProgram& entry : library) {
    CheckName(entry.name);
    if (&entry != &library.front() && (&entry)[-1].name == entry.name) {
      throw std::invalid_argument("two programs are named " + entry.name + ": rename one");
    }
    if (!text.empty()) text += '\n';
    std::string what = entry.what;
    std::ranges::replace(what, '\n', ' ');
    if (!what.empty()) text += "# " + what + '\n';
    text += entry.name + " = " + Print(entry.program) + '\n';
  }
  return text;
}

const NamedProgram& FindProgram(const Library& library, std::string_view name) {
  const auto found = std::ranges::find(library, name, &NamedProgram::name);
  if (found != library.end()) return *found;
  std::string valid;
  for (const NamedProgram& entry : library) valid += (valid.empty() ? "" : ", ") + entry.name;
  throw std::invalid_argument("no program is named \"" + std::string(name) + "\"; there are " + valid);
}

const Library& Rules() {
  static const Library rules = ParseLibrary(kRules);
  return rules;
}

}  // namespace retable::models::programs
