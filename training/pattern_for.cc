#include "training/pattern_for.h"

#include <algorithm>
#include <stdexcept>

#include "models/patterns.h"
#include "models/programs/parse.h"
#include "training/model_artifacts.h"

namespace retable::training {
namespace {

std::vector<models::programs::Program> ParsePrograms(const std::vector<std::string>& texts) {
  std::vector<models::programs::Program> programs;
  for (const std::string& text : texts) programs.push_back(models::programs::Parse(text));
  return programs;
}

// What must stand in a recipe because its pattern needs it.
void Require(const models::PatternKind& kind, bool is_there, const std::string& what) {
  if (!is_there) throw std::invalid_argument("pattern " + kind.name + " needs " + what + " in its recipe");
}

}  // namespace

std::vector<Run> PatternNeedsOf(const InjectionRecipe& injection) {
  const models::PatternNeeds& pattern = models::FindPattern(injection.pattern).needs;
  if (!injection.teacher) return {};
  std::vector<Run> needs;
  if (pattern.teacher) needs.push_back(TeacherOf(*injection.teacher));
  if (pattern.templates) needs.push_back(TemplatesOf(*injection.teacher));
  return needs;
}

models::Pattern PatternFor(const InjectionRecipe& injection, const TextRecipe& text,
                           const TrainContext& context) {
  const models::PatternKind& kind = models::FindPattern(injection.pattern);
  models::PatternSource source;
  source.heads = injection.heads;
  if (kind.needs.teacher || kind.needs.templates) {
    Require(kind, injection.teacher.has_value(), "a teacher");
    source.teacher_shape = injection.teacher->language_model.model;
    source.teacher_precision = injection.teacher->language_model.precision;
  }
  if (kind.needs.teacher) source.teacher = &TeacherWeights(*injection.teacher, context);
  if (kind.needs.templates) source.templates = TemplatesFor(*injection.teacher, context);
  if (kind.needs.real_share) {
    const double share = injection.real_share.value_or(-1);
    Require(kind, share >= 0 && share <= 1, "a real_share between 0 and 1");
    source.real_share = share;
  }
  if (kind.needs.programs) {
    const std::size_t heads = std::max<std::size_t>(1, injection.heads.size());
    Require(kind, injection.programs.size() == heads, "one program a head");
    source.programs = ParsePrograms(injection.programs);
    source.vocabulary = &VocabularyFor(text, context);
  }
  return kind.make(source);
}

}  // namespace retable::training
