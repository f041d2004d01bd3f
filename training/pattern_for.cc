#include "training/pattern_for.h"

#include <algorithm>
#include <stdexcept>

#include "models/patterns.h"
#include "models/programs/parse.h"
#include "training/model_artifacts.h"
#include "training/pattern_files.h"

namespace retable::training {
namespace {

std::vector<models::programs::Program> Parsed(const std::vector<std::string>& texts) {
  std::vector<models::programs::Program> programs;
  for (const std::string& text : texts) programs.push_back(models::programs::Parse(text));
  return programs;
}

// What must stand in a recipe because its pattern needs it.
void Require(const models::PatternKind& kind, bool is_there, const std::string& what) {
  if (!is_there) throw std::invalid_argument("pattern " + kind.name + " needs " + what + " in its recipe");
}

// The pattern of the recipe, which lacks nothing of what it needs.
const models::PatternKind& Checked(const InjectionRecipe& injection) {
  const models::PatternKind& kind = models::FindPattern(injection.pattern);
  if (kind.needs.teacher || kind.needs.templates) Require(kind, injection.teacher.has_value(), "a teacher");
  if (kind.needs.real_share) {
    const double share = injection.real_share.value_or(-1);
    Require(kind, share >= 0 && share <= 1, "a real_share between 0 and 1");
  }
  if (kind.needs.programs) {
    const std::size_t heads = std::max<std::size_t>(1, injection.heads.size());
    Require(kind, injection.programs.size() == heads, "one program a head");
  }
  if (kind.needs.file) Require(kind, !injection.file.empty(), "the SHA-256 of a file");
  return kind;
}

}  // namespace

std::vector<Run> PatternNeedsOf(const InjectionRecipe& injection) {
  const models::PatternNeeds& pattern = Checked(injection).needs;
  std::vector<Run> needs;
  if (pattern.teacher) needs.push_back(TeacherOf(*injection.teacher));
  if (pattern.templates) needs.push_back(TemplatesOf(*injection.teacher));
  return needs;
}

models::Pattern PatternFor(const InjectionRecipe& injection, const LanguageModelRecipe& reader,
                           const TrainContext& context) {
  const models::PatternKind& kind = Checked(injection);
  models::PatternSource source;
  source.heads = injection.heads;
  if (kind.needs.teacher) source.teacher = TeacherFor(*injection.teacher, context);
  if (kind.needs.templates) source.templates = TemplatesFor(*injection.teacher, context);
  if (kind.needs.real_share) source.real_share = *injection.real_share;
  if (kind.needs.programs) {
    source.programs = Parsed(injection.programs);
    source.vocabulary = VocabularyFor(reader.text, context);
  }
  if (kind.needs.file) {
    source.file = PatternFileOf(injection.file, injection.heads, reader.model.context);
  }
  return kind.make(source);
}

}  // namespace retable::training
