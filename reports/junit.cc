#include "reports/junit.h"

#include <algorithm>

#include "reports/expectations_text.h"

namespace retable::reports {
namespace {

std::string Escaped(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\n':
      case '\t':
        escaped += ' ';
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) escaped += c;
    }
  }
  return escaped;
}

std::string Attribute(const std::string& name, const std::string& value) {
  return " " + name + "=\"" + Escaped(value) + "\"";
}

// The element inside a testcase that says how it ended; empty for a plain pass.
std::string Element(CheckOutcome outcome) {
  switch (outcome) {
    case CheckOutcome::kAsExpected:
    case CheckOutcome::kBetter:
      return "";
    case CheckOutcome::kInconclusive:
    case CheckOutcome::kNoEvidence:
      return "skipped";
    case CheckOutcome::kContradicted:
    case CheckOutcome::kSmaller:
    case CheckOutcome::kOutdated:
      return "failure";
    case CheckOutcome::kBroken:
      return "error";
  }
  return "error";
}

std::string TestCase(const CheckedClaim& claim) {
  const std::string head =
      "    <testcase" + Attribute("classname", claim.table) + Attribute("name", claim.claim);
  const std::string element = Element(claim.outcome);
  const std::string found = Escaped(FoundAndExpected(claim));
  if (element.empty()) return head + ">\n      <system-out>" + found + "</system-out>\n    </testcase>\n";
  const std::string type = element == "skipped" ? "" : Attribute("type", Name(claim.outcome));
  return head + ">\n      <" + element + type + Attribute("message", claim.message) + ">" + found + "</" +
         element + ">\n    </testcase>\n";
}

std::string Counts(const std::vector<CheckedClaim>& claims) {
  const auto count = [&](const std::string& element) {
    return std::to_string(std::count_if(claims.begin(), claims.end(), [&](const CheckedClaim& claim) {
      return Element(claim.outcome) == element;
    }));
  };
  return Attribute("tests", std::to_string(claims.size())) + Attribute("failures", count("failure")) +
         Attribute("errors", count("error")) + Attribute("skipped", count("skipped"));
}

}  // namespace

std::string Junit(const std::vector<CheckedClaim>& claims) {
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + Attribute("name", "retable") +
                    Counts(claims) + ">\n";
  for (const std::vector<CheckedClaim>& table : ByTable(claims)) {
    xml += "  <testsuite" + Attribute("name", table.front().table) + Counts(table) + ">\n";
    for (const CheckedClaim& claim : table) xml += TestCase(claim);
    xml += "  </testsuite>\n";
  }
  return xml + "</testsuites>\n";
}

}  // namespace retable::reports
