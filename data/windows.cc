#include "data/windows.h"

#include <algorithm>
#include <stdexcept>

#include "data/random.h"
#include "data/sha256.h"

namespace retable::data {
namespace {

void RefuseContextBelowOne(int context) {
  if (context < 1) {
    throw std::invalid_argument("context is " + std::to_string(context) + " tokens: it must be at least 1");
  }
}

}  // namespace

std::vector<Window> Windows(const TokenizedCorpus& corpus, int context) {
  RefuseContextBelowOne(context);
  std::vector<Window> windows;
  for (std::size_t document = 0; document < corpus.documents.size(); ++document) {
    const auto size = static_cast<std::int64_t>(corpus.documents[document].tokens.size());
    for (std::int64_t offset = 0; offset + context + 1 <= size; offset += context) {
      windows.push_back({static_cast<int>(document), static_cast<int>(offset)});
    }
  }
  return windows;
}

std::span<const std::int32_t> WindowTokens(const TokenizedCorpus& corpus, const Window& window, int context) {
  RefuseContextBelowOne(context);
  const auto documents = static_cast<int>(corpus.documents.size());
  if (window.document < 0 || window.document >= documents) {
    throw std::out_of_range("a window of document " + std::to_string(window.document) + " in a corpus of " +
                            std::to_string(documents) + " documents: it was made for another corpus");
  }
  const TokenizedDocument& document = corpus.documents[window.document];
  const auto size = static_cast<std::int64_t>(document.tokens.size());
  if (window.offset < 0 || std::int64_t{window.offset} + context + 1 > size) {
    throw std::out_of_range("a window of " + std::to_string(context + 1) + " tokens at offset " +
                            std::to_string(window.offset) + " leaves document " + document.id + " of " +
                            std::to_string(size) + " tokens: it was made for another corpus or context");
  }
  return {document.tokens.data() + window.offset, static_cast<std::size_t>(context) + 1};
}

std::string CorpusSha256(const TokenizedCorpus& corpus) {
  Sha256 hash;
  for (const TokenizedDocument& document : corpus.documents) {
    hash.Update(std::to_string(document.id.size()) + ":" + document.id + " " +
                std::to_string(document.tokens.size()) + ":");
    hash.Update(document.tokens.data(), document.tokens.size() * sizeof(std::int32_t));
  }
  return hash.Hex();
}

BatchOrder::BatchOrder(int windows, int batch, std::uint64_t stream_key)
    : windows_(windows), batch_(batch), stream_key_(stream_key) {
  if (windows < 1) {
    throw std::invalid_argument(
        "there are " + std::to_string(windows) +
        " windows to order: the documents are shorter than the context, or there are none");
  }
  if (batch < 1) {
    throw std::invalid_argument("a batch of " + std::to_string(batch) + " windows: it must hold at least 1");
  }
}

std::vector<int> BatchOrder::Step(std::int64_t step) {
  if (step < 0) throw std::invalid_argument("step " + std::to_string(step) + ": steps count from 0");
  std::int64_t place = step * batch_;
  const std::int64_t end = place + batch_;
  std::vector<int> indices;
  indices.reserve(batch_);
  while (place < end) {
    const std::vector<int>& order = Epoch(place / windows_);
    const std::int64_t from = place % windows_;
    const std::int64_t count = std::min(windows_ - from, end - place);
    indices.insert(indices.end(), order.begin() + from, order.begin() + from + count);
    place += count;
  }
  return indices;
}

const std::vector<int>& BatchOrder::Epoch(std::int64_t epoch) {
  if (epoch != cached_epoch_) {
    Random random(StreamKey(stream_key_, "epoch", {static_cast<std::uint64_t>(epoch)}));
    cached_permutation_ = Permutation(windows_, random);
    cached_epoch_ = epoch;
  }
  return cached_permutation_;
}

}  // namespace retable::data
