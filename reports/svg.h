// Figures as SVG files, for where no script runs: Markdown on a code host, mail, print.
//
// Vega-Lite specifications are drawn by Vega itself, in one node process for all of them (render_plots.mjs,
// which says what the files look like). Same figures, same bytes, whatever else is drawn beside them.
#ifndef RETABLE_REPORTS_SVG_H_
#define RETABLE_REPORTS_SVG_H_

#include <map>
#include <string>

#include "reports/grid.h"

namespace retable::reports {

// By name, as the figures are given; no figures, no process. Throws std::runtime_error where node is not
// there, and where a specification is refused or draws a warning: the message names the figure and
// what Vega says.
std::map<std::string, std::string> DrawSvgs(const std::map<std::string, Plot>& plots);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_SVG_H_
