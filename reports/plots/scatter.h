// A scatter of one number of each head against a whole number (its layer), one series an arm. Few places are
// shared by many points, so each series stands a little aside, and a line joins its means.
#ifndef RETABLE_REPORTS_PLOTS_SCATTER_H_
#define RETABLE_REPORTS_PLOTS_SCATTER_H_

#include <optional>
#include <string>
#include <vector>

#include "reports/grid.h"
#include "reports/plots/look.h"

namespace retable::reports::plots {

struct ScatterPoint {
  std::size_t series = 0;
  std::string head;
  double x = 0;
  double y = 0;
  std::string runs = "";  // behind it, as the tooltip names them
};

struct Scatter {
  std::string id;
  std::string title;
  std::string description;
  std::string x;  // names with their units
  std::string y;
  std::vector<double> level = {};  // horizontal rules, such as 0
  std::vector<Series> series = {};
  std::vector<ScatterPoint> points = {};
};

// Nothing without points.
std::optional<Plot> DrawScatter(const Scatter& scatter);

}  // namespace retable::reports::plots

#endif  // RETABLE_REPORTS_PLOTS_SCATTER_H_
