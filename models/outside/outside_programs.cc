#include "models/outside/outside_programs.h"

#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "models/outside/answer.h"
#include "models/outside/host_process.h"
#include "models/outside/one_line.h"

namespace retable::models::outside {
namespace {

constexpr std::size_t kMostReasonBytes = 300;
constexpr std::size_t kMostPrintedBytes = 150;
constexpr std::size_t kMostNameBytes = 100;
constexpr std::size_t kMostQuotedBytes = 60;

std::string ReadSource(const std::filesystem::path& file) {
  std::ifstream input(file, std::ios::binary);
  std::string source{std::istreambuf_iterator<char>(input), {}};
  if (!input || std::filesystem::is_directory(file)) {
    throw std::runtime_error("cannot read " + file.string() + "; check the path");
  }
  return source;
}

std::string Where(const Document& document) {
  return ", on document " + OneLine(document.id, kMostQuotedBytes) + ": \"" +
         OneLine(Sentence(document), kMostQuotedBytes) + "\"";
}

std::string WithOutput(std::string reason, const std::string& printed) {
  const std::string words = OneLine(printed, kMostPrintedBytes);
  return words.empty() ? reason : std::move(reason) + "; it printed: " + words;
}

// Reads a field of a header that the host wrote. Throws Refusal where it is not what it should be.
template <typename Type>
Type Field(const nlohmann::json& header, const char* name) {
  try {
    return header.at(name).get<Type>();
  } catch (const nlohmann::json::exception& error) {
    throw Refusal(std::string("its answer lacks a proper '") + name + "'");
  }
}

void RequireUsable(const Document& document, const Limits& limits) {
  if (document.tokens.empty() || document.ids.size() != document.tokens.size()) {
    throw std::invalid_argument("document " + document.id + " has " + std::to_string(document.tokens.size()) +
                                " tokens and " + std::to_string(document.ids.size()) +
                                " ids; give one id a token");
  }
  if (static_cast<int>(document.tokens.size()) > limits.max_tokens) {
    throw Refusal("document " + OneLine(document.id, kMostQuotedBytes) + " has " +
                  std::to_string(document.tokens.size()) + " tokens, more than " +
                  std::to_string(limits.max_tokens) + "; cut it, or raise max_tokens");
  }
}

}  // namespace

OutsidePrograms::OutsidePrograms(const std::filesystem::path& file, const Options& options)
    : file_(file.filename().string()), source_(ReadSource(file)), options_(options) {
  for (const nlohmann::json& found : Load()) {
    functions_.push_back({.name = Field<std::string>(found, "function"), .line = Field<int>(found, "line")});
  }
  if (functions_.empty()) throw Refusal("it defines no function f(sentence, tokenizer)");
}

OutsidePrograms::OutsidePrograms(OutsidePrograms&&) noexcept = default;
OutsidePrograms::~OutsidePrograms() = default;

// The list of functions.
nlohmann::json OutsidePrograms::Load() {
  host_ = std::make_unique<HostProcess>(options_.python, options_.limits);
  isolation_ = host_->isolation();
  std::string reason;
  try {
    const Answer answer =
        host_->Ask({{"do", "load"}, {"file", file_}, {"source", source_}}, options_.limits.load_seconds, 0);
    if (answer.refused.empty()) return Field<nlohmann::json>(answer.header, "functions");
    reason = answer.refused;
  } catch (const HostGone& gone) {
    reason = WithOutput(gone.what(), host_->printed());
  }
  host_.reset();
  throw Refusal(OneLine(reason, kMostReasonBytes));
}

Evaluated OutsidePrograms::Evaluate(const std::string& function, const Document& document) {
  RequireUsable(document, options_.limits);
  if (host_ != nullptr && !host_->Idle()) host_.reset();
  if (host_ == nullptr) Load();
  try {
    const Answer answer = Call(function, document);
    const double seconds = Field<double>(answer.header, "seconds");
    return {.name = OneLine(Field<std::string>(answer.header, "name"), kMostNameBytes),
            .repaired = Repair(static_cast<int>(document.tokens.size()), answer.payload),
            .seconds = std::isfinite(seconds) && seconds > 0 ? seconds : 0};
  } catch (const Refusal& refusal) {
    throw Refusal(OneLine(refusal.what(), kMostReasonBytes) + Where(document));
  } catch (const std::invalid_argument& error) {
    throw Refusal("returned a matrix that " + std::string(error.what()) + Where(document));
  }
}

// Answers of a program that did what it should, as far as the host can tell.
Answer OutsidePrograms::Call(const std::string& function, const Document& document) {
  const std::size_t tokens = document.tokens.size();
  Answer answer;
  try {
    answer = host_->Ask({{"do", "call"},
                         {"function", function},
                         {"tokens", document.tokens},
                         {"ids", document.ids},
                         {"sentence", Sentence(document)}},
                        options_.limits.call_seconds, tokens * tokens * sizeof(double));
  } catch (const HostGone& gone) {
    const std::string reason = WithOutput(gone.what(), host_->printed());
    host_.reset();
    throw Refusal(reason);
  }
  const bool idle = host_->Idle();
  if (answer.soiled || !idle) host_.reset();
  if (!answer.refused.empty()) throw Refusal(answer.refused);
  if (!idle) throw Refusal("ended its process, or wrote where only answers belong, after its answer");
  return answer;
}

}  // namespace retable::models::outside
