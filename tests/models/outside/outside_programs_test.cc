#include "models/outside/outside_programs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/outside/document.h"
#include "models/outside/matrix.h"
#include "tests/faults/folder.h"
#include "tests/models/outside/fixture.h"

namespace retable::models::outside {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::vector<float> Row(const Evaluated& evaluated, int i) {
  const auto row = evaluated.repaired.matrix.Row(i);
  return {row.begin(), row.end()};
}

std::string RefusalOfFile(const std::string& file) {
  try {
    OutsidePrograms(ProgramFile(file), Patient());
  } catch (const Refusal& refusal) {
    return refusal.what();
  }
  return "accepted";
}

// A file of the test's own.
class Written {
 public:
  explicit Written(const std::string& source) { std::ofstream(file()) << "import numpy as np\n" << source; }
  std::filesystem::path file() const { return folder_.path() / "written.py"; }

 private:
  faults::Folder folder_;
};

std::string RefusalOf(const std::string& source, const Document& document = SampleDocument()) {
  const Written written(source);
  try {
    OutsidePrograms programs(written.file(), Patient());
    programs.Evaluate("f", document);
  } catch (const Refusal& refusal) {
    return refusal.what();
  }
  return "accepted";
}

class GoodPrograms : public testing::Test {
 protected:
  Evaluated Evaluate(const std::string& function) { return programs_.Evaluate(function, SampleDocument()); }

  OutsidePrograms programs_{ProgramFile("good.py"), Patient()};
};

TEST_F(GoodPrograms, AreListedInTheOrderOfTheFileWithoutPrivateFunctions) {
  std::vector<std::string> names;
  for (const Function& function : programs_.functions()) names.push_back(function.name);
  EXPECT_EQ(names, (std::vector<std::string>{"previous_token", "first_token_bias", "induction", "uniform",
                                             "word_starts", "signed"}));
  EXPECT_EQ(programs_.functions()[0].line, 9);
}

TEST_F(GoodPrograms, PreviousTokenLooksOneBackAndItsEmptyFirstRowIsCounted) {
  const Evaluated evaluated = Evaluate("previous_token");
  EXPECT_EQ(evaluated.name, "previous token");
  EXPECT_EQ(evaluated.repaired.empty_rows, 1);
  EXPECT_EQ(Row(evaluated, 0), (std::vector<float>{1}));
  EXPECT_EQ(Row(evaluated, 3), (std::vector<float>{0, 0, 1, 0}));
}

TEST_F(GoodPrograms, FirstTokenBiasHasThePublishedWeights) {
  const Evaluated evaluated = Evaluate("first_token_bias");
  const std::vector<float> row = Row(evaluated, 3);
  const std::vector<double> expected = {0.9 / 0.97, 0.01 / 0.97, 0.01 / 0.97, 0.05 / 0.97};
  for (int j = 0; j < 4; ++j) EXPECT_FLOAT_EQ(row[j], static_cast<float>(expected[j])) << j;
  EXPECT_EQ(evaluated.repaired.empty_rows, 0);
  EXPECT_EQ(evaluated.repaired.non_causal, 0);
}

TEST_F(GoodPrograms, InductionSeesTheTokensOfTheDocument) {
  const Evaluated evaluated = Evaluate("induction");
  EXPECT_EQ(Row(evaluated, 4), (std::vector<float>{0, 0, 1, 0, 0}));
  EXPECT_EQ(evaluated.repaired.empty_rows, 7);
}

TEST_F(GoodPrograms, MassAheadIsTakenAwayAndItsShareTold) {
  const Evaluated evaluated = Evaluate("uniform");
  EXPECT_EQ(Row(evaluated, 3), (std::vector<float>{0.25, 0.25, 0.25, 0.25}));
  EXPECT_DOUBLE_EQ(evaluated.repaired.non_causal, 28.0 / 64);
}

TEST_F(GoodPrograms, SeeTheSpaceMarkerOfGpt2) {
  const Evaluated evaluated = Evaluate("word_starts");
  EXPECT_EQ(Row(evaluated, 2), (std::vector<float>{0, 0.5, 0.5}));
  EXPECT_EQ(Row(evaluated, 5), (std::vector<float>{0, 0.25, 0.25, 0.25, 0.25, 0}));
}

TEST_F(GoodPrograms, NegativeMassIsTakenAwayAndItsShareTold) {
  EXPECT_DOUBLE_EQ(Evaluate("signed").repaired.negative, 7.0 / 15);
}

TEST_F(GoodPrograms, OneTokenIsADocument) {
  const Evaluated evaluated = programs_.Evaluate("induction", DocumentOfText("one", "word"));
  EXPECT_EQ(evaluated.repaired.matrix.values, (std::vector<float>{1}));
}

TEST_F(GoodPrograms, ALongDocumentComesBackWhole) {
  std::string text;
  for (int i = 0; i < 1024; ++i) text += i % 7 == 0 ? " seven" : " w";
  const Evaluated evaluated = programs_.Evaluate("previous_token", DocumentOfText("long", text));
  ASSERT_EQ(evaluated.repaired.matrix.tokens, 1024);
  for (int i = 1; i < 1024; ++i) ASSERT_EQ(evaluated.repaired.matrix.Row(i)[i - 1], 1) << i;
}

TEST_F(GoodPrograms, ADocumentPastTheLimitIsRefusedBeforeItIsSent) {
  std::string text;
  for (int i = 0; i < 1025; ++i) text += " w";
  EXPECT_THROW(programs_.Evaluate("uniform", DocumentOfText("long", text)), Refusal);
  EXPECT_EQ(Evaluate("uniform").repaired.empty_rows, 0);
}

TEST_F(GoodPrograms, ADocumentWithoutAnIdForEveryTokenIsAnError) {
  Document document = SampleDocument();
  document.ids.pop_back();
  EXPECT_THROW(programs_.Evaluate("uniform", document), std::invalid_argument);
}

TEST_F(GoodPrograms, ATextThatEndsInsideACharacterIsStillADocument) {
  const Document document = DocumentOfTexts("cut", {"caf", "\xC3"});
  EXPECT_EQ(programs_.Evaluate("uniform", document).repaired.matrix.tokens, 2);
}

TEST_F(GoodPrograms, AFunctionThatTheFileLacksIsRefused) {
  EXPECT_THROW(programs_.Evaluate("absent", SampleDocument()), Refusal);
}

TEST(FileRefusal, SaysWhy) {
  EXPECT_EQ(
      RefusalOfFile("missing_module.py"),
      "needs the Python module 'a_module_that_nobody_has', which is not installed for this Python (line 1)");
  EXPECT_THAT(RefusalOfFile("syntax_error.py"), StartsWith("SyntaxError: "));
  EXPECT_THAT(RefusalOfFile("syntax_error.py"), HasSubstr("(line 2)"));
  EXPECT_EQ(RefusalOfFile("exits_on_import.py"), "ended its process with exit code 0; it printed: leaving");
  EXPECT_EQ(RefusalOfFile("changes_numpy_on_import.py"), "changed what other programs use: numpy.tril");
  EXPECT_EQ(RefusalOfFile("no_programs.py"), "it defines no function f(sentence, tokenizer)");
}

TEST(OutsidePrograms, AFileOrAPythonThatIsNotThereIsAnErrorAndNoRefusal) {
  for (const auto& [file, python] :
       {std::pair{"absent.py", "/usr/bin/python3"}, {"good.py", "/absent/python3"}}) {
    Options options = Patient();
    options.python = python;
    try {
      OutsidePrograms(ProgramFile(file), options);
      FAIL() << file;
    } catch (const Refusal& refusal) {
      FAIL() << refusal.what();
    } catch (const std::runtime_error& error) {
      EXPECT_THAT(error.what(), HasSubstr("absent"));
    }
  }
}

TEST(Reason, NamesTheDocumentTheLineAndNothingThatMovesACursor) {
  EXPECT_EQ(RefusalOf("def f(sentence, tokenizer):\n  raise ValueError('no\\x1b[2J\\nidea')\n"),
            "ValueError: no [2J idea (line 3), on document sample: \"the cat saw the cat. The end\"");
}

TEST(Reason, IsShortEvenWhereTheExceptionIsNot) {
  const std::string reason = RefusalOf("def f(sentence, tokenizer):\n  raise ValueError('x' * 10**6)\n");
  EXPECT_THAT(reason, StartsWith("ValueError: xxx"));
  EXPECT_LT(reason.size(), 500u);
}

TEST(Tokenizer, ServesTheNamesThatPublishedProgramsUse) {
  // One assertion a line; what fails is named by the refusal.
  EXPECT_EQ(RefusalOf(R"(
def f(sentence, tokenizer):
  tokens = ["the", "\u0120cat", "\u0120saw", "\u0120the", "\u0120cat", ".", "\u0120The", "\u0120end"]
  ids = [0, 1, 2, 3, 1, 4, 5, 6]
  assert sentence == "the cat saw the cat. The end"
  encoding = tokenizer(sentence, add_special_tokens=True)
  assert encoding.input_ids == ids and encoding["input_ids"] == ids
  assert encoding.attention_mask == [1] * 8 and encoding.tokens() == tokens
  assert tokenizer(sentence, truncation=True, max_length=3).input_ids == ids[:3]
  assert tokenizer([sentence]).input_ids == [ids]
  tensor = tokenizer(sentence, return_tensors="pt").to("cpu")["input_ids"]
  assert tensor.shape == (1, 8) and tensor[0].tolist() == ids and tensor[0].cpu().numpy().sum() == sum(ids)
  assert tokenizer.convert_ids_to_tokens(tensor[0]) == tokens and tokenizer.convert_ids_to_tokens(1) == tokens[1]
  assert tokenizer.convert_tokens_to_ids(tokens) == ids and tokenizer.convert_tokens_to_ids(".") == 4
  assert tokenizer.tokenize(sentence) == tokens and tokenizer.encode(sentence) == ids
  assert tokenizer.decode(ids[1:3]) == " cat saw" and tokenizer.decode([5]) == " The"
  assert tokenizer.convert_tokens_to_string(tokens) == sentence
  offsets = tokenizer(sentence, return_offsets_mapping=True)["offset_mapping"]
  assert [sentence[start:end] for start, end in offsets][:2] == ["the", " cat"]
  assert tokenizer.bos_token == tokenizer.eos_token == "<|endoftext|>" and tokenizer.bos_token_id == 50256
  assert tokenizer.convert_ids_to_tokens(50256) == "<|endoftext|>" and len(tokenizer) == 50257
  tokenizer.pad_token = tokenizer.eos_token
  return "ok", np.eye(8)
)"),
            "accepted");
}

TEST(Tokenizer, RefusesWhatItCannotKnow) {
  EXPECT_THAT(RefusalOf("def f(sentence, tokenizer):\n  tokenizer.tokenize('saw')\n"),
              StartsWith("ValueError: the tokenizer knows the document's sentence only, not 'saw'"));
  EXPECT_THAT(RefusalOf("def f(sentence, tokenizer):\n  tokenizer.convert_ids_to_tokens([7])\n"),
              StartsWith("ValueError: the document has no id 7"));
  EXPECT_THAT(RefusalOf("def f(sentence, tokenizer):\n  tokenizer.word_ids()\n"),
              StartsWith("AttributeError: the tokenizer has no 'word_ids' here"));
}

}  // namespace
}  // namespace retable::models::outside
