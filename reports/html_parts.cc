#include "reports/html_parts.h"

#include "reports/runfiles.h"
#include "training/files.h"

namespace retable::reports {
namespace {

std::string Text(const std::string& runfile) { return training::ReadFile(FindRunfile(runfile)); }

// Without the line that tells a debugger which file to load.
std::string Library(const std::string& runfile) {
  std::string text = Text(runfile);
  if (const std::size_t mapping = text.rfind("//# sourceMappingURL="); mapping != std::string::npos) {
    text.resize(mapping);
  }
  return text;
}

HtmlParts Read() {
  return {
      .style = Text("retable/reports/html/page.css"),
      .program = Text("retable/reports/html/page.js"),
      .libraries = {Library("web/vega/build/vega.min.js"), Library("web/vega-lite/build/vega-lite.min.js"),
                    Library("web/vega-embed/build/vega-embed.min.js")},
      .licences = "Vega\n" + Text("web/vega/LICENSE") + "\nVega-Lite\n" + Text("web/vega-lite/LICENSE") +
                  "\nVega-Embed\n" + Text("web/vega-embed/LICENSE")};
}

}  // namespace

const HtmlParts& InstalledHtmlParts() {
  static const HtmlParts parts = Read();
  return parts;
}

}  // namespace retable::reports
