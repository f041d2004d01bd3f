// Several claims at once: p-values adjusted so that one threshold serves the whole family.
//
// With p sorted, p(1) <= ... <= p(m), and each result clipped at 1 and given in the order of the input:
//   Holm                adj(i) = max_{j<=i} (m - j + 1) p(j)    family-wise error, any dependence
//   Hochberg            adj(i) = min_{j>=i} (m - j + 1) p(j)    family-wise error, not under any dependence
//   Hommel              the level at which closed testing with Simes's test rejects: as Hochberg, sharper
//   BenjaminiHochberg   adj(i) = min_{j>=i} m p(j) / j          false discoveries, not under any dependence
//   BenjaminiYekutieli  the same times 1 + 1/2 + ... + 1/m      false discoveries, any dependence
// "Not under any dependence": p-values that are independent, or depend positively on each other.
// A claim is rejected at alpha when adj <= alpha.
//
// m is the number of claims DECLARED, which may exceed the p-values given: a claim that was not run counts,
// with p = 1. (R's p.adjust shrinks m to the p-values that are there; agreement is for complete families.)
//
// Sources: S. Holm 1979, Scandinavian Journal of Statistics 6, 65-70; Y. Hochberg 1988,
// doi:10.1093/biomet/75.4.800; G. Hommel 1988, doi:10.1093/biomet/75.2.383, in the form of S. P. Wright 1992,
// doi:10.2307/2532694; Y. Benjamini and Y. Hochberg 1995, doi:10.1111/j.2517-6161.1995.tb02031.x; Y.
// Benjamini and D. Yekutieli 2001, doi:10.1214/aos/1013699998. Agrees with R 4.2.2 p.adjust
// (tests/stats/multiplicity_test.cc).
// Refuses: a p outside [0, 1] or NaN (leave it out and declare it instead); fewer declared than given; more
// than a million claims (Hommel: 5,000, its cost is their square).
#ifndef RETABLE_STATS_MULTIPLICITY_H_
#define RETABLE_STATS_MULTIPLICITY_H_

#include <cstddef>
#include <span>
#include <vector>

namespace retable::stats {

// declared = 0 stands for "as many as are given".
std::vector<double> Holm(std::span<const double> p, std::size_t declared = 0);
std::vector<double> Hochberg(std::span<const double> p, std::size_t declared = 0);
std::vector<double> Hommel(std::span<const double> p, std::size_t declared = 0);
std::vector<double> BenjaminiHochberg(std::span<const double> p, std::size_t declared = 0);
std::vector<double> BenjaminiYekutieli(std::span<const double> p, std::size_t declared = 0);

}  // namespace retable::stats

#endif  // RETABLE_STATS_MULTIPLICITY_H_
