// Files that the reports' programs read beside themselves: scripts of ours, and bundles of @web.
#ifndef RETABLE_REPORTS_RUNFILES_H_
#define RETABLE_REPORTS_RUNFILES_H_

#include <filesystem>
#include <string>

namespace retable::reports {

// The file of that runfiles path, "retable/reports/render_plots.mjs" or "web/vega/build/vega.min.js". Looked
// for below $RUNFILES_DIR, $TEST_SRCDIR, the .runfiles folder beside this program, and the .runfiles folder
// through whose path this program was called: a program that is data of another one has its files there
// alone. Throws std::runtime_error that lists where it looked.
std::filesystem::path FindRunfile(const std::string& path);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_RUNFILES_H_
