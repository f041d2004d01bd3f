#include "reports/expectations_text.h"

#include <algorithm>
#include <array>

#include "reports/sentences.h"

namespace retable::reports {
namespace {

// From good to bad, as the counts name them.
constexpr std::array kOutcomes = {CheckOutcome::kAsExpected,   CheckOutcome::kBetter,
                                  CheckOutcome::kOutdated,     CheckOutcome::kInconclusive,
                                  CheckOutcome::kNoEvidence,   CheckOutcome::kSmaller,
                                  CheckOutcome::kContradicted, CheckOutcome::kBroken};
constexpr std::size_t kOutcomeWidth = 12;  // of "contradicted"

std::string Padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

const char* AnsiCode(CheckOutcome outcome) {
  if (Passes(outcome)) return "32";  // green
  const bool is_missing = outcome == CheckOutcome::kInconclusive || outcome == CheckOutcome::kNoEvidence ||
                          outcome == CheckOutcome::kOutdated;
  return is_missing ? "33" : "31";  // yellow, red
}

std::string Coloured(const std::string& text, CheckOutcome outcome, Colour colour) {
  if (colour == Colour::kPlain) return text;
  return std::string("\033[") + AnsiCode(outcome) + "m" + text + "\033[0m";
}

std::string ClaimText(const CheckedClaim& claim, std::size_t width, Colour colour) {
  const std::string text = "  " +
                           Coloured(Padded(Name(claim.outcome), kOutcomeWidth), claim.outcome, colour) +
                           "  " + Padded(claim.claim, width) + "  " + FoundAndExpected(claim) + "\n";
  return Passes(claim.outcome) ? text : text + "      " + claim.message + "\n";
}

std::string CountsText(const std::vector<CheckedClaim>& claims) {
  std::string text;
  for (const CheckOutcome outcome : kOutcomes) {
    const auto count = std::count_if(claims.begin(), claims.end(),
                                     [&](const CheckedClaim& claim) { return claim.outcome == outcome; });
    if (count > 0) text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + Name(outcome);
  }
  return Counted(static_cast<int>(claims.size()), "claim") + (text.empty() ? "" : ": " + text) + "\n";
}

}  // namespace

std::string FoundAndExpected(const CheckedClaim& claim) {
  const std::string found = claim.verdict ? Name(*claim.verdict) : "no such claim";
  if (!claim.expected) return found + "; nothing expected";
  const std::string reason = claim.expected->reason.empty() ? "" : ": " + claim.expected->reason;
  if (claim.outcome == CheckOutcome::kAsExpected)
    return found + (reason.empty() ? "" : ", as expected" + reason);
  return found + "; expected " + Name(claim.expected->verdict) + reason;
}

std::vector<std::vector<CheckedClaim>> ByTable(const std::vector<CheckedClaim>& claims) {
  std::vector<std::vector<CheckedClaim>> tables;
  for (const CheckedClaim& claim : claims) {
    const auto table = std::find_if(
        tables.begin(), tables.end(),
        [&](const std::vector<CheckedClaim>& of_table) { return of_table.front().table == claim.table; });
    if (table == tables.end()) {
      tables.push_back({claim});
    } else {
      table->push_back(claim);
    }
  }
  return tables;
}

std::string CheckText(const std::vector<CheckedClaim>& claims, Colour colour) {
  std::size_t width = 0;
  for (const CheckedClaim& claim : claims) width = std::max(width, claim.claim.size());
  std::string text;
  for (const std::vector<CheckedClaim>& table : ByTable(claims)) {
    text += table.front().table + "\n";
    for (const CheckedClaim& claim : table) text += ClaimText(claim, width, colour);
    text += "\n";
  }
  return text + CountsText(claims);
}

}  // namespace retable::reports
