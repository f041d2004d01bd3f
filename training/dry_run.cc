#include "training/dry_run.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

#include "training/flops.h"
#include "training/progress.h"

namespace retable::training {
namespace {

struct Group {
  std::string name;
  Reason reason;  // the first one's, with its key
  std::vector<std::string> places;
  double seconds = 0;
  bool unknown = false;
};

std::vector<Group> GroupsOf(const Plan& plan, History& history) {
  std::vector<Group> groups;
  for (const PlannedItem& item : plan.items) {
    const bool is_run = item.work.kind == kRunKind;
    const Reason reason = is_run ? history.ReasonFor(item.run) : Reason{.text = "new", .since = ""};
    auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& known) {
      return known.name == item.group && known.reason.text == reason.text;
    });
    if (group == groups.end()) {
      groups.push_back({.name = item.group, .reason = reason, .places = {}});
      group = groups.end() - 1;
    }
    group->places.push_back(item.place);
    const std::optional<double> seconds = is_run ? history.SecondsFor(item.run) : std::nullopt;
    group->seconds += seconds.value_or(0);
    group->unknown = group->unknown || !seconds;
  }
  return groups;
}

std::string Places(const std::vector<std::string>& places) {
  constexpr std::size_t kShown = 4;
  std::string text;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places.size() > kShown && i == kShown - 1) {
      return text + ", ... " + places.back();
    }
    text += (i > 0 ? ", " : "") + places[i];
  }
  return text;
}

std::string Line(const Group& group) {
  std::string line = "  " + group.name + " (" + std::to_string(group.places.size()) +
                     "): " + Places(group.places) + ": " + group.reason.text;
  if (!group.reason.since.empty()) line += " since " + group.reason.since;
  return line + "; " + (group.unknown ? "time unknown" : "about " + Duration(group.seconds)) + "\n";
}

std::string Counted(long count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

// A count with three digits and a power of ten that counts thousands: 57.6e9.
std::string Engineering(double value) {
  char text[32];
  // Rounded before its thousands are counted: 999,900 is 1e6.
  const auto rounded = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, 2).ptr;
  const std::string digits(text, rounded);  // "d.dde+dd"
  const std::size_t e = digits.find('e');
  const int exponent = std::stoi(digits.substr(e + 1));
  const double leading = std::stod(digits.substr(0, e)) * std::pow(10, exponent % 3);
  const auto end = std::to_chars(text, text + sizeof text, leading, std::chars_format::general, 3).ptr;
  return std::string(text, end) + (exponent < 3 ? "" : "e" + std::to_string(exponent - exponent % 3));
}

// What the trainings of the plan cost, where the cost of any is known.
std::string CostLine(const Plan& plan) {
  Cost total;
  long trainings = 0;
  for (const PlannedItem& item : plan.items) {
    const std::optional<Cost> cost = CostOf(item.run);
    if (!cost || !std::isfinite(cost->flops)) continue;  // a recipe without heads costs nothing that is known
    ++trainings;
    total.tokens += cost->tokens;
    total.flops += cost->flops;
  }
  if (trainings == 0) return "";
  return "  cost: " + Counted(trainings, "training") + " on at most " + Engineering(total.tokens) +
         " tokens, at most " + Engineering(total.flops) + " floating-point operations (training/flops.h)\n";
}

}  // namespace

std::string DescribePlan(const Plan& plan, History& history, int workers) {
  const std::string stored = std::to_string(plan.stored) + " of " + Counted(plan.wanted, "run") + " stored";
  if (plan.items.empty()) return stored + "; nothing to do\n";
  const std::vector<Group> groups = GroupsOf(plan, history);
  const long artifacts = std::count_if(plan.items.begin(), plan.items.end(), [](const PlannedItem& item) {
    return item.work.kind == kArtifactKind;
  });
  double seconds = 0;
  bool unknown = false;
  std::string lines;
  for (const Group& group : groups) {
    seconds += group.seconds;
    unknown = unknown || group.unknown;
    lines += Line(group);
  }
  std::string text = stored + "; " + Counted(static_cast<long>(plan.items.size()) - artifacts, "run") +
                     " and " + Counted(artifacts, "artifact") + " to do, ";
  if (seconds > 0) {
    text += "about " + Duration(seconds / workers) + " with " + Counted(workers, "worker");
    if (unknown) text += " and what is unknown";
  } else {
    text += "time unknown";
  }
  return text + "\n" + CostLine(plan) + lines;
}

}  // namespace retable::training
