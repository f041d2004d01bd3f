#include "suites/injection/departures.h"

#include <utility>

namespace retable::suites::injection {

std::vector<std::string> Together(std::vector<std::string> first, const std::vector<std::string>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

std::vector<std::string> WithShared(std::vector<std::string> own) {
  return Together(
      std::move(own),
      {
          "The paper names neither batch, steps, optimiser, learning rate nor thresholds: ours are a "
          "choice, printed with the recipe in suites/injection/scales.cc. A speedup depends on them, so "
          "compare signs and order before sizes.",
          "Thresholds are the losses that baselines of separate calibration seeds reach on average after 20, "
          "30, 40, 50 and 60 % of the budget. The paper says only that every threshold must be reached.",
          "A speedup is steps(baseline) / steps(run) - 1, averaged over thresholds; the paper prints no "
          "formula.",
          "Shuffled means that every document gets the pattern of another one, by one derangement for the "
          "whole run; the paper does not say whether it pairs anew in each epoch.",
          "The mean template is estimated on reference documents that no run trains on or is evaluated on; "
          "the paper does not say on which.",
      });
}

std::vector<std::string> OfPrograms() {
  return {
      "Programs are found by a search over our language of rules (docs/programs.md), with the teacher's "
      "attention as its target; the paper's are Python programs that a language model wrote. Nothing here "
      "speaks of the paper's programs themselves.",
      "A head's own program is fitted for gain, what it knows of this document beyond others; the library "
      "holds it, a second program of each head fitted for IoU, and rules written by hand. The best fit is "
      "the library's highest IoU, and so in practice the head's program fitted for IoU: own against best "
      "fit compares two targets of one search, and that own programs depend more on their input is what "
      "they were searched for. The paper's two differ because its language model did not write for IoU.",
  };
}

std::vector<std::string> OfBias() {
  return {
      "A bias adds weight x log(pattern + 1e-4) to the head's scores, and the weight is learned from 1. The "
      "paper gives neither the form nor the constant.",
      "A causal-uniform bias adds the same number to every score of a row and so changes nothing: its "
      "runs are baselines up to rounding. They check the path; claims beside uniform rows compare with "
      "the baselines, of which there are more.",
  };
}

std::string OfMeasures() {
  return "The paper gives no formulas for input dependence, row entropy (it names no unit; ours is nats) and "
         "sink-free heads: ours stand in models/programs/measures.h, a head is sink-free below 0.3 of its "
         "attention on the first token, and all are measured on held-out documents.";
}

std::string OfRulesInHeads() {
  return "A rule gives every head the same pattern, and heads of one layer are alike before training: as "
         "treatments, the heads of a layer are repetitions. The tests count heads, as the paper's do; read "
         "them beside the table by heads, whose rows cluster by layer.";
}

std::string OfUnnamedHeads() {
  return "The paper holds a set of 16 heads that it does not name; here every head of the model is held in "
         "turn. By arithmetic on its numbers those heads probably profit more than the average head, so its "
         "speedups are more likely too large than too small as a guide to ours.";
}

}  // namespace retable::suites::injection
