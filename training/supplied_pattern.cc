#include "training/supplied_pattern.h"

#include <exception>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>

#include "data/sha256.h"
#include "models/outside/matrix_file.h"
#include "models/programs/parse.h"
#include "models/programs/print.h"
#include "models/programs/program.h"

namespace retable::training {
namespace {

namespace outside = models::outside;

suites::Supplied OfProgram(const std::string& text) {
  const models::programs::Program program = models::programs::Parse(text);
  return {.program = models::programs::Print(program),
          .reads_tokens = models::programs::ReadsTokens(program)};
}

// The arrays that the scale's blocks will read.
std::set<std::string> ArraysOf(const outside::MatrixFile& file, const suites::Scale& scale) {
  std::set<std::string> arrays;
  for (const suites::Block& block : scale.blocks) {
    for (const models::Head& head : block.heads) arrays.insert(file.ArrayOf(head));
  }
  return arrays;
}

void CheckText(const outside::MatrixFile& file, const suites::Scale& scale) {
  const auto found = file.metadata().find(outside::kTextMetadata);
  if (found == file.metadata().end()) return;
  if (nlohmann::json::parse(found->second, nullptr, false) == nlohmann::json(scale.student.text)) return;
  throw std::runtime_error("its windows are of another text than that of scale " + scale.id +
                           ": make it for windows of //training:windows --scale=" + scale.id);
}

suites::Supplied OfFile(const std::filesystem::path& path, const suites::Scale& scale) {
  const outside::MatrixFile file(path, scale.student.model.context);
  CheckText(file, scale);
  suites::Supplied supplied = {.reads_tokens = false};
  for (const std::string& array : ArraysOf(file, scale)) {
    file.Matrices(array);
    supplied.reads_tokens |= file.IsOfEachWindow(array);
  }
  supplied.file = data::Sha256HexOfFile(path);
  return supplied;
}

}  // namespace

std::optional<suites::Supplied> SuppliedBy(const Flags& flags, const suites::Scale& scale) {
  if (flags.program.empty() && flags.patterns.empty()) return std::nullopt;
  if (!flags.program.empty() && !flags.patterns.empty()) {
    throw UsageError("--program and --patterns each supply a pattern: give one of them");
  }
  const std::string flag = flags.patterns.empty() ? "--program: " : "--patterns: ";
  try {
    return flags.patterns.empty() ? OfProgram(flags.program) : OfFile(flags.patterns, scale);
  } catch (const std::exception& error) {
    throw UsageError(flag + error.what());
  }
}

}  // namespace retable::training
