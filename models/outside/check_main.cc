// Which programs of a file can be used, and what should one know of them?
//
//   bazel run //models/outside:check -- FILE.py
//   bazel run //models/outside:check -- FILE.py --documents=FILE.txt [--python=VENV/bin/python3]
//
// Exit codes: 0 every program is accepted and none is marked; 1 some are refused, leak or are random; 2
// broken.
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "models/outside/document.h"
#include "models/outside/marks.h"
#include "models/outside/outside_programs.h"
#include "models/outside/sandbox.h"
#include "models/programs/measures.h"

namespace retable::models::outside {
namespace {

constexpr char kUsage[] =
    "usage: check FILE.py [--documents=FILE.txt] [--python=PYTHON] [--seconds=S] [--memory-mib=N]\n"
    "  FILE.py      functions f(sentence, tokenizer) -> (name, matrix); docs/outside.md tells more\n"
    "  --documents  a text, one document a line; else three sentences of our own\n"
    "  --python     the Python to run it, with numpy; else /usr/bin/python3\n"
    "  --seconds    for one program on one document; else 10\n"
    "  --memory-mib of address space, Python included; else 2048\n";

constexpr std::string_view kSentences[] = {
    "Once upon a time, there was a little girl who loved the sea. The little girl went to the sea every day.",
    "The dog saw the cat, and the cat saw the dog. \"Who are you?\" asked the cat. The dog didn't answer.",
    "In May 1964 nine people (five of them new) met in the old hall; they met again in June, and again in "
    "July.",
};

struct Arguments {
  std::filesystem::path file, documents;
  Options options;
};

// `bazel run` changes the current folder.
std::filesystem::path FromUsersFolder(std::string_view path) {
  const char* folder = std::getenv("BUILD_WORKING_DIRECTORY");
  return folder == nullptr ? std::filesystem::path(path) : std::filesystem::path(folder) / path;
}

template <typename Number>
Number Positive(std::string_view flag, std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value > 0 && value < 1e6)) {
    throw std::invalid_argument(std::string(flag) + " takes a number above 0, not '" + std::string(text) +
                                "'");
  }
  return value;
}

void Apply(std::string_view flag, std::string_view value, Arguments& arguments) {
  if (flag == "--documents") {
    arguments.documents = FromUsersFolder(value);
  } else if (flag == "--python") {
    arguments.options.python = FromUsersFolder(value);
  } else if (flag == "--seconds") {
    arguments.options.limits.call_seconds = Positive<double>(flag, value);
  } else if (flag == "--memory-mib") {
    arguments.options.limits.memory_mib = Positive<int>(flag, value);
  } else {
    throw std::invalid_argument("'" + std::string(flag) + "' is not understood\n" + kUsage);
  }
}

Arguments Parse(const std::vector<std::string_view>& words) {
  Arguments arguments;
  for (const std::string_view word : words) {
    if (const std::size_t equals = word.find('=');
        word.starts_with("-") && equals != std::string_view::npos) {
      Apply(word.substr(0, equals), word.substr(equals + 1), arguments);
    } else if (word.starts_with("-") || !arguments.file.empty()) {
      throw std::invalid_argument("'" + std::string(word) + "' is not understood\n" + kUsage);
    } else {
      arguments.file = FromUsersFolder(word);
    }
  }
  if (arguments.file.empty()) throw std::invalid_argument(kUsage);
  return arguments;
}

std::vector<Document> ReadDocuments(const std::filesystem::path& file, int most_tokens) {
  std::vector<Document> documents;
  const auto add = [&](std::string id, std::string_view text) {
    const Document document = DocumentOfText(std::move(id), text);
    documents.push_back(Prefix(document, std::min<int>(document.tokens.size(), most_tokens)));
  };
  if (file.empty()) {
    for (const std::string_view text : kSentences) add(std::to_string(documents.size() + 1), text);
    return documents;
  }
  std::ifstream input(file);
  std::string line;
  for (int number = 1; std::getline(input, line); ++number) {
    if (!line.empty()) add("line " + std::to_string(number), line);
  }
  if (documents.empty()) throw std::runtime_error("no documents in " + file.string() + "; give one a line");
  return documents;
}

std::string Decimals(double value, int digits) {
  char buffer[64];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, digits).ptr};
}

std::string Entropy(const MarkedProgram& program) {
  double sum = 0;
  for (const Matrix& matrix : program.matrices) {
    sum += programs::MeanRowEntropy(programs::DenseMatrix(matrix.tokens, matrix.values)).nats;
  }
  return Decimals(sum / static_cast<double>(program.matrices.size()), 3);
}

using Row = std::vector<std::string>;

Row RowOf(const MarkedProgram& program) {
  const std::string where = program.function.name + ":" + std::to_string(program.function.line);
  if (!program.refused.empty()) return {where, "refused: " + program.refused};
  return {where,
          "ok",
          !program.leak     ? "not measured"
          : program.Leaks() ? Decimals(*program.leak, 4)
                            : "no",
          program.IsRandom() ? Decimals(program.randomness, 4) : "no",
          Entropy(program),
          std::to_string(program.empty_rows) + "/" + std::to_string(program.rows),
          Decimals(100 * program.non_causal, 1) + " %",
          Decimals(100 * program.negative, 1) + " %",
          Decimals(program.microseconds, 0),
          program.name};
}

void Print(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    if (row.size() > widths.size()) widths.resize(row.size());
    // A reason may be long; nothing stands after it.
    for (std::size_t i = 0; i < row.size() && (row.size() > 2 || i == 0); ++i) {
      widths[i] = std::max(widths[i], row[i].size());
    }
  }
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      if (i + 1 < row.size()) line.append(widths[i] - std::min(widths[i], row[i].size()) + 2, ' ');
    }
    std::cout << line << '\n';
  }
}

int Report(const Arguments& arguments) {
  const std::vector<Document> documents =
      ReadDocuments(arguments.documents, arguments.options.limits.max_tokens);
  const MarkedFile marked = Mark(arguments.file, documents, arguments.options);
  if (!marked.refused.empty()) {
    std::cout << "the file is refused: " << marked.refused << '\n';
    return 1;
  }
  std::vector<Row> rows = {{"function", "verdict", "leaks", "random", "entropy (nats)", "empty rows",
                            "non-causal", "negative", "us/document", "name"}};
  int clean = 0;
  for (const MarkedProgram& program : marked.programs) {
    rows.push_back(RowOf(program));
    clean += program.refused.empty() && !program.Leaks() && !program.IsRandom();
  }
  Print(rows);
  const auto granted = [](bool layer) { return layer ? "yes" : "NO: this system refuses it"; };
  std::cout << '\n'
            << clean << " of " << marked.programs.size() << " programs accepted and unmarked, on "
            << documents.size() << " documents\nsandbox: limits yes; namespaces (no network) "
            << granted(marked.isolation.namespaces) << "; system-call filter "
            << granted(marked.isolation.system_calls) << '\n';
  return clean == static_cast<int>(marked.programs.size()) ? 0 : 1;
}

}  // namespace
}  // namespace retable::models::outside

int main(int argc, char** argv) {
  try {
    return retable::models::outside::Report(
        retable::models::outside::Parse(std::vector<std::string_view>(argv + 1, argv + argc)));
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
