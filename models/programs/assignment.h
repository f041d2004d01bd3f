// Which program of a library goes with which head? P2 compares three: a head's *own* program (written for it,
// synthesis.h), its *best fit* (the one of all programs that reproduces it best), and a *wrong* one, that
// belongs to another head and is no more nor less sharp than the best fit.
//
//   best fit   argmax over the library of the mean IoU on the fitting documents (measures.h); of programs
//              within 1e-9 of the highest, the first by name.
//   wrong      drawn from the library without the head's own program, its best fit, and programs with the same
//              text as either; then blurred or sharpened until the mean over documents of its mean row
//              entropy, H, is within 0.02 nats of the best fit's, H*:
//                H < H*   weights (1 - share) w_k / sum w, and `share` to `all`
//                H > H*   sink = 1 - (1 - sink) (1 - share)
//              share is a multiple of 0.001, 0 if H is close enough already, found by bisection. A program for
//              which none does is passed over and another one drawn.
//
// Why matched: sharp patterns may speed training up whatever they point at. A wrong program of the best fit's
// entropy tells sharpness from fit. P2 names it and not how it is made; a temperature would leave the language,
// and a mixture with `all` or a sink stays in it. Neither is neutral: `all` adds mass to far tokens, a sink to
// the first.
#ifndef RETABLE_MODELS_PROGRAMS_ASSIGNMENT_H_
#define RETABLE_MODELS_PROGRAMS_ASSIGNMENT_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "models/programs/features.h"
#include "models/programs/library.h"
#include "models/programs/measures.h"
#include "models/programs/program.h"

namespace retable::models::programs {

inline constexpr double kEntropyTolerance = 0.02;  // nats

struct BestFit {
  std::string name;
  double iou = 0;
};

// One a head. heads[h][d] is head h on documents[d]. Throws std::invalid_argument for an empty library, and
// what CheckDocuments (score.h) throws.
std::vector<BestFit> BestFits(std::span<const Features> documents,
                              std::span<const std::span<const DenseMatrix>> heads, const Library& library);

struct WrongProgram {
  std::string name;                        // of the program of the library that it is made from
  Program program;                         // canonical, weights rounded to 1e-6
  double share = 0;                        // of `all` or of the sink that joined it
  double entropy = 0, wanted_entropy = 0;  // H and H*, nats
};

// Whose wrong program, and the stream it is drawn from: StreamKey(seed, "entropy_matched", {head}).
struct WrongProgramRequest {
  std::string own, best_fit;  // names in the library; may be the same
  std::uint64_t seed = 0, head = 0;
};

// Throws std::invalid_argument for names that the library lacks and for no documents, std::runtime_error if no
// other program reaches the entropy.
WrongProgram EntropyMatched(std::span<const Features> documents, const Library& library,
                            const WrongProgramRequest& request);

}  // namespace retable::models::programs

#endif  // RETABLE_MODELS_PROGRAMS_ASSIGNMENT_H_
