// Text in its place in an HTML page: escaped, so that no string of a table or a result can become markup or
// code.
#ifndef RETABLE_REPORTS_HTML_TEXT_H_
#define RETABLE_REPORTS_HTML_TEXT_H_

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace retable::reports {

// As text of an element or inside a quoted attribute: & < > " ' become references, and control characters
// other than tab and line feed, which HTML does not allow, become U+FFFD.
std::string Escaped(std::string_view text);

// The content of a <script type="application/json">: the same value, in which no "<" and no U+2028 or U+2029
// stands for itself. Bytes that are no UTF-8 become U+FFFD.
std::string ScriptJson(const nlohmann::json& value);

// A program's text as the content of a <script>, where "</script" and "<!--" would end or change the element.
// In the strings and regular expressions in which they occur, the backslash added means nothing.
std::string ScriptText(std::string_view program);

std::string Base64(std::string_view bytes);

// How a Content-Security-Policy names that content: 'sha256-<base64>', of exactly the bytes between the tags.
std::string ScriptHash(std::string_view content);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_HTML_TEXT_H_
