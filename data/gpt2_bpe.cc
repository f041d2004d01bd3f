#include "data/gpt2_bpe.h"

#include <queue>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "data/gpt2_words.h"

namespace retable::data {
namespace {

constexpr std::size_t kLongestKeptWord = 64;  // bytes
constexpr std::size_t kMostKeptWords = 131072;

// The tokens of one word while they merge: a list linked both ways, in which a merge keeps the left node.
class MergingWord {
 public:
  MergingWord(const Gpt2Vocabulary& vocabulary, std::string_view word) : vocabulary_(vocabulary) {
    nodes_.reserve(word.size());
    for (std::size_t i = 0; i < word.size(); ++i) {
      nodes_.push_back({vocabulary.byte_tokens[static_cast<unsigned char>(word[i])], i - 1, i + 1});
    }
    for (std::size_t i = 0; i < word.size(); ++i) AddCandidate(i);
  }

  std::vector<std::int32_t> Tokens() {
    while (!candidates_.empty()) {
      const Candidate first = candidates_.top();
      candidates_.pop();
      Merge(first);
    }
    std::vector<std::int32_t> tokens;
    for (std::size_t i = 0; i < nodes_.size(); i = nodes_[i].next) tokens.push_back(nodes_[i].token);
    return tokens;
  }

 private:
  static constexpr std::int32_t kGone = -1;  // merged into the node on its left

  struct Node {
    std::int32_t token;
    std::size_t previous;  // past the end for the first
    std::size_t next;      // past the end for the last
  };

  // A pair that could merge when it was added; the pair at its place may be another one by now.
  struct Candidate {
    std::int32_t rank;
    std::int32_t merged;
    std::size_t at;
    bool operator>(const Candidate& other) const {
      return std::tie(rank, at) > std::tie(other.rank, other.at);
    }
  };

  const Gpt2Merge* MergeAt(std::size_t at) const {
    if (at >= nodes_.size() || nodes_[at].token == kGone || nodes_[at].next >= nodes_.size()) return nullptr;
    const auto merge = vocabulary_.merges.find(MergeKey(nodes_[at].token, nodes_[nodes_[at].next].token));
    return merge == vocabulary_.merges.end() ? nullptr : &merge->second;
  }

  void AddCandidate(std::size_t at) {
    if (const Gpt2Merge* merge = MergeAt(at)) candidates_.push({merge->rank, merge->token, at});
  }

  void Merge(const Candidate& candidate) {
    const Gpt2Merge* merge = MergeAt(candidate.at);
    if (merge == nullptr || merge->rank != candidate.rank) return;
    Node& left = nodes_[candidate.at];
    Node& right = nodes_[left.next];
    left.token = candidate.merged;
    left.next = right.next;
    right.token = kGone;
    if (left.next < nodes_.size()) nodes_[left.next].previous = candidate.at;
    AddCandidate(left.previous);
    AddCandidate(candidate.at);
  }

  const Gpt2Vocabulary& vocabulary_;
  std::vector<Node> nodes_;
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> candidates_;
};

}  // namespace

Gpt2Tokenizer::Gpt2Tokenizer(Gpt2Vocabulary vocabulary) : vocabulary_(std::move(vocabulary)) {}

void Gpt2Tokenizer::AppendWord(std::string_view word, std::vector<std::int32_t>& tokens) {
  const auto append = [&tokens](const std::vector<std::int32_t>& of_word) {
    tokens.insert(tokens.end(), of_word.begin(), of_word.end());
  };
  if (const auto known = words_.find(word); known != words_.end()) return append(known->second);
  std::vector<std::int32_t> merged = MergingWord(vocabulary_, word).Tokens();
  append(merged);
  if (word.size() <= kLongestKeptWord && words_.size() < kMostKeptWords) {
    merged.shrink_to_fit();
    words_.emplace(word, std::move(merged));
  }
}

void Gpt2Tokenizer::AppendText(std::string_view text, std::vector<std::int32_t>& tokens) {
  for (const std::string_view word : Gpt2Words(text)) AppendWord(word, tokens);
}

std::vector<std::int32_t> Gpt2Tokenizer::Encode(std::string_view text, SpecialTokens special) {
  std::vector<std::int32_t> tokens;
  if (special == SpecialTokens::kRecognized) {
    const std::string_view mark = Text(end_of_text());
    for (std::size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark)) {
      AppendText(text.substr(0, at), tokens);
      tokens.push_back(end_of_text());
      text.remove_prefix(at + mark.size());
    }
  }
  AppendText(text, tokens);
  return tokens;
}

std::string Gpt2Tokenizer::Decode(std::span<const std::int32_t> tokens) const {
  std::string text;
  for (const std::int32_t token : tokens) text += Text(token);
  return text;
}

const std::string& Gpt2Tokenizer::Text(std::int32_t id) const {
  if (id < 0 || id >= vocabulary()) {
    throw std::out_of_range("token " + std::to_string(id) + " of a vocabulary of " +
                            std::to_string(vocabulary()) + ": it belongs to another tokenizer");
  }
  return vocabulary_.texts[id];
}

TokenizedCorpus Tokenize(Gpt2Tokenizer& tokenizer, const std::vector<Document>& documents) {
  TokenizedCorpus corpus;
  corpus.documents.reserve(documents.size());
  for (const Document& document : documents) {
    corpus.documents.push_back({document.id, tokenizer.Encode(document.text)});
  }
  return corpus;
}

}  // namespace retable::data
