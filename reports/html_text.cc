#include "reports/html_text.h"

#include <openssl/evp.h>

#include "data/sha256.h"

namespace retable::reports {
namespace {

constexpr char kReplacement[] = "\xEF\xBF\xBD";  // U+FFFD

std::string Replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string Reference(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      break;
  }
  const auto code = static_cast<unsigned char>(c);
  const bool is_control = (code < 0x20 && c != '\t' && c != '\n') || code == 0x7F;
  return is_control ? kReplacement : std::string(1, c);
}

}  // namespace

std::string Escaped(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) escaped += Reference(c);
  return escaped;
}

std::string ScriptJson(const nlohmann::json& value) {
  std::string text = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  text = Replaced(text, "<", "\\u003c");
  text = Replaced(text, "\xE2\x80\xA8", "\\u2028");
  return Replaced(text, "\xE2\x80\xA9", "\\u2029");
}

std::string ScriptText(std::string_view program) {
  std::string text = Replaced(std::string(program), "<!--", "<\\!--");
  for (const char* tag : {"</script", "</SCRIPT", "</Script"}) {
    text = Replaced(text, tag, "<\\" + std::string(tag).substr(1));
  }
  return text;
}

std::string Base64(std::string_view bytes) {
  std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');  // and the end of the string
  const int size =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                      reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
  text.resize(size);
  return text;
}

std::string ScriptHash(std::string_view content) {
  data::Sha256 hash;
  hash.Update(content);
  const data::Sha256Digest digest = hash.Digest();
  return "'sha256-" + Base64({reinterpret_cast<const char*>(digest.data()), digest.size()}) + "'";
}

}  // namespace retable::reports
