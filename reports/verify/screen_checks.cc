#include <optional>
#include <string>
#include <vector>

#include "reports/numbers.h"
#include "reports/verify/report_checks.h"
#include "reports/verify/words.h"

namespace retable::reports::verify {
namespace {

// What a pair would be as a claim.
suites::Claim AsClaim(const suites::Correlation& correlation) {
  return {.id = "screen",
          .statement = "",
          .locator = "",
          .test = suites::Test::kSpearman,
          .side = suites::Side::kTwoSided,
          .correlation = correlation};
}

std::string BlocksWords(const suites::Correlation& correlation) {
  return correlation.sink
             ? "first-token mass of " + *correlation.sink + " below " + Fixed(correlation.sink_below, 2)
             : "all";
}

}  // namespace

void CheckScreen(const Grounds& grounds, NumberChecks& checks) {
  const std::vector<suites::Correlation>& screen = grounds.table.screen;
  if (screen.empty()) return;
  if (checks.Rows("screen") != screen.size()) checks.Find("its screen has not one row a pair");
  std::vector<ClaimNumbers> numbers;
  std::vector<TwoPs> raw;
  for (const suites::Correlation& correlation : screen) {
    const suites::Claim claim = AsClaim(correlation);
    numbers.push_back(NumbersOf(grounds.scale, grounds.numbers, claim));
    raw.push_back(PsOf(claim, claim.test, numbers.back().blocks));
  }
  const std::vector<TwoPs> adjusted = Adjusted(raw, static_cast<int>(screen.size()), BenjaminiHochberg);
  for (std::size_t row = 0; row < screen.size(); ++row) {
    const auto& rho = numbers[row].effect;
    checks.Value("screen", row, "pair", LabelOf(AsClaim(screen[row])));
    checks.Value("screen", row, "blocks", BlocksWords(screen[row]));
    checks.Value("screen", row, "points", numbers[row].blocks.x.size());
    checks.Number("screen", row, "rho", rho ? std::optional(rho->estimate) : std::nullopt, "");
    checks.Interval("screen", row, "interval", rho ? rho->interval : std::nullopt);
    checks.PValue("screen", row, "p", raw[row].p, "", raw[row].error);
    checks.PValue("screen", row, "p_bh", adjusted[row].p, "", adjusted[row].error);
  }
}

}  // namespace retable::reports::verify
