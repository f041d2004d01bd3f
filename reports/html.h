// A page as one HTML file that needs nothing beside it: styles, program, figures and their libraries are
// inside, and a Content-Security-Policy forbids it the network.
//
// The first section opens the page, under the heading. Everything that can be read stands in the HTML itself;
// what needs a program (sorting, filtering, the runs behind a cell, figures that answer the pointer) is added
// by page.js, so that a page without it has no dead controls. Pure: the same page and parts give the same
// bytes.
#ifndef RETABLE_REPORTS_HTML_H_
#define RETABLE_REPORTS_HTML_H_

#include <string>
#include <vector>

#include "reports/grid.h"

namespace retable::reports {

// What every page is made with.
struct HtmlParts {
  std::string style;                   // reports/html/page.css
  std::string program;                 // reports/html/page.js
  std::vector<std::string> libraries;  // Vega, Vega-Lite, Vega-Embed, in this order
  std::string licences;                // of the libraries
};

// A page without plots carries no library.
std::string Html(const Page& page, const HtmlParts& parts);

// A whole document: `body` between head and scripts. Every script may run, and no other.
struct Document {
  std::string title;
  std::string body;
  std::string command = "";  // what page.js completes to repeat single runs
  std::vector<std::string> libraries = {};
};
std::string DocumentHtml(const Document& document, const HtmlParts& parts);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_HTML_H_
