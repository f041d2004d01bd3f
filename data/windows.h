// Which tokens does a training step see? Windows of T + 1 tokens from inside one document, and their order.
//
// A window of context T at offset o of a document holds tokens o .. o+T: inputs are its first T tokens,
// targets its last T (shifted by one), positions run from 0 to T-1 whatever o is. Windows start at 0, T, 2T,
// ... and never cross a document's end, so that each token is a target at most once; up to T tokens at a
// document's end, and its first token, are never targets.
#ifndef RETABLE_DATA_WINDOWS_H_
#define RETABLE_DATA_WINDOWS_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace retable::data {

struct TokenizedDocument {
  std::string id;
  std::vector<std::int32_t> tokens;
};

struct TokenizedCorpus {
  std::vector<TokenizedDocument> documents;
};

struct Window {
  int document;  // index into the corpus
  int offset;    // of its first token, inside the document

  friend bool operator==(const Window&, const Window&) = default;
};

// All windows, by document and then by offset. Documents of fewer than context + 1 tokens have none.
// Throws std::invalid_argument if context < 1.
std::vector<Window> Windows(const TokenizedCorpus& corpus, int context);

// The context + 1 tokens of a window, as a view into the corpus. Throws std::out_of_range if the window does
// not lie inside one document of this corpus.
std::span<const std::int32_t> WindowTokens(const TokenizedCorpus& corpus, const Window& window, int context);

// SHA-256 of a corpus: ids and tokens. Two corpora with the same hash give the same windows.
std::string CorpusSha256(const TokenizedCorpus& corpus);

// Which windows make up batch s? The numbers 0 .. windows-1 are permuted afresh for every epoch, the epochs
// are laid end to end, and batch s is the s-th stretch of `batch` numbers: each epoch visits every window
// once, and a batch may hold the end of one epoch and the start of the next. A function of (windows, batch,
// stream_key, s) alone, so a resumed run needs no state.
class BatchOrder {
 public:
  // Throws std::invalid_argument unless windows >= 1 and batch >= 1.
  BatchOrder(int windows, int batch, std::uint64_t stream_key);

  // The window indices of batch `step` >= 0. Cheap in any order inside an epoch; keeps the last epoch's
  // permutation, so one BatchOrder must not be used by two threads at once.
  std::vector<int> Step(std::int64_t step);

 private:
  const std::vector<int>& Epoch(std::int64_t epoch);

  int windows_;
  int batch_;
  std::uint64_t stream_key_;
  std::int64_t cached_epoch_ = -1;
  std::vector<int> cached_permutation_;
};

}  // namespace retable::data

#endif  // RETABLE_DATA_WINDOWS_H_
