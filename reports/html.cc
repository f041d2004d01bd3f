#include "reports/html.h"

#include <algorithm>

#include "reports/html_claim.h"
#include "reports/html_grid.h"
#include "reports/html_text.h"

namespace retable::reports {
namespace {

std::string Element(const std::string& tag, const std::string& content) {
  return "<" + tag + ">" + content + "</" + tag.substr(0, tag.find(' ')) + ">\n";
}

std::string Paragraphs(const Section& section, const std::string& tag = "p") {
  std::string html;
  for (const std::string& paragraph : section.paragraphs) html += Element(tag, Escaped(paragraph));
  return html;
}

std::string ClaimHtml(const std::string& item) {
  const ClaimText claim = ParseClaim(item);
  return Element("li", BadgeHtml(claim.verdict) + "\n" +
                           Element("p class=\"statement\"", Escaped(claim.statement)) +
                           Element("p class=\"evidence\"", Escaped(claim.evidence)));
}

std::string Items(const Section& section) {
  if (section.items.empty()) return "";
  const bool are_claims = section.id == kClaimsSection;
  std::string html;
  for (const std::string& item : section.items) {
    html += are_claims ? ClaimHtml(item) : Element("li", Escaped(item));
  }
  return Element(are_claims ? "ol class=\"claims\"" : "ul", "\n" + html);
}

// The address of a specification's schema is of no use to a page that may not go there.
nlohmann::json WithoutSchema(nlohmann::json spec) {
  spec.erase("$schema");
  return spec;
}

// The file is where the page's Markdown twin looks for it.
std::string WithoutProgram(const std::string& table, const Plot& plot) {
  const std::string file = table.substr(table.rfind('/') + 1) + "/" + plot.id + ".svg";
  return "This figure needs JavaScript. " + plot.description +
         " As a picture it stands beside this page, in " + file + ".";
}

std::string PlotHtml(const std::string& table, const Plot& plot) {
  return "<figure class=\"plot\" id=\"plot-" + Escaped(plot.id) + "\">\n<figcaption>" + Escaped(plot.title) +
         "</figcaption>\n<div class=\"canvas\" role=\"img\" aria-label=\"" + Escaped(plot.description) +
         "\"></div>\n<noscript>" + Element("p", Escaped(WithoutProgram(table, plot))) +
         "</noscript>\n<script type=\"application/json\">" + ScriptJson(WithoutSchema(plot.spec)) +
         "</script>\n</figure>\n";
}

std::string SectionHtml(const std::string& table, const Section& section) {
  const std::string id = Escaped(section.id);
  const std::string title = Escaped(section.title);
  std::string html = "<section id=\"" + id + "\" aria-labelledby=\"" + id + "-title\">\n<h2 id=\"" + id +
                     "-title\">" + title + " <a class=\"anchor\" href=\"#" + id +
                     "\" aria-label=\"Link to: " + title + "\">#</a></h2>\n";
  // A table and the verdicts come before what is said of them.
  if (section.grid) html += GridHtml(*section.grid, section.title);
  const bool come_first = section.grid || section.id == kClaimsSection;
  html += come_first ? Items(section) + Paragraphs(section, "p class=\"notes\"")
                     : Paragraphs(section) + Items(section);
  for (const Plot& plot : section.plots) html += PlotHtml(table, plot);
  if (!section.command.empty()) {
    html += "<div class=\"command\"><pre tabindex=\"0\"><code>" + Escaped(section.command) +
            "</code></pre></div>\n";
  }
  return html + "</section>\n";
}

std::string Contents(const std::vector<Section>& sections) {
  std::string items;
  for (std::size_t s = 1; s < sections.size(); ++s) {
    items += "<li><a href=\"#" + Escaped(sections[s].id) + "\">" + Escaped(sections[s].title) + "</a></li>\n";
  }
  return "<nav aria-labelledby=\"contents-title\">\n<h2 id=\"contents-title\">Contents</h2>\n<ol>\n" + items +
         "</ol>\n</nav>\n";
}

bool IsCaveat(const Page& page, const std::string& paragraph) {
  return std::find(page.caveats.begin(), page.caveats.end(), paragraph) != page.caveats.end();
}

std::string Opening(const Page& page) {
  const Section& first = page.sections.front();
  std::string paragraphs;
  for (const std::string& paragraph : first.paragraphs) {
    paragraphs += Element(IsCaveat(page, paragraph) ? "p class=\"caveat\"" : "p", Escaped(paragraph));
  }
  return "<header class=\"opening\">\n<p class=\"kicker\">" + Escaped(page.title) + "</p>\n<h1>" +
         Escaped(first.title) + "</h1>\n" + paragraphs + Items(first) + "</header>\n";
}

std::string Command(const Page& page) {
  for (const Section& section : page.sections) {
    if (!section.command.empty()) return section.command;
  }
  return "";
}

bool HasPlots(const Page& page) {
  for (const Section& section : page.sections) {
    if (!section.plots.empty()) return true;
  }
  return false;
}

std::string LicencesHtml(const std::string& licences) {
  return "<details class=\"licences\"><summary>Licences of the libraries that draw the "
         "figures</summary>\n<pre>" +
         Escaped(licences) + "</pre></details>\n";
}

// No network, no plug-in, no form, no script but these. Vega sets styles of single elements, so
// styles stay inline.
std::string Policy(const std::vector<std::string>& scripts) {
  std::string policy =
      "default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; "
      "form-action 'none'; script-src";
  for (const std::string& script : scripts) policy += " " + ScriptHash(script);
  return policy;
}

}  // namespace

std::string DocumentHtml(const Document& document, const HtmlParts& parts) {
  std::vector<std::string> scripts;
  for (const std::string& library : document.libraries) scripts.push_back(ScriptText(library));
  scripts.push_back(ScriptText(parts.program));
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
      Policy(scripts) +
      "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
      Escaped(document.title) + "</title>\n<style>\n" + parts.style +
      "</style>\n</head>\n<body data-command=\"" + Escaped(document.command) + "\">\n" + document.body;
  for (const std::string& script : scripts) html += "<script>" + script + "</script>\n";
  return html + "</body>\n</html>\n";
}

std::string Html(const Page& page, const HtmlParts& parts) {
  const bool has_plots = HasPlots(page);
  std::string body = "<a class=\"skip\" href=\"#content\">Skip to the content</a>\n<div class=\"layout\">\n" +
                     Opening(page) + Contents(page.sections) + "<main id=\"content\" tabindex=\"-1\">\n";
  for (std::size_t s = 1; s < page.sections.size(); ++s) body += SectionHtml(page.table, page.sections[s]);
  body += "</main>\n";
  if (has_plots) body += "<footer>\n" + LicencesHtml(parts.licences) + "</footer>\n";
  body += "</div>\n";
  return DocumentHtml({.title = page.title,
                       .body = body,
                       .command = Command(page),
                       .libraries = has_plots ? parts.libraries : std::vector<std::string>{}},
                      parts);
}

}  // namespace retable::reports
