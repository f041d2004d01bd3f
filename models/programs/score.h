// How well does a program reproduce a head's attention? The three numbers that a search may raise, D documents
// of T tokens each, P_d the program's matrix on document d and A_d the head's:
//   kIou             mean over d of IoU(P_d, A_d)                                    (measures.h)
//   kIouWithoutSink  the same without key 0 (SinkColumn::kOut)
//   kGain            mean over d of IoU(P_d, A_d) - IoU(P_d, A_e), e = (d + floor(D / 2)) mod D: what the
//                    program knows of this document beyond what it knows of another. 0, up to rounding, for
//                    a program that reads no tokens. Half of the list away, for callers whose
//                    neighbouring windows come from one text.
#ifndef RETABLE_MODELS_PROGRAMS_SCORE_H_
#define RETABLE_MODELS_PROGRAMS_SCORE_H_

#include <cstdint>
#include <span>

#include "models/programs/features.h"
#include "models/programs/measures.h"
#include "models/programs/program.h"

namespace retable::models::programs {

enum class Score : std::uint8_t { kIou, kIouWithoutSink, kGain };

// e of kGain.
constexpr std::size_t OtherDocument(std::size_t document, std::size_t documents) {
  return (document + documents / 2) % documents;
}

// Throws std::invalid_argument unless there are documents, as many matrices as documents, and all of them
// have the same number of tokens, 1 at least.
void CheckDocuments(std::span<const Features> documents, std::span<const DenseMatrix> attention);

// Throws what CheckDocuments throws, and std::invalid_argument for a gain on fewer than two documents.
double ScoreOf(const Program& program, std::span<const Features> documents,
               std::span<const DenseMatrix> attention, Score score);

}  // namespace retable::models::programs

#endif  // RETABLE_MODELS_PROGRAMS_SCORE_H_
