// The inception score of class probabilities: are single samples clear, and all of them together varied?
//
//   score = exp( mean_i KL(p_i || pbar) ),  KL(p || q) = sum_c p_c ln(p_c / q_c),  0 ln 0 = 0,
//     pbar = mean_i p_i
// The exponential of the mean, not the mean of exponentials. Between 1 and the number of classes. Samples are
// shuffled with the given seed, cut into `splits` parts as equal as can be, and scored part by part; the mean
// over parts is returned with their sd, divided by `splits` as published scores do. Order matters: samples
// sorted by class give 1 in as many parts as classes; Order::kAsGiven exists to show that. On a classifier
// other than Inception it is a score of that classifier's classes, and should be named so.
//
// Source: T. Salimans et al. 2016, arXiv:1606.03498. Checked against closed forms
// (tests/stats/inception_score_test.cc).
// Refuses: rows that are no probabilities (negative, or not summing to 1 within 1e-4), fewer
// samples than splits.
#ifndef RETABLE_STATS_INCEPTION_SCORE_H_
#define RETABLE_STATS_INCEPTION_SCORE_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "stats/matrix_view.h"

namespace retable::stats {

enum class Order { kShuffled, kAsGiven };

struct InceptionScoreOptions {
  std::size_t splits = 10;
  std::uint64_t seed = 1;
  Order order = Order::kShuffled;
};

struct InceptionScoreResult {
  double score = 0;
  std::optional<double> sd;  // over splits, where there are 2 or more
};

// One row a sample, one column a class.
InceptionScoreResult InceptionScore(const MatrixView& probabilities,
                                    const InceptionScoreOptions& options = {});

}  // namespace retable::stats

#endif  // RETABLE_STATS_INCEPTION_SCORE_H_
