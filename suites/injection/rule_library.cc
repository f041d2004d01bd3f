#include "suites/injection/rule_library.h"

#include "models/programs/library.h"
#include "models/programs/print.h"
#include "suites/injection/arms.h"
#include "suites/injection/claims.h"
#include "suites/injection/departures.h"
#include "suites/injection/scales.h"
#include "suites/injection/source.h"

namespace retable::suites::injection {
namespace {

constexpr char kLocator[] = "the last sentence: a library of content-dependent rules";

struct LibraryRule {
  std::string id;
  std::string title;
  std::string subject;  // of its claim's sentence
};

// Those of models/programs/rules.txt that read the document's content.
const std::vector<LibraryRule>& Rules() {
  static const auto* const rules = new std::vector<LibraryRule>{
      {"induction_2", "induction over two tokens",
       "Looking just after earlier occurrences of the last two tokens"},
      {"last_occurrence", "last occurrence", "Looking at the latest occurrence of the current token"},
      {"first_occurrence", "first occurrence", "Looking at the first occurrence of the current token"},
      {"decayed_occurrence", "occurrences, the nearer the more",
       "Looking at occurrences of the current token, the nearer the more,"},
      {"previous_word", "previous word", "Looking at the start of the word before the current one"},
      {"brackets", "matching bracket", "Looking from a closing bracket at the one that it closes"},
      {"quotes", "matching quote mark",
       "Looking from a closing quote mark at the one that opened the quotation"},
      {"sentence_start", "start of the sentence", "Looking at the first token of the current sentence"},
      {"last_sentence_end", "last end of a sentence", "Looking at the mark that ended the last sentence"},
      {"sentence_ends", "all ends of sentences", "Looking at all marks that ended sentences"},
      {"induction_and_previous", "induction, previous token and first token",
       "A mixture of induction, the previous token and the first"},
      {"induction_backing_off", "induction over two tokens, backing off to one",
       "A mixture of induction over two tokens and over one"},
  };
  return *rules;
}

Arm ArmOf(const LibraryRule& rule) {
  const auto& found = models::programs::FindProgram(models::programs::Rules(), rule.id);
  return Rule(rule.id, rule.title, models::programs::Print(found.program));
}

// The two that the paper ran; shared with injection/rules.
Arm Induction() { return {.id = "induction", .title = "induction rule", .pattern = "induction"}; }
Arm PreviousOccurrence() {
  return {.id = "previous_occurrence", .title = "previous-occurrence rule", .pattern = "previous_occurrence"};
}

std::vector<Arm> Arms() {
  std::vector<Arm> arms;
  const auto add = [&arms](const Arm& arm) {
    arms.push_back(WithPattern(arm));
    arms.push_back(Shuffled(arm));
  };
  add(Induction());
  add(PreviousOccurrence());
  for (const LibraryRule& rule : Rules()) add(ArmOf(rule));
  return arms;
}

Claim AlignedBeatsShuffled(const std::string& rule, const std::string& subject) {
  return More(rule + "_beats_shuffled",
              subject + " speeds training up more on the right document than on the wrong one.", kLocator,
              rule, rule + "_shuffled");
}

std::vector<Claim> Claims() {
  std::vector<Claim> claims = {
      AlignedBeatsShuffled("induction", "Looking just after earlier occurrences of the current token"),
      AlignedBeatsShuffled("previous_occurrence", "Looking at earlier occurrences of the current token"),
  };
  for (const LibraryRule& rule : Rules()) claims.push_back(AlignedBeatsShuffled(rule.id, rule.subject));
  return claims;
}

std::vector<Scale> RuleLibraryScales() {
  std::vector<Scale> scales = Scales({
      "New evidence: the paper names this library as the next step and ran two rules of it. The claims are "
      "ours, in its words of aligned against shuffled.",
      OfRulesInHeads(),
  });
  scales[1].seeds = {1};
  scales[1].departures.push_back(
      "One seed, for the library's many runs. Its heads share initial weights, batch order and "
      "derangement, so intervals speak of heads of this seed.");
  return scales;
}

}  // namespace

Table RuleLibrary() {
  return {
      .id = "injection/rule_library",
      .title = "A library of content-dependent rules, each on the right and on the wrong documents",
      .source = FromP2(kLocator),
      .question = "Which rules that depend on the document's content speed training up because they do?",
      .arms = Arms(),
      .claims = Claims(),
      .scales = RuleLibraryScales(),
  };
}

}  // namespace retable::suites::injection
