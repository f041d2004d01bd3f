// Prints the hostile page as HTML, with everything that a published page carries.
#include <iostream>

#include "reports/html.h"
#include "reports/html_parts.h"
#include "tests/reports/hostile.h"

int main() {
  std::cout << retable::reports::Html(retable::reports::HostilePage(),
                                      retable::reports::InstalledHtmlParts());
}
