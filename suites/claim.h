// A claim: one checkable sentence of a paper as a typed value, fixed before any run.
//
// It speaks of the differences of two arms in a response, paired by block, the seeds averaged inside a block;
// against "baseline", whose response is 0 by definition, of one arm alone. Effects and margins are fractions
// (0.036 for 3.6 points).
//   kGreater     the centre of the differences lies above 0
//   kTwoSided    it is not 0
//   kEquivalent  it lies within -margin .. margin ("the same", two one-sided tests)
// Its tests, as in stats/: exact signed-rank, exact sign test, Student's t, exact sign-flip permutation.
#ifndef RETABLE_SUITES_CLAIM_H_
#define RETABLE_SUITES_CLAIM_H_

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace retable::suites {

enum class Test { kSignedRank, kSignTest, kStudentT, kSignFlip };
enum class Side { kGreater, kTwoSided, kEquivalent };

// What is compared.
enum class Quantity { kSpeedup };

// The paper's number for the difference; with the spread of its n differences where it prints one.
struct PrintedEffect {
  double difference = 0;
  std::optional<double> sd = std::nullopt;
  int n = 0;  // 0 where it prints no spread
};

struct Claim {
  std::string id;
  std::string statement;  // in our words
  std::string locator;    // where in the paper
  std::string arm;
  std::string against;
  std::vector<std::string> blocks = {};  // block ids; empty: all of the scale
  Quantity response = Quantity::kSpeedup;
  Test test = Test::kSignedRank;
  Side side = Side::kGreater;
  double alpha = 0.05;
  double margin = 0;  // of kEquivalent, above 0
  std::optional<PrintedEffect> printed = std::nullopt;
};

// "signed_rank", "sign_test", "student_t", "sign_flip"; "greater", "two_sided", "equivalent"; "speedup".
std::string Id(Test test);
std::string Id(Side side);
std::string Id(Quantity quantity);

// Every field, so that two claims that could come to different verdicts have different JSON.
nlohmann::json ToJson(const Claim& claim);

// The smallest p, before any adjustment, that so many blocks can give: what a design can reach however clear
// the effect is. 0 for Student's t, which has no floor.
double SmallestP(const Claim& claim, std::size_t blocks);

}  // namespace retable::suites

#endif  // RETABLE_SUITES_CLAIM_H_
