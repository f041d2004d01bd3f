#include "reports/index.h"

#include <map>

#include "reports/html_claim.h"
#include "reports/html_grid.h"
#include "reports/html_text.h"

namespace retable::reports {
namespace {

std::vector<ClaimText> ClaimsOf(const Page& page) {
  std::vector<ClaimText> claims;
  for (const Section& section : page.sections) {
    if (section.id != kClaimsSection) continue;
    for (const std::string& item : section.items) claims.push_back(ParseClaim(item));
  }
  return claims;
}

// "5 claims: 3 confirmed; 2 inconclusive", in the order in which verdicts first occur.
std::string Tally(const std::vector<IndexedReport>& reports) {
  std::vector<std::string> verdicts;
  std::map<std::string, int> counts;
  int claims = 0;
  for (const IndexedReport& report : reports) {
    for (const ClaimText& claim : ClaimsOf(report.page)) {
      if (counts[claim.verdict]++ == 0) verdicts.push_back(claim.verdict);
      ++claims;
    }
  }
  std::string text = std::to_string(claims) + (claims == 1 ? " claim" : " claims");
  for (std::size_t v = 0; v < verdicts.size(); ++v) {
    text += (v == 0 ? ": " : "; ") + std::to_string(counts[verdicts[v]]) + " " + verdicts[v];
  }
  return text + ".";
}

std::string ReportHtml(const IndexedReport& report, std::size_t number) {
  const Section& opening = report.page.sections.front();
  const std::string id = "report-" + std::to_string(number);
  const std::string link = Escaped(report.link);
  std::string html = "<section aria-labelledby=\"" + id + "\">\n<p class=\"kicker\">" +
                     Escaped(report.page.title) + "</p>\n<h2 id=\"" + id + "\"><a href=\"" + link + "\">" +
                     Escaped(opening.title) + "</a></h2>\n";
  if (!opening.paragraphs.empty()) html += "<p>" + Escaped(opening.paragraphs.front()) + "</p>\n";
  for (const std::string& caveat : report.page.caveats)
    html += "<p class=\"caveat\">" + Escaped(caveat) + "</p>\n";
  html += "<ul class=\"claims\">\n";
  for (const ClaimText& claim : ClaimsOf(report.page)) {
    html += "<li>" + BadgeHtml(claim.verdict) + "\n<p><a href=\"" + link + "#" + kClaimsSection + "\">" +
            Escaped(claim.statement) + "</a></p></li>\n";
  }
  return html + "</ul>\n</section>\n";
}

}  // namespace

std::string IndexHtml(const std::vector<IndexedReport>& reports, const HtmlParts& parts) {
  std::string body =
      "<a class=\"skip\" href=\"#content\">Skip to the content</a>\n<div class=\"layout index\">\n"
      "<header class=\"opening\">\n<p class=\"kicker\">retable</p>\n<h1>Which claims hold?</h1>\n<p>" +
      Escaped(Tally(reports)) + "</p>\n</header>\n<main id=\"content\" tabindex=\"-1\">\n";
  for (std::size_t r = 0; r < reports.size(); ++r) body += ReportHtml(reports[r], r + 1);
  return DocumentHtml({.title = "retable: which claims hold?", .body = body + "</main>\n</div>\n"}, parts);
}

}  // namespace retable::reports
