#include "suites/injection/programs.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "data/catalog.h"
#include "models/programs/library.h"
#include "models/programs/parse.h"
#include "models/programs/print.h"
#include "training/files.h"
#include "training/run.h"

namespace retable::suites::injection {
namespace {

constexpr std::string_view kSmoke =
#include "suites/injection/programs/smoke.inc"
    ;
constexpr std::string_view kDesk =
#include "suites/injection/programs/desk.inc"
    ;

constexpr char kMake[] =
    "make them with bazel run //training:synthesize -- --scale=paper --to=$RETABLE_DATA/programs/paper.json";

// Throws std::invalid_argument that names the program.
void CheckParses(const std::string& name, const std::string& text) {
  try {
    models::programs::Parse(text);
  } catch (const std::exception& error) {
    throw std::invalid_argument("the program " + name + " is none: " + error.what());
  }
}

void CheckTeacher(std::string_view json, const training::TeacherRecipe& teacher) {
  const std::string expected = training::Key(
      {.trainer = training::kTeacherArtifact, .recipe = training::Canonical(teacher), .seed = teacher.seed});
  const nlohmann::json file = nlohmann::json::parse(json), stated = file.value("teacher", nlohmann::json());
  const std::string found = stated.is_string() ? stated.get<std::string>() : "not stated";
  if (found == expected) return;
  throw std::invalid_argument("its teacher is " + training::ShortKey(found) + ", and that of the scale is " +
                              training::ShortKey(expected));
}

// As many as the search finds, and named like them (training/head_programs.h), each with a text of its own.
// Rules written by hand are known.
SynthesisedPrograms Placeholders(const models::GptShape& shape) {
  SynthesisedPrograms programs;
  for (const auto& rule : models::programs::Rules()) {
    programs.library[rule.name] = models::programs::Print(rule.program);
  }
  for (const models::Head& head : models::AllHeads(shape)) {
    const auto text = [&](const std::string& kind) {
      return kNotSynthesised + kind + " of head " + models::Name(head);
    };
    programs.heads[models::Name(head)] = {
        .own = text("own program"), .best_fit = text("best fit"), .entropy_matched = text("entropy matched")};
    for (const std::string kind : {"own", "fit"}) {
      programs.library[kind + "_" + std::to_string(head.layer) + "_" + std::to_string(head.head)] =
          text(kind + " in the library");
    }
  }
  return programs;
}

}  // namespace

SynthesisedPrograms ParsePrograms(std::string_view json) {
  try {
    const auto file = nlohmann::json::parse(json);
    SynthesisedPrograms programs;
    file.at("library").get_to(programs.library);
    for (const auto& [head, found] : file.at("heads").items()) {
      programs.heads[head] = {.own = found.at("own").get<std::string>(),
                              .best_fit = programs.library.at(found.at("best_fit").get<std::string>()),
                              .entropy_matched = found.at("entropy_matched").get<std::string>()};
    }
    return programs;
  } catch (const std::exception& error) {
    throw std::invalid_argument(std::string("these are no synthesised programs: ") + error.what());
  }
}

SynthesisedPrograms SmokePrograms() { return ParsePrograms(kSmoke); }
SynthesisedPrograms DeskPrograms() { return ParsePrograms(kDesk); }

SynthesisedPrograms ParseSupplied(std::string_view json, const training::TeacherRecipe& teacher) {
  SynthesisedPrograms programs = ParsePrograms(json);
  CheckTeacher(json, teacher);
  for (const models::Head& head : models::AllHeads(teacher.language_model.model)) {
    const std::string name = models::Name(head);
    const auto found = programs.heads.find(name);
    if (found == programs.heads.end()) throw std::invalid_argument("it has no programs for head " + name);
    CheckParses("own of head " + name, found->second.own);
    CheckParses("entropy_matched of head " + name, found->second.entropy_matched);
  }
  for (const auto& [name, text] : programs.library) CheckParses(name + " of the library", text);
  return programs;
}

SynthesisedPrograms PaperPrograms(const training::TeacherRecipe& teacher) {
  const std::filesystem::path folder = data::SuppliedFolder(), file = folder / "programs" / "paper.json";
  std::string missing = "the programs of the teacher's heads are missing";
  try {
    if (!folder.empty() && std::filesystem::exists(file))
      return ParseSupplied(training::ReadFile(file), teacher);
  } catch (const std::exception& error) {
    missing = file.string() + " is refused: " + error.what();
  }
  SynthesisedPrograms programs = Placeholders(teacher.language_model.model);
  programs.missing = missing + "; " + kMake;
  return programs;
}

}  // namespace retable::suites::injection
