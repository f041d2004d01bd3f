// The files of a text artifact, which the program tokenize writes and the trainer reads.
#ifndef RETABLE_TRAINING_TEXT_FILES_H_
#define RETABLE_TRAINING_TEXT_FILES_H_

namespace retable::training {

inline constexpr char kTokenizerFile[] = "tokenizer.model";  // sentencepiece's alone
inline constexpr char kTrainFile[] = "train.tokens";         // data/token_file.h
inline constexpr char kHeldOutFile[] = "held_out.tokens";
inline constexpr char kReferenceFile[] = "reference.tokens";
inline constexpr char kPiecesFile[] = "pieces.json";  // pieces.h
inline constexpr char kVocabularyFile[] =
    "vocabulary.json";                                // data/vocabulary_map.h, where GPT-2's ids are reduced
inline constexpr char kCountsFile[] = "counts.json";  // of GPT-2's tokens: documents, tokens, dropped stories

// The exit code of tokenize where the recipe is at fault, so that trying again is of no use.
inline constexpr int kRecipeRefused = 3;

}  // namespace retable::training

#endif  // RETABLE_TRAINING_TEXT_FILES_H_
