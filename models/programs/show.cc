// What does a program do with a sentence? Prints its tokens, and where each of them looks.
//
//   bazel run //models/programs:show                                    the rules that there are
//   bazel run //models/programs:show -- induction 'the cat saw the cat'
//   bazel run //models/programs:show -- 'mix(0.5*first, 0.5*previous)' 'the cat saw the cat'
#include <algorithm>
#include <charconv>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "models/programs/evaluate.h"
#include "models/programs/features.h"
#include "models/programs/library.h"
#include "models/programs/parse.h"
#include "models/programs/print.h"
#include "models/programs/split.h"
#include "models/programs/traits.h"

namespace retable::models::programs {
namespace {

constexpr double kLeastShown = 0.0005;

// "1.000"
std::string ThreeDecimals(double value) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, 3).ptr};
}

std::string Padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

// "12:cat": the position tells tokens of one text apart.
std::vector<std::string> Labels(const SplitText& split) {
  std::vector<std::string> labels;
  for (const std::int32_t id : split.ids) {
    const std::string& text = split.pieces[id].text;
    labels.push_back(std::to_string(labels.size()) + ":" + (text == "\n" ? "\\n" : text));
  }
  return labels;
}

// The largest first, equal ones from left to right; last what a row gives to all others alike.
std::string RowText(const RowSparse& rows, int i, const std::vector<std::string>& labels) {
  const auto keys = rows.Keys(i);
  const auto values = rows.Values(i);
  std::vector<int> order(keys.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<int>(k);
  std::ranges::stable_sort(order, [&](int a, int b) { return values[a] > values[b]; });
  std::string text;
  for (const int k : order) {
    if (values[k] >= kLeastShown) text += "  " + labels[keys[k]] + " " + ThreeDecimals(values[k]);
  }
  const bool others = keys.size() <= static_cast<std::size_t>(i);
  if (rows.background[i] >= kLeastShown && others) {
    text += (keys.empty() ? "  all so far " : "  the rest ") + ThreeDecimals(rows.background[i]) + " each";
  }
  return text;
}

void PrintRules() {
  std::cout << "usage: show PROGRAM SENTENCE\nPROGRAM is a program, or the name of one of these rules:\n\n"
            << PrintLibrary(Rules());
}

Program NamedOrParsed(std::string_view text) {
  const auto named = std::ranges::find(Rules(), text, &NamedProgram::name);
  return named != Rules().end() ? named->program : Parse(text);
}

void Show(std::string_view program_text, std::string_view sentence) {
  const Program program = NamedOrParsed(program_text);
  const SplitText split = Split(sentence);
  const RowSparse rows = Evaluate(program, Features(split.ids, TraitsOf(split.pieces)));
  const std::vector<std::string> labels = Labels(split);
  std::size_t width = 0;
  for (const std::string& label : labels) width = std::max(width, label.size());
  std::cout << Print(program) << "\n\n";
  for (int i = 0; i < rows.tokens(); ++i) {
    std::cout << Padded(labels[i], width) << " ->" << RowText(rows, i, labels) << '\n';
  }
}

}  // namespace
}  // namespace retable::models::programs

int main(int argc, char** argv) {
  try {
    if (argc != 3) {
      retable::models::programs::PrintRules();
      return argc == 1 ? 0 : 2;
    }
    retable::models::programs::Show(argv[1], argv[2]);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
