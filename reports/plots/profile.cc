#include "reports/plots/profile.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reports/joined.h"
#include "reports/numbers.h"
#include "reports/plots/look.h"
#include "reports/sentences.h"
#include "stats/steps_to_threshold.h"

namespace retable::reports::plots {
namespace {

using nlohmann::json;
using training::Result;

constexpr int kDecimals = 4;
constexpr double kNever = std::numeric_limits<double>::infinity();

struct Arrival {
  std::string block;  // or the baseline's replicate
  std::uint64_t seed = 0;
  std::string run;           // short key
  double fraction = kNever;  // of the baseline's steps
};

struct Group {
  Series series;
  std::vector<Arrival> arrivals;  // in the order in which they arrive
};

double Fraction(const Baseline& baseline, const Result& result) {
  if (result.measurement.failure) return kNever;
  const auto crossings = Crossings(result.measurement);
  if (crossings.empty() || !crossings.back()) return kNever;
  return *crossings.back() / baseline.steps.back();
}

// What a run of that cell is compared with.
Baseline BaselineOf(const Responses& responses, const suites::Cell& cell) {
  const auto seed =
      std::find(responses.seeds.begin(), responses.seeds.end(), cell.seed) - responses.seeds.begin();
  if (cell.arm != suites::kBaseline) return responses.means[seed];
  std::vector<const Result*> others = responses.baselines[seed];
  others.erase(others.begin() + cell.replicate);
  return MeanBaseline(others);
}

std::optional<Group> Gather(const Material& material, const std::string& arm) {
  Group group{.series = SeriesOf(material.table, arm), .arrivals = {}};
  for (const CellRun& run : material.runs) {
    if (run.cell.arm != arm || !IsTraining(run.cell) || !IsMeasured(run)) continue;
    const Baseline baseline = BaselineOf(material.responses, run.cell);
    if (!baseline.undefined.empty()) continue;
    group.arrivals.push_back({.block = arm == suites::kBaseline
                                           ? "replicate " + std::to_string(run.cell.replicate)
                                           : run.cell.block,
                              .seed = run.cell.seed,
                              .run = training::ShortKey(training::Key(run.cell.run)),
                              .fraction = Fraction(baseline, *run.result)});
  }
  if (group.arrivals.empty()) return std::nullopt;
  std::stable_sort(group.arrivals.begin(), group.arrivals.end(),
                   [](const Arrival& a, const Arrival& b) { return a.fraction < b.fraction; });
  return group;
}

std::vector<double> Fractions(const Group& group) {
  std::vector<double> fractions;
  for (const Arrival& arrival : group.arrivals) fractions.push_back(arrival.fraction);
  return fractions;
}

int Arrived(const Group& group) {
  return static_cast<int>(
      std::count_if(group.arrivals.begin(), group.arrivals.end(),
                    [](const Arrival& arrival) { return std::isfinite(arrival.fraction); }));
}

struct Range {
  double low = kNever;
  double high = -kNever;
};

// Of all that arrive, with a little air.
Range RangeOf(const std::vector<Group>& groups) {
  Range range;
  for (const Group& group : groups) {
    for (const Arrival& arrival : group.arrivals) {
      if (!std::isfinite(arrival.fraction)) continue;
      range.low = std::min(range.low, arrival.fraction);
      range.high = std::max(range.high, arrival.fraction);
    }
  }
  return {.low = Rounded(range.low - 0.005, 3), .high = Rounded(range.high + 0.005, 3)};
}

json Place(const Group& group, double fraction, double share) {
  return {{"series", group.series.title},
          {"fraction", Rounded(fraction, kDecimals)},
          {"share", Rounded(share, kDecimals)}};
}

// The runs that arrive, each where its arm's line rises.
std::vector<json> RunValues(const Group& group) {
  const std::vector<double> fractions = Fractions(group);
  const int arrived = Arrived(group);
  const auto profile = stats::PerformanceProfile(fractions, std::span(fractions).first(arrived));
  std::vector<json> values;
  for (int i = 0; i < arrived; ++i) {
    const Arrival& arrival = group.arrivals[i];
    json value = Place(group, arrival.fraction, profile[i].share);
    value["block"] = arrival.block;
    value["seed"] = arrival.seed;
    value["run"] = arrival.run;
    value["interval"] =
        Fixed(100 * profile[i].interval.low, 0) + " to " + Fixed(100 * profile[i].interval.high, 0) + " %";
    values.push_back(value);
  }
  return values;
}

// From no run at the left edge to what has arrived at the right one.
std::vector<json> LineValues(const Group& group, const std::vector<json>& runs, const Range& range) {
  std::vector<json> values = {Place(group, range.low, 0)};
  for (const json& run : runs)
    values.push_back({{"series", run["series"]}, {"fraction", run["fraction"]}, {"share", run["share"]}});
  values.push_back(Place(group, range.high, runs.empty() ? 0 : runs.back()["share"].get<double>()));
  return values;
}

std::string Description(const std::vector<Group>& groups) {
  std::vector<std::string> arms;
  for (const Group& group : groups) {
    const double median = stats::Median(Fractions(group));
    arms.push_back(group.series.title + " " + Part(Arrived(group), static_cast<int>(group.arrivals.size())) +
                   ", " +
                   (std::isfinite(median) ? "half of them by " + Fixed(median, 3) : "fewer than half"));
  }
  std::string text =
      "Share of the runs that have reached the last threshold by a given fraction of their baseline's steps. "
      "Reached: ";
  return text + Joined(arms, "; ") + ".";
}

std::vector<json> Layers(const std::vector<Group>& groups) {
  const Range range = RangeOf(groups);
  std::vector<Series> series;
  std::vector<json> lines, runs;
  for (const Group& group : groups) {
    series.push_back(group.series);
    const std::vector<json> of_group = RunValues(group);
    const std::vector<json> line = LineValues(group, of_group, range);
    lines.insert(lines.end(), line.begin(), line.end());
    runs.insert(runs.end(), of_group.begin(), of_group.end());
  }
  json x = Number("fraction", {"steps to the last threshold,", "as a fraction of the baseline's"});
  x["scale"] = {{"domain", {range.low, range.high}}, {"nice", false}, {"zero", false}};
  json y = Number("share", {"share of runs"});
  y["scale"] = {{"domain", {0, 1}}};
  y["axis"]["format"] = ".0%";
  json line = {{"x", x},
               {"y", y},
               {"color", ColourOf(series, Legend::kLines)},
               {"strokeDash", DashOf(series, Legend::kLines)}};
  json point = {{"x", x}, {"y", y}, {"color", ColourOf(series, Legend::kLines)}};
  point["tooltip"] = Tooltip({{"series", "arm"},
                              {"block", "block"},
                              {"seed", "seed"},
                              {"run", "run"},
                              {"fraction", "fraction of the baseline's steps"},
                              {"share", "share of runs"},
                              {"interval", "95 % interval of the share"}});
  return {Rule("x", {1}, "as the baseline"),
          {{"data", Values(lines)},
           {"mark", {{"type", "line"}, {"interpolate", "step-after"}, {"strokeWidth", 2}}},
           {"encoding", line}},
          {{"data", Values(runs)},
           {"mark", {{"type", "point"}, {"filled", true}, {"size", 14}, {"opacity", 1}}},
           {"encoding", point}}};
}

}  // namespace

std::optional<Plot> StepsProfile(const Material& material) {
  std::vector<Group> groups;
  int arrived = 0;
  for (const std::string& arm : Sides(material.table)) {
    if (auto group = Gather(material, arm)) {
      arrived += Arrived(*group);
      groups.push_back(*group);
    }
  }
  if (arrived == 0) return std::nullopt;
  const std::string description = Description(groups);
  return Plot{.id = "profile",
              .title = "Share of runs at the last threshold, and how soon",
              .description = description,
              .spec = Figure(description, 280, Layers(groups))};
}

}  // namespace retable::reports::plots
