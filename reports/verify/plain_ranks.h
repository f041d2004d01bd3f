// Tests of ranks once more, by their definitions: rank correlation, alone and within layers, and Page's trend.
//
// A correlation of ranks is told by D = sum (rank of x - rank of y)^2 (of doubled ranks where some are no whole
// ones), whatever the pairing: the smaller, the larger rho. D's distribution over all pairings is counted by the sets
// of y that the first x have taken, pairings within layers layer by layer. Where that is too much, 200,000 seeded
// pairings are drawn and `error` says how far a tail may be off. Tails hold the observed value.
//
// Page's L sums each block's (place of the arm) x (its rank in the block): all orders of each block are enumerated.
#ifndef RETABLE_REPORTS_VERIFY_PLAIN_RANKS_H_
#define RETABLE_REPORTS_VERIFY_PLAIN_RANKS_H_

#include <optional>
#include <vector>

#include "reports/verify/plain_statistics.h"

namespace retable::reports::verify {

// Of points in layers, each layer's mean taken from the ranks; without layers, of all points as they are. Nothing with
// fewer than 4 points or where a column is constant (within every layer).
std::optional<double> Rho(const std::vector<double>& x, const std::vector<double>& y,
                          const std::vector<int>& layers = {});
// greater: of rho above 0. Where it is defined.
PlainTails RhoTails(const std::vector<double>& x, const std::vector<double>& y,
                    const std::vector<int>& layers = {});

// tanh(atanh rho -+ z sqrt((1 + rho^2 / 2) / (points - 3))); nothing with fewer than 4 points or at |rho| = 1.
std::optional<PlainInterval> RhoInterval(double rho, double points, double confidence);
// P of "rho > bound" on the same scale.
std::optional<double> RhoAbove(double rho, double points, double bound);

// blocks[i][j]: arm j. Nothing where every block is constant.
std::optional<PlainTails> PageTails(const std::vector<std::vector<double>>& blocks);

}  // namespace retable::reports::verify

#endif  // RETABLE_REPORTS_VERIFY_PLAIN_RANKS_H_
