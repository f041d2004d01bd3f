#include "training/choice.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "suites/supplied.h"
#include "training/run.h"
#include "training/supplied_pattern.h"

namespace retable::training {
namespace {

template <typename T>
const T* Find(const std::vector<T>& list, const std::string& what, const std::string& id) {
  std::vector<std::string> valid;
  for (const T& one : list) {
    if (one.id == id) return &one;
    valid.push_back(one.id);
  }
  throw UsageError(UnknownValue(what, id, valid));
}

void CheckSelection(const Flags& flags, const suites::Scale& scale) {
  for (const std::string& block : flags.blocks) Find(scale.blocks, "block of scale " + scale.id, block);
  std::vector<std::string> seeds;
  for (const std::uint64_t seed : scale.seeds) seeds.push_back(std::to_string(seed));
  for (const std::uint64_t seed : flags.seeds) {
    if (std::find(scale.seeds.begin(), scale.seeds.end(), seed) != scale.seeds.end()) continue;
    throw UsageError(UnknownValue("seed of scale " + scale.id, std::to_string(seed), seeds));
  }
}

std::string Short(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::general, 3).ptr;
  return std::string(text, end);
}

}  // namespace

Choice Choose(const Flags& flags, const std::vector<suites::Table>& tables) {
  if (flags.table.empty()) {
    std::string valid;
    for (const suites::Table& table : tables) valid += (valid.empty() ? "" : ", ") + table.id;
    throw UsageError("say which table with --table=ID; valid: " + valid);
  }
  const suites::Table& plain = *Find(tables, "table", flags.table);
  const suites::Scale& scale = *Find(plain.scales, "scale of " + plain.id, flags.scale);
  CheckSelection(flags, scale);
  const std::optional<suites::Supplied> supplied = SuppliedBy(flags, scale);
  const auto table = std::make_shared<const suites::Table>(supplied ? WithSupplied(plain, *supplied) : plain);
  return {.table = table,
          .scale = &suites::FindScale(*table, flags.scale),
          .selection = {.blocks = flags.blocks, .seeds = flags.seeds}};
}

std::string ListTables(const std::vector<suites::Table>& tables) {
  std::string text;
  for (const suites::Table& table : tables) {
    text += table.id + "  " + table.title + "\n";
    for (const suites::Scale& scale : table.scales) {
      text += "    --scale=" + scale.id + ": " + std::to_string(suites::Cells(table, scale).size()) +
              " runs, " + std::to_string(scale.blocks.size()) + " blocks, " +
              std::to_string(scale.seeds.size()) + " seeds\n";
    }
  }
  return text;
}

std::set<std::string> AllKeys(const std::vector<suites::Table>& tables) {
  std::set<std::string> keys;
  for (const suites::Table& table : tables) {
    for (const suites::Scale& scale : table.scales) {
      for (const suites::Cell& cell : suites::Cells(table, scale)) keys.insert(Key(cell.run));
    }
  }
  return keys;
}

std::vector<std::string> ReachWarnings(const Choice& choice) {
  const std::size_t selected =
      choice.selection.blocks.empty() ? choice.scale->blocks.size() : choice.selection.blocks.size();
  const std::size_t claims = choice.table->claims.size();
  std::vector<std::string> warnings;
  for (const suites::Claim& claim : choice.table->claims) {
    const std::size_t blocks = claim.blocks.empty() ? selected : std::min(selected, claim.blocks.size());
    const double level = claim.alpha / static_cast<double>(claims);
    const double smallest = SmallestP(claim, blocks);
    if (smallest <= level) continue;
    std::size_t enough = 1;
    while (SmallestP(claim, enough) > level) ++enough;
    warnings.push_back("claim " + claim.id + " cannot be confirmed with " + std::to_string(blocks) +
                       " block" + (blocks == 1 ? "" : "s") + ": the smallest p they can give is " +
                       Short(smallest) + ", above alpha " + Short(claim.alpha) + " / " +
                       std::to_string(claims) + " claims; " + std::to_string(enough) + " blocks would do");
  }
  return warnings;
}

}  // namespace retable::training
