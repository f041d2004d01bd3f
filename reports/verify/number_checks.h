// A report's JSON beside numbers from elsewhere: which agree, which do not, and which nobody asked about.
#ifndef RETABLE_REPORTS_VERIFY_NUMBER_CHECKS_H_
#define RETABLE_REPORTS_VERIFY_NUMBER_CHECKS_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reports/verify/plain_statistics.h"

namespace retable::reports::verify {

// How far a fraction of a report, which stands there with six decimals, may lie from the true one.
inline constexpr double kRounding = 0.51e-6;

class NumberChecks {
 public:
  // While it lives, findings name what they are about.
  class Context {
   public:
    Context(NumberChecks& checks, const std::string& of) : checks_(checks) { checks_.context_ = of + ": "; }
    ~Context() { checks_.context_.clear(); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

   private:
    NumberChecks& checks_;
  };

  // The report must outlive this object. `name` opens every finding.
  NumberChecks(const nlohmann::json& report, std::string name) : report_(report), name_(std::move(name)) {}

  // The rows of a section's grid; none, and a finding, where there is no such grid.
  const nlohmann::json& RowsOf(const std::string& section);
  std::size_t Rows(const std::string& section) { return RowsOf(section).size(); }

  // The cell of that row and column is `expected` within `tolerance`; where nothing (or nothing finite) is
  // expected, a text that begins with `words`, any where `words` is empty.
  void Number(const std::string& section, std::size_t row, const std::string& column,
              const std::optional<double>& expected, const std::string& words, double tolerance = kRounding);
  // Likewise to six significant digits, and within `error`.
  void PValue(const std::string& section, std::size_t row, const std::string& column,
              const std::optional<double>& expected, const std::string& words, double error = 0);
  // An interval's cell {low, high, confidence}.
  void Interval(const std::string& section, std::size_t row, const std::string& column,
                const std::optional<PlainInterval>& expected);
  // The cell is exactly that.
  void Value(const std::string& section, std::size_t row, const std::string& column,
             const nlohmann::json& expected);
  // The cell is a text that begins with `start`, and goes on (if it does) with another word.
  void Starts(const std::string& section, std::size_t row, const std::string& column,
              const std::string& start);
  // Some paragraph or item of the section holds the text, as whole words.
  void Says(const std::string& section, const std::string& text);
  // That item does; the first is 0.
  void ItemSays(const std::string& section, std::size_t item, const std::string& text);
  // The item's text; empty where there is none.
  std::string Item(const std::string& section, std::size_t item) const;

  // The cell's value, null where there is none; it does not count as checked.
  nlohmann::json Shown(const std::string& section, std::size_t row, const std::string& column) const;

  // One finding for each number in a grid that none of the above has checked.
  void RequireAllChecked();

  void Find(const std::string& finding) { findings_.push_back(name_ + ": " + context_ + finding); }
  const std::vector<std::string>& findings() const { return findings_; }
  int checked() const { return numbers_; }  // numbers, and the texts that were looked for

 private:
  const nlohmann::json* Section(const std::string& id) const;
  const nlohmann::json* Cell(const std::string& section, std::size_t row, const std::string& column);
  void Compare(const nlohmann::json& cell, const std::string& place, const std::optional<double>& expected,
               const std::string& words, double tolerance);

  const nlohmann::json& report_;
  std::string name_;
  std::string context_;
  std::set<const nlohmann::json*> seen_;
  std::vector<std::string> findings_;
  int numbers_ = 0;
};

}  // namespace retable::reports::verify

#endif  // RETABLE_REPORTS_VERIFY_NUMBER_CHECKS_H_
