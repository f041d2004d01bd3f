#include "reports/plots/curves.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "reports/numbers.h"
#include "reports/plots/look.h"
#include "reports/sentences.h"

namespace retable::reports::plots {
namespace {

using nlohmann::json;

constexpr int kDecimals = 4;

using Curve = std::map<int, double>;  // step -> loss

struct SeedCurve {
  std::uint64_t seed = 0;
  Curve curve;
};

// The runs of one line.
struct Group {
  Series series;
  std::vector<SeedCurve> runs;
  int failed = 0;
};

Group Gather(const Material& material, const std::string& arm) {
  Group group{.series = SeriesOf(material.table, arm), .runs = {}};
  for (const CellRun& run : material.runs) {
    if (run.cell.arm != arm || !IsTraining(run.cell) || !run.result) continue;
    if (run.result->measurement.failure) {
      ++group.failed;
      continue;
    }
    SeedCurve& one = group.runs.emplace_back(SeedCurve{run.cell.seed, {}});
    for (const training::CurvePoint& point : run.result->measurement.curve)
      one.curve[point.step] = point.loss;
  }
  return group;
}

// Of the baseline and then of every arm.
std::vector<Group> Groups(const Material& material) {
  std::vector<Group> groups;
  for (const std::string& side : Sides(material.table)) groups.push_back(Gather(material, side));
  return groups;
}

// The values at the steps that all curves have.
std::map<int, std::vector<double>> AtCommonSteps(const std::vector<Curve>& curves) {
  std::map<int, std::vector<double>> at;
  for (const Curve& curve : curves) {
    for (const auto& [step, loss] : curve) at[step].push_back(loss);
  }
  std::erase_if(at, [&](const auto& entry) { return entry.second.size() < curves.size(); });
  return at;
}

double Mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double Percentile(std::vector<double> values, double p) {
  std::sort(values.begin(), values.end());
  const double place = p * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

// Each run less the mean of its seed's baselines, itself not among them, where there are any.
Group LessBaseline(const Group& group, const Group& baselines) {
  Group less{.series = group.series, .runs = {}, .failed = group.failed};
  for (const SeedCurve& run : group.runs) {
    std::vector<Curve> others;
    for (const SeedCurve& baseline : baselines.runs) {
      if (baseline.seed == run.seed && &baseline != &run) others.push_back(baseline.curve);
    }
    SeedCurve& one = less.runs.emplace_back(SeedCurve{run.seed, {}});
    for (const auto& [step, losses] : AtCommonSteps(others)) {
      const auto found = run.curve.find(step);
      if (found != run.curve.end()) one.curve[step] = found->second - Mean(losses);
    }
  }
  return less;
}

// What is drawn of one group.
struct Line {
  std::map<int, double> means;
  std::vector<json> values;
};

Line MakeLine(const Group& group) {
  std::vector<Curve> curves;
  for (const SeedCurve& run : group.runs) curves.push_back(run.curve);
  Line line;
  for (const auto& [step, losses] : AtCommonSteps(curves)) {
    line.means[step] = Mean(losses);
    line.values.push_back({{"series", group.series.title},
                           {"step", step},
                           {"mean", Rounded(line.means[step], kDecimals)},
                           {"low", Rounded(Percentile(losses, 0.1), kDecimals)},
                           {"high", Rounded(Percentile(losses, 0.9), kDecimals)},
                           {"runs", losses.size()}});
  }
  return line;
}

struct Lines {
  std::vector<Series> series;
  std::vector<json> values;
  std::string at_last_step;  // "At step 220, the last of all lines: baseline 5.175, ..."
  std::string left_out;
};

// Nothing where no group has a line.
std::optional<Lines> MakeLines(const std::vector<Group>& groups) {
  Lines lines;
  std::vector<Line> drawn;
  std::vector<std::string> failed, means;
  int last = 0;
  for (const Group& group : groups) {
    if (group.failed > 0) failed.push_back(Counted(group.failed, "run") + " of " + group.series.title);
    const Line line = MakeLine(group);
    if (line.values.empty()) continue;
    const int end = line.means.rbegin()->first;
    last = drawn.empty() ? end : std::min(last, end);
    drawn.push_back(line);
    lines.series.push_back(group.series);
    lines.values.insert(lines.values.end(), line.values.begin(), line.values.end());
  }
  if (drawn.empty()) return std::nullopt;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const auto at = drawn[i].means.find(last);
    if (at != drawn[i].means.end()) means.push_back(lines.series[i].title + " " + Fixed(at->second, 3));
  }
  if (!means.empty()) {
    lines.at_last_step =
        " At step " + std::to_string(last) + ", the last of all lines: " + Enumerated(means) + ".";
  }
  if (!failed.empty()) lines.left_out = " Left out because they failed: " + Enumerated(failed) + ".";
  return lines;
}

json Channels(const Lines& lines, const std::string& y_field, const std::string& y_title) {
  json step = Number("step", {"step"});
  step["scale"]["nice"] = false;
  return {{"x", step}, {"y", Number(y_field, {y_title})}, {"color", ColourOf(lines.series, Legend::kLines)}};
}

std::vector<json> LineLayers(const Lines& lines, const std::string& y_title) {
  json band = Channels(lines, "low", y_title), line = Channels(lines, "mean", y_title);
  band["y2"] = {{"field", "high"}};
  json points = line;
  line["strokeDash"] = DashOf(lines.series, Legend::kLines);
  points["tooltip"] = Tooltip({{"series", "arm"},
                               {"step", "step"},
                               {"mean", "mean"},
                               {"low", "10th percentile"},
                               {"high", "90th percentile"},
                               {"runs", "runs"}});
  return {
      {{"mark", {{"type", "area"}, {"opacity", 0.1}}}, {"encoding", band}},
      {{"mark", {{"type", "line"}, {"strokeWidth", 2}}}, {"encoding", line}},
      {{"mark", {{"type", "point"}, {"filled", true}, {"size", 14}, {"opacity", 1}}}, {"encoding", points}}};
}

// The losses that the runs are measured at.
std::vector<double> Thresholds(const Material& material) {
  for (const CellRun& run : material.runs) {
    if (!run.result || run.result->measurement.thresholds.empty()) continue;
    std::vector<double> losses;
    for (const double loss : run.result->measurement.thresholds) losses.push_back(Rounded(loss, kDecimals));
    return losses;
  }
  return {};
}

std::string ThresholdText(const std::vector<double>& thresholds) {
  std::vector<std::string> losses;
  for (const double loss : thresholds) losses.push_back(Fixed(loss, 3));
  return losses.empty() ? "" : " Dashed: the thresholds, " + Enumerated(losses) + ".";
}

Plot Draw(const std::string& id, const std::string& title, const std::string& description, const Lines& lines,
          const std::string& y_title, const json& rule) {
  std::vector<json> layers = LineLayers(lines, y_title);
  layers.insert(layers.begin(), rule);
  Plot plot{.id = id, .title = title, .description = description, .spec = Figure(description, 300, layers)};
  plot.spec["data"] = Values(lines.values);
  return plot;
}

}  // namespace

std::optional<Plot> LearningCurves(const Material& material) {
  const auto lines = MakeLines(Groups(material));
  if (!lines) return std::nullopt;
  const std::vector<double> thresholds = Thresholds(material);
  return Draw(
      "curves", "Learning curves",
      "Held-out loss against step: the mean over runs, with a band from the 10th to the 90th percentile of "
      "runs." +
          lines->at_last_step + ThresholdText(thresholds) + lines->left_out,
      *lines, "held-out loss, nats a token", Rule("y", thresholds, "threshold"));
}

std::optional<Plot> CurvesLessBaseline(const Material& material) {
  std::vector<Group> less;
  const std::vector<Group> groups = Groups(material);
  for (const Group& group : groups) less.push_back(LessBaseline(group, groups.front()));
  const auto lines = MakeLines(less);
  if (!lines) return std::nullopt;
  return Draw(
      "curves_less_baseline", "Learning curves, less the baseline's",
      "Held-out loss less that of the seed's baselines at the same step, below 0 is better: the mean over "
      "runs, with a band from the 10th to the 90th percentile of runs." +
          lines->at_last_step + lines->left_out,
      *lines, "held-out loss less the baseline's, nats a token", Rule("y", {0}, "as the baseline"));
}

}  // namespace retable::reports::plots
