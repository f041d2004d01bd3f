#include "reports/latex.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>
#include <string_view>
#include <vector>

namespace retable::reports {
namespace {

// The sections that a paper prints.
constexpr std::array<std::string_view, 2> kSections = {"table", "tests"};
// Columns of theirs that it has no room for.
constexpr std::array<std::string_view, 7> kLeftOut = {"reached", "in_favour",    "alternative",      "test",
                                                      "p",       "p_other_side", "p_other_side_holm"};
// Of the two kinds of effect one: means where a claim (a correlation, say) has no Hodges-Lehmann estimate.
constexpr std::array<std::string_view, 2> kCenters = {"hodges_lehmann", "hodges_lehmann_interval"};
constexpr std::array<std::string_view, 2> kMeans = {"mean_difference", "mean_interval"};
// Text that is longer wraps.
constexpr std::size_t kWrapsFrom = 13;
// Titles of columns are stacked in lines of that length, where a word is not longer.
constexpr std::size_t kTitleLine = 12;

template <typename Names>
bool Contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool IsSign(const std::string& text, std::size_t at) {
  if (text[at] != '+' && text[at] != '-') return false;
  const bool starts = at == 0 || text[at - 1] == ' ' || text[at - 1] == '(';
  const char next = at + 1 < text.size() ? text[at + 1] : '\0';
  return starts && (next == ' ' || std::isdigit(static_cast<unsigned char>(next)));
}

bool IsControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

std::string LatexCharacter(char c) {
  switch (c) {
    case '\\':
      return "\\textbackslash{}";
    case '^':
      return "\\textasciicircum{}";
    case '~':
      return "\\textasciitilde{}";
    case '<':
      return "\\textless{}";
    case '>':
      return "\\textgreater{}";
    case '|':
      return "\\textbar{}";
    case '`':
      return "\\textasciigrave{}";
    case '"':
      return "''";
    case '[':
    case ']':
    case '*':  // in braces, since the end of a row would take them for its arguments
      return std::string("{") + c + "}";
    case '_':
      return "\\_\\allowbreak{}";
    case '/':
      return "/\\allowbreak{}";
    case '{':
    case '}':
    case '$':
    case '&':
    case '#':
    case '%':
      return std::string("\\") + c;
    case '\n':
    case '\t':
      return " ";
    default:
      return IsControl(c) ? "" : std::string(1, c);
  }
}

// "2.4e-04" as 2.4 times a power of ten.
std::string Number(const std::string& text) {
  static const std::regex kScientific("([0-9.]+)e([+-])0*([0-9]+)");
  std::smatch parts;
  if (!std::regex_match(text, parts, kScientific)) return LatexText(text);
  const std::string sign = parts[2] == "-" ? "-" : "";
  return "$" + parts[1].str() + " \\times 10^{" + sign + parts[3].str() + "}$";
}

bool HoldsNumbers(const Grid& grid, std::size_t column) {
  return std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<Entry>& row) {
    return row.at(column).value.is_number() || row.at(column).value.is_object();
  });
}

// " %" or " points" where all numbers of the column end with it: then it stands in the title once.
std::string Unit(const Grid& grid, std::size_t column) {
  std::vector<std::string> numbers;
  for (const std::vector<Entry>& row : grid.rows) {
    if (row.at(column).value.is_number()) numbers.push_back(row.at(column).text);
  }
  for (const std::string unit : {" %", " points"}) {
    const auto has_unit = [&](const std::string& number) { return number.ends_with(unit); };
    if (!numbers.empty() && std::all_of(numbers.begin(), numbers.end(), has_unit)) return unit;
  }
  return "";
}

// r numbers, l short text, X text that wraps. The first column takes the room that is left.
char Alignment(const Grid& grid, std::size_t column) {
  if (column == 0) return 'X';
  if (HoldsNumbers(grid, column)) return 'r';
  const bool is_short = std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<Entry>& row) {
    return row.at(column).text.size() < kWrapsFrom;
  });
  return is_short ? 'l' : 'X';
}

// The words below a table for numbers that it has not; each is said once.
struct Notes {
  std::vector<std::string> words;

  std::string Mark(const std::string& text) {
    auto found = std::find(words.begin(), words.end(), text);
    if (found == words.end()) found = words.insert(words.end(), text);
    return MarkOf(static_cast<std::size_t>(found - words.begin()));
  }
  // a, b, ..., z, aa, bb, ...
  static std::string MarkOf(std::size_t index) {
    return "\\textsuperscript{" + std::string(1 + index / 26, static_cast<char>('a' + index % 26)) + "}";
  }
};

// How a column is printed.
struct Print {
  char alignment = 'l';
  std::string unit = "";
};

std::string Cell(const Entry& entry, const Print& print, Notes& notes) {
  if (print.alignment != 'r') return LatexText(entry.text);
  if (entry.value.is_string()) return notes.Mark(entry.text);
  if (!entry.value.is_number()) return LatexText(entry.text);
  return Number(entry.text.substr(0, entry.text.size() - print.unit.size()));
}

// A title in lines, so that it does not widen its column; broken at spaces and after hyphens.
std::string Title(const std::string& title, char alignment) {
  if (alignment == 'X') return LatexText(title);
  std::vector<std::string> lines = {""};
  for (std::size_t start = 0, end = 0; start < title.size(); start = end) {
    end = std::min(title.find_first_of(" -", start), title.size() - 1) + 1;
    const std::string word = title.substr(start, end - start);
    if (!lines.back().empty() && lines.back().size() + word.size() > kTitleLine) {
      if (lines.back().ends_with(' ')) lines.back().pop_back();
      lines.emplace_back();
    }
    lines.back() += word;
  }
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\\\\") + LatexText(line);
  return std::string("\\shortstack[") + alignment + "]{" + text + "}";
}

std::string Line(const std::vector<std::string>& cells) {
  std::string line = "    ";
  for (std::size_t c = 0; c < cells.size(); ++c) line += (c == 0 ? "" : " & ") + cells[c];
  return line + " \\\\\n";
}

std::size_t ColumnOf(const Grid& grid, std::string_view id) {
  const auto found = std::find_if(grid.columns.begin(), grid.columns.end(),
                                  [id](const Column& column) { return column.id == id; });
  return static_cast<std::size_t>(found - grid.columns.begin());
}

bool HasEffectsWithoutCenter(const Grid& grid) {
  const std::size_t center = ColumnOf(grid, kCenters[0]), mean = ColumnOf(grid, kMeans[0]);
  if (center == grid.columns.size() || mean == grid.columns.size()) return false;
  return std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<Entry>& row) {
    return row[mean].value.is_number() && !row[center].value.is_number();
  });
}

// The columns that a paper has room for.
Grid Chosen(const Grid& grid) {
  Grid chosen{.columns = {}, .rows = std::vector<std::vector<Entry>>(grid.rows.size())};
  const bool shows_means = HasEffectsWithoutCenter(grid);
  for (std::size_t c = 0; c < grid.columns.size(); ++c) {
    const std::string& id = grid.columns[c].id;
    if (Contains(kLeftOut, id) || Contains(shows_means ? kCenters : kMeans, id)) continue;
    chosen.columns.push_back(grid.columns[c]);
    for (std::size_t r = 0; r < grid.rows.size(); ++r) chosen.rows[r].push_back(grid.rows[r].at(c));
  }
  return chosen;
}

std::string Tabular(const Grid& grid) {
  std::vector<Print> prints;
  std::vector<std::string> header;
  std::string columns, rows;
  for (std::size_t c = 0; c < grid.columns.size(); ++c) {
    const Print print{.alignment = Alignment(grid, c), .unit = Unit(grid, c)};
    columns += print.alignment == 'X' ? ">{\\raggedright\\arraybackslash}X" : std::string(1, print.alignment);
    header.push_back(
        Title(grid.columns[c].title + (print.unit.empty() ? "" : "," + print.unit), print.alignment));
    prints.push_back(print);
  }
  Notes notes;
  for (const std::vector<Entry>& row : grid.rows) {
    std::vector<std::string> cells;
    for (std::size_t c = 0; c < row.size(); ++c) cells.push_back(Cell(row[c], prints[c], notes));
    rows += Line(cells);
  }
  std::string text = "  \\begin{tabularx}{\\linewidth}{@{}" + columns + "@{}}\n    \\toprule\n" +
                     Line(header) + "    \\midrule\n" + rows + "    \\bottomrule\n  \\end{tabularx}\n";
  for (std::size_t n = 0; n < notes.words.size(); ++n) {
    text += (n == 0 ? "  \\par\\smallskip\\raggedright " : "; ") + Notes::MarkOf(n) + "~" +
            LatexText(notes.words[n]);
  }
  return text + (notes.words.empty() ? "" : ".\n");
}

std::string Float(const Page& page, const Section& section) {
  std::string caption = section.title + ": " + page.table + ", scale " + page.scale + ".";
  for (const std::string& caveat : page.caveats) caption += " " + caveat;
  std::string label = page.table + "-" + section.id;
  std::replace_if(
      label.begin(), label.end(), [](unsigned char c) { return !std::isalnum(c); }, '-');
  return "\n\\begin{table}\n  \\centering\\footnotesize\\setlength{\\tabcolsep}{4pt}\n  \\caption{" +
         LatexText(caption) + "}\n  \\label{tab:" + label + "}\n" + Tabular(Chosen(*section.grid)) +
         "\\end{table}\n";
}

std::string Comment(const std::string& text) {
  std::string line = "% " + text;
  std::replace_if(line.begin(), line.end(), IsControl, ' ');
  return line + "\n";
}

}  // namespace

std::string LatexText(const std::string& text) {
  std::string latex;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i > 0 && text.compare(i - 1, 2, "--") == 0) latex += "{}";  // no ligature
    latex += IsSign(text, i) ? std::string("$") + text[i] + "$" : LatexCharacter(text[i]);
  }
  return latex;
}

std::string Latex(const Page& page) {
  std::string latex = Comment(page.table + ", scale " + page.scale + ", for \\input in a paper. Needs:") +
                      Comment("\\usepackage{booktabs,tabularx}");
  for (const Section& section : page.sections) {
    if (!section.command.empty()) latex += Comment("To make it again: " + section.command);
  }
  for (const Section& section : page.sections) {
    if (Contains(kSections, section.id) && section.grid) latex += Float(page, section);
  }
  return latex;
}

}  // namespace retable::reports
