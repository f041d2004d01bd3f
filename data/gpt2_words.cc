#include "data/gpt2_words.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <memory>
#include <stdexcept>
#include <string>

namespace retable::data {
namespace {

// White_Space is written out: PCRE2's own \s has U+180E in addition. Possessive (++) where nothing can be
// given back.
#define RETABLE_SPACES R"(\t-\r\x{85}\p{Z})"
constexpr std::string_view kPattern =
    R"('(?:[stmd]|re|ve|ll)| ?\p{L}++| ?\p{N}++| ?[^)" RETABLE_SPACES R"(\p{L}\p{N}]++)"
    R"(|[)" RETABLE_SPACES R"(]+(?![^)" RETABLE_SPACES R"(])|[)" RETABLE_SPACES R"(]++)";
#undef RETABLE_SPACES

constexpr std::size_t kLongestCharacter = 4;  // bytes of UTF-8

struct FreeCode {
  void operator()(pcre2_code* code) const { pcre2_code_free(code); }
};
struct FreeMatch {
  void operator()(pcre2_match_data* match) const { pcre2_match_data_free(match); }
};
using Match = std::unique_ptr<pcre2_match_data, FreeMatch>;

PCRE2_SPTR Units(std::string_view text) { return reinterpret_cast<PCRE2_SPTR>(text.data()); }

std::string Message(int error) {
  PCRE2_UCHAR message[256] = {};
  pcre2_get_error_message(error, message, sizeof message);
  return reinterpret_cast<const char*>(message);
}

pcre2_code* Compile() {
  int error = 0;
  PCRE2_SIZE at = 0;
  pcre2_code* code =
      pcre2_compile(Units(kPattern), kPattern.size(), PCRE2_UTF | PCRE2_UCP, &error, &at, nullptr);
  if (code == nullptr) {
    throw std::runtime_error("PCRE2 does not take GPT-2's pattern (" + Message(error) +
                             "): is it a build without Unicode?");
  }
  pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);  // only faster: without it pcre2_match interprets
  return code;
}

// Shared by all threads; what a match writes is the caller's.
const pcre2_code* Pattern() {
  static const std::unique_ptr<pcre2_code, FreeCode> pattern(Compile());
  return pattern.get();
}

// The length of what is UTF-8 at the text's beginning: PCRE2 checks the whole subject before it matches.
std::size_t Utf8Prefix(std::string_view text, const Match& match) {
  const int result =
      pcre2_match(Pattern(), Units(text), text.size(), 0, PCRE2_ANCHORED, match.get(), nullptr);
  const bool is_utf8 = result > PCRE2_ERROR_UTF8_ERR1 || result < PCRE2_ERROR_UTF8_ERR21;
  return is_utf8 ? text.size() : pcre2_get_startchar(match.get());
}

std::size_t InvalidPrefix(std::string_view text, const Match& match) {
  std::size_t length = 0;
  while (length < text.size() && Utf8Prefix(text.substr(length, kLongestCharacter), match) == 0) ++length;
  return length;
}

void AppendWords(std::string_view utf8, const Match& match, std::vector<std::string_view>& words) {
  for (std::size_t begin = 0; begin < utf8.size();) {
    const int result = pcre2_match(Pattern(), Units(utf8), utf8.size(), begin,
                                   PCRE2_ANCHORED | PCRE2_NO_UTF_CHECK, match.get(), nullptr);
    // Every character fits one of the alternatives, so this is memory or a limit of the library.
    if (result < 0) throw std::runtime_error("PCRE2 cannot split text into words: " + Message(result));
    const std::size_t end = pcre2_get_ovector_pointer(match.get())[1];
    words.push_back(utf8.substr(begin, end - begin));
    begin = end;
  }
}

}  // namespace

std::vector<std::string_view> Gpt2Words(std::string_view text) {
  const Match match(pcre2_match_data_create_from_pattern(Pattern(), nullptr));
  if (match == nullptr) throw std::bad_alloc();
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t valid = Utf8Prefix(text, match);
    AppendWords(text.substr(0, valid), match, words);
    text.remove_prefix(valid);
    if (const std::size_t invalid = InvalidPrefix(text, match); invalid > 0) {
      words.push_back(text.substr(0, invalid));
      text.remove_prefix(invalid);
    }
  }
  return words;
}

}  // namespace retable::data
