// The texts that every HTML page is made with, read from beside this program.
#ifndef RETABLE_REPORTS_HTML_PARTS_H_
#define RETABLE_REPORTS_HTML_PARTS_H_

#include "reports/html.h"

namespace retable::reports {

// Read once. Throws std::runtime_error where a file is missing (reports/runfiles.h).
const HtmlParts& InstalledHtmlParts();

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_HTML_PARTS_H_
