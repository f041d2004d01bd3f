#include "stats/evaluate.h"

#include <exception>
#include <new>

#include "stats/catalog.h"
#include "stats/request.h"
#include "stats/undefined.h"

namespace retable::stats {

namespace {

// JSON has no infinities, and no answer is NaN.
Json WithoutSpecials(const Json& value) {
  if (value.is_number_float()) return ToJson(value.get<double>());
  if (!value.is_structured()) return value;
  Json copy = value;
  for (Json& part : copy) part = WithoutSpecials(part);
  return copy;
}

const CatalogEntry& Find(const std::string& name) {
  for (const CatalogEntry& entry : Catalog()) {
    if (entry.name == name) return entry;
  }
  throw Undefined("there is no test " + Quoted(name) + "; --list names them");
}

void CheckFields(const Json& request) {
  for (const auto& [name, value] : request.items()) {
    if (name != "id" && name != "test" && name != "data" && name != "options") {
      throw Undefined("a request has \"test\", \"data\", \"options\" and \"id\", and no other fields");
    }
  }
}

}  // namespace

Json Evaluate(const Json& request) {
  Json answer = Json::object();
  try {
    if (!request.is_object())
      throw Undefined("a request is an object with \"test\", \"data\" and \"options\"");
    if (request.contains("id")) answer["id"] = request["id"];
    if (!request.contains("test") || !request["test"].is_string())
      throw Undefined("\"test\" must name a test");
    CheckFields(request);
    const CatalogEntry& entry = Find(request["test"]);
    answer["test"] = entry.name;
    answer["answer"] = WithoutSpecials(entry.run(Request(request, entry.data, entry.options)));
  } catch (const Undefined& refusal) {
    answer["refused"] = refusal.what();
  } catch (const std::bad_alloc&) {
    answer["refused"] = "the data are too large for this machine's memory";
  } catch (const std::exception& failure) {
    answer["refused"] =
        std::string("the numbers are outside what this statistic can compute: ") + failure.what();
  }
  return answer;
}

std::string EvaluateLine(const std::string& line) {
  Json answer;
  try {
    answer = Evaluate(ParseLine(line));
  } catch (const std::exception& refusal) {
    answer = {{"refused", refusal.what()}};
  }
  return answer.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace retable::stats
