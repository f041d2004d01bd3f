#include "stats/evaluate.h"

#include <exception>

#include "stats/catalog.h"
#include "stats/undefined.h"

namespace retable::stats {

Json Evaluate(const Json& request) {
  Json answer = Json::object();
  try {
    if (!request.is_object()) throw Undefined("a request is an object with \"test\", \"data\" and \"options\"");
    if (request.contains("id")) answer["id"] = request["id"];
    if (!request.contains("test") || !request["test"].is_string()) throw Undefined("\"test\" must name a test");
    const std::string name = request["test"];
    answer["test"] = name;
    for (const CatalogEntry& entry : Catalog()) {
      if (entry.name != name) continue;
      answer["answer"] = entry.run(Request(request, entry.data, entry.options));
      return answer;
    }
    throw Undefined("there is no test \"" + name + "\"; --list names them");
  } catch (const std::exception& refusal) {
    answer["refused"] = refusal.what();
  }
  return answer;
}

std::string EvaluateLine(const std::string& line) {
  const Json request = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (request.is_discarded()) return Json{{"refused", "the line is no JSON"}}.dump();
  return Evaluate(request).dump();
}

}  // namespace retable::stats
