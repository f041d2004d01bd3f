#include "suites/injection/programs.h"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace retable::suites::injection {
namespace {

constexpr std::string_view kSmoke =
#include "suites/injection/programs/smoke.inc"
    ;
constexpr std::string_view kDesk =
#include "suites/injection/programs/desk.inc"
    ;

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

}  // namespace retable::suites::injection
