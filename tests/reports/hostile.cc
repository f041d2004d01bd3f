#include "tests/reports/hostile.h"

namespace retable::reports {
namespace {

using nlohmann::json;

std::string Hostile(std::size_t i) { return HostileStrings()[i % HostileStrings().size()]; }

Plot HostilePlot(const std::string& id) {
  json values = json::array();
  for (std::size_t i = 0; i < HostileStrings().size(); ++i) {
    values.push_back({{"name", Hostile(i)}, {"value", 1.5 * static_cast<double>(i) + 1}});
  }
  return {.id = id,
          .title = Hostile(0),
          .description = "Bars. " + Hostile(1),
          .spec = {{"$schema", "https://vega.github.io/schema/vega-lite/v6.json"},
                   {"description", Hostile(1)},
                   {"width", "container"},
                   {"height", 160},
                   {"data", {{"values", values}}},
                   // An expression, which needs an interpreter where evaluation is forbidden.
                   {"transform", {{{"calculate", "datum.value * 2"}, {"as", "twice"}}}},
                   {"mark", {{"type", "bar"}, {"tooltip", true}, {"color", "#0072B2"}}},
                   {"encoding",
                    {{"x", {{"field", "twice"}, {"type", "quantitative"}}},
                     {"y",
                      {{"field", "name"},
                       {"type", "nominal"},
                       {"axis", {{"title", nullptr}, {"labelLimit", 100}}}}}}}}};
}

std::string RunKey(std::size_t i) { return "key" + std::to_string(i) + "\"" + Hostile(i); }

// Two blocks of two arms and two seeds; a row each.
Section RunsSection() {
  Section section{.id = "runs", .title = "Every run", .length = Length::kLong};
  Grid grid{.columns = {{"arm", "arm", Filter::kArm},
                        {"block", "block", Filter::kBlock},
                        {"seed", "seed", Filter::kSeed},
                        {"replicate", "replicate"},
                        {"outcome", "outcome"},
                        {"key", "key"}}};
  for (std::size_t i = 0; i < 8; ++i) {
    grid.rows.push_back({Words(Hostile(i % 2)),
                         Words(Hostile(2 + i / 4)),
                         Count(1 + static_cast<int>(i / 2 % 2)),
                         Count(0),
                         i == 5 ? Words(Hostile(4)) : PercentEntry(0.01 * static_cast<double>(i)),
                         {.text = "key", .value = RunKey(i), .runs = {RunKey(i)}}});
  }
  section.grid = grid;
  return section;
}

Section HeadsSection() {
  Section section{.id = "heads", .title = Hostile(3), .paragraphs = HostileStrings()};
  Grid grid{.columns = {{"head", "head", Filter::kBlock},
                        {"first", Hostile(0), Filter::kOneArm},
                        {"second", Hostile(1), Filter::kOneArm}}};
  for (std::size_t b = 0; b < 2; ++b) {
    grid.rows.push_back(
        {Words(Hostile(2 + b)), PercentEntry(0.02 - 0.05 * static_cast<double>(b)), Words("censored")});
    for (std::size_t a = 0; a < 2; ++a)
      grid.rows.back()[1 + a].runs = {RunKey(4 * b + a), RunKey(4 * b + 2 + a)};
  }
  section.grid = grid;
  return section;
}

// Numbers and words in one column, in no order.
Section MixedSection() {
  Section section{.id = "mixed", .title = "Numbers and words"};
  const std::vector<Entry> values = {PercentEntry(0.1),  Words("not run"),   PercentEntry(-0.2),
                                     PercentEntry(0.02), Words("a failure"), Count(0),
                                     PercentEntry(1.5)};
  Grid grid{.columns = {{"row", "row"}, {"value", "value"}, {"verdict", "verdict"}}};
  for (std::size_t i = 0; i < values.size(); ++i) {
    grid.rows.push_back({Words("row " + std::to_string(i + 5)), values[i], Words(Hostile(i))});
  }
  section.grid = grid;
  return section;
}

}  // namespace

const std::vector<std::string>& HostileStrings() {
  static const std::vector<std::string> strings = {
      "<script>window.hacked = 1</script>",
      "\"><img src=x onerror=\"window.hacked = 1\">",
      "</script></style></title><script>window.hacked = 1</script><!--",
      "' onmouseover='window.hacked = 1' \"onfocus=\"window.hacked = 1\" autofocus tabindex=1 x=\"",
      "a & b &lt; c \xE2\x80\xA8 \xE2\x80\xA9 \x01 \xD7\xA2\xD7\x91\xD7\xA8\xD7\x99\xD7\xAA "
      "\xF0\x9F\x99\x82\nnext line",
      "an_unbroken_word_" + std::string(160, 'x'),
  };
  return strings;
}

Page HostilePage() {
  Page page{.table = "hostile/page", .scale = "desk", .title = Hostile(0)};
  page.sections = {
      {.id = "question", .title = Hostile(1), .paragraphs = HostileStrings()},
      {.id = "claims", .title = "Claims", .items = {}},
      HeadsSection(),
      MixedSection(),
      {.id = "plots", .title = "Figures", .plots = {HostilePlot("first"), HostilePlot("second")}},
      RunsSection(),
      {.id = "departures", .title = "Departures", .items = HostileStrings()},
      {.id = "reproduce",
       .title = "To reproduce",
       .command = "bazel run //suites:x -- '" + Hostile(0) + "' && true"},
  };
  for (const char* verdict : {"confirmed", "confirmed, smaller", "contradicted", "inconclusive",
                              "not evaluable", "not run", "blocked"}) {
    page.sections[1].items.push_back(std::string(verdict) + ": " + Hostile(5) + ". " + Hostile(2));
  }
  return page;
}

}  // namespace retable::reports
