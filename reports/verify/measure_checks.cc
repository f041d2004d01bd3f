#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "reports/verify/report_checks.h"
#include "reports/verify/words.h"

namespace retable::reports::verify {
namespace {

using suites::Quantity;

// A quantity of an arm that does not stand in the first table.
struct Measure {
  suites::Arm arm;
  Quantity quantity;
};

std::vector<Measure> MeasuresOf(const suites::Table& table) {
  std::vector<Measure> measures;
  for (const suites::Arm& arm : table.arms) {
    for (const Quantity quantity : QuantitiesOf(arm)) {
      if (quantity != table.response && quantity != Quantity::kDepth) measures.push_back({arm, quantity});
    }
  }
  return measures;
}

// A library's programs are no blocks of the scale, so that even the table's response stands there program by
// program.
std::vector<Measure> MeasuredByBlock(const suites::Table& table) {
  std::vector<Measure> measures = MeasuresOf(table);
  for (const suites::Arm& arm : table.arms) {
    const std::vector<Quantity> quantities = QuantitiesOf(arm);
    const bool has_response =
        std::find(quantities.begin(), quantities.end(), table.response) != quantities.end();
    if (has_response && arm.programs == suites::Programs::kLibrary) measures.push_back({arm, table.response});
  }
  return measures;
}

void CheckBlocks(const Grounds& grounds, const std::vector<Measure>& measures, NumberChecks& checks) {
  std::size_t row = 0;
  for (const auto& [arm, quantity] : measures) {
    for (const suites::Block& block : BlocksOf(arm, grounds.scale)) {
      const Value value = MeanOf(SeedsOf(grounds.numbers, {arm.id, quantity, block.id}));
      checks.Value("measured_blocks", row, "arm", arm.id);
      checks.Value("measured_blocks", row, "quantity", Id(quantity));
      checks.Value("measured_blocks", row, "block", block.id);
      checks.Number("measured_blocks", row, "value", Measured(value), value.words);
      ++row;
    }
  }
  if (checks.Rows("measured_blocks") != row)
    checks.Find("its measured blocks have not one row an arm, quantity and block");
}

}  // namespace

void CheckMeasures(const Grounds& grounds, NumberChecks& checks) {
  const std::vector<Measure> measures = MeasuresOf(grounds.table);
  const std::vector<Measure> by_block = MeasuredByBlock(grounds.table);
  if (!by_block.empty()) CheckBlocks(grounds, by_block, checks);
  if (measures.empty()) return;
  if (checks.Rows("measures") != measures.size())
    checks.Find("its measures have not one row an arm and quantity");
  for (std::size_t row = 0; row < measures.size(); ++row) {
    const auto& [arm, quantity] = measures[row];
    const ArmNumbers numbers = OfArm(grounds, arm, quantity);
    const std::vector<double>& values = numbers.blocks;
    checks.Value("measures", row, "arm", arm.id);
    checks.Value("measures", row, "quantity", Id(quantity));
    const auto printed = arm.printed_measures.find(quantity);
    checks.Number("measures", row, "printed",
                  printed == arm.printed_measures.end() ? std::nullopt : std::optional(printed->second),
                  "none printed");
    CheckMean("measures", row, "mean", numbers, NounOf(grounds.scale), checks);
    const bool has_any = !values.empty();
    checks.Number("measures", row, "smallest",
                  has_any ? std::optional(*std::min_element(values.begin(), values.end())) : std::nullopt,
                  "none measured");
    checks.Number("measures", row, "largest",
                  has_any ? std::optional(*std::max_element(values.begin(), values.end())) : std::nullopt,
                  "none measured");
  }
}

}  // namespace retable::reports::verify
