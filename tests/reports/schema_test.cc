// The published JSON files are what their schemas say, and the schemas refuse anything else.
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>
#include <vector>

#include "reports/json.h"
#include "training/files.h"

namespace retable::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

json ReadJson(const fs::path& path) { return json::parse(training::ReadFile(path)); }

class Schema {
 public:
  explicit Schema(const fs::path& path) {
    const json document = ReadJson(path);
    valijson::SchemaParser(valijson::SchemaParser::kDraft7)
        .populateSchema(valijson::adapters::NlohmannJsonAdapter(document), schema_);
  }

  // Empty where the document is as the schema says; else what is wrong, and where.
  std::string Complaint(const json& document) const {
    valijson::ValidationResults results;
    const valijson::adapters::NlohmannJsonAdapter target(document);
    if (valijson::Validator().validate(schema_, target, &results)) return "";
    std::string complaint;
    for (const auto& error : results) {
      for (const std::string& step : error.context) complaint += step;
      complaint += ": " + error.description + "\n";
    }
    return complaint;
  }

 private:
  valijson::Schema schema_;
};

std::vector<fs::path> JsonFilesBelow(const fs::path& folder, const std::string& part) {
  std::vector<fs::path> files;
  for (const auto& entry :
       fs::recursive_directory_iterator(folder, fs::directory_options::follow_directory_symlink)) {
    const bool is_part = entry.path().generic_string().find(part) != std::string::npos;
    if (entry.is_regular_file() && entry.path().extension() == ".json" && is_part)
      files.push_back(entry.path());
  }
  return files;
}

TEST(ReportSchema, DescribesCommittedAndGoldenReports) {
  const Schema schema("reports/report.schema.json");
  const std::vector<fs::path> committed = JsonFilesBelow("results", "/reports/");
  const std::vector<fs::path> goldens = JsonFilesBelow("tests/golden", "");
  EXPECT_FALSE(committed.empty());
  EXPECT_FALSE(goldens.empty());
  for (const auto& files : {committed, goldens}) {
    for (const fs::path& file : files) {
      EXPECT_EQ(schema.Complaint(ReadJson(file)), "")
          << file << " is not what reports/report.schema.json says: describe there what is new";
    }
  }
}

TEST(ReportSchema, HasTheVersionThatReportsName) {
  EXPECT_EQ(ReadJson("reports/report.schema.json").at("/properties/schema/const"_json_pointer),
            kReportSchema);
}

TEST(ResultSchema, DescribesEveryCommittedResult) {
  const Schema schema("reports/result.schema.json");
  int lines = 0;
  for (const auto& folder : fs::directory_iterator("results")) {
    if (!folder.is_directory()) continue;
    std::istringstream text(training::ReadFile(folder.path() / "results.jsonl"));
    for (std::string line; std::getline(text, line); ++lines) {
      ASSERT_EQ(schema.Complaint(json::parse(line)), "") << folder.path() << " line " << lines + 1;
    }
  }
  EXPECT_GT(lines, 0);
}

TEST(ExpectedSchema, DescribesTheCommittedExpectations) {
  const Schema schema("reports/expected.schema.json");
  EXPECT_EQ(schema.Complaint(ReadJson("results/desk/expected.json")), "");
}

TEST(ExpectedSchema, RefusesWhatTheProgramRefuses) {
  const Schema schema("reports/expected.schema.json");
  const auto complaint = [&](const char* expectation) {
    return schema.Complaint({{"tables", {{"a/b", {{"claim", json::parse(expectation)}}}}}});
  };
  EXPECT_EQ(complaint(R"("confirmed")"), "");
  EXPECT_EQ(complaint(R"({"verdict": "blocked", "reason": "no weights"})"), "");
  EXPECT_NE(complaint(R"("inconclusive")"), "");
  EXPECT_NE(complaint(R"("confirmd")"), "");
  EXPECT_NE(complaint(R"({"verdict": "blocked"})"), "");
  EXPECT_NE(complaint(R"({"verdict": "blocked", "reason": " "})"), "");
  EXPECT_NE(complaint(R"({"verdict": "confirmed", "because": "x"})"), "");
  EXPECT_NE(schema.Complaint({{"tables", {{"a/b", json::object()}}}}), "");
  EXPECT_NE(schema.Complaint({{"tables", json::object()}, {"strict", "yes"}}), "");
  EXPECT_NE(schema.Complaint(json::object()), "");
}

// Every place of a document, by JSON pointer; of each list the first two places.
void Visit(const json& document, const json::json_pointer& place,
           const std::function<void(const json::json_pointer&)>& visit) {
  visit(place);
  if (document.is_object()) {
    for (const auto& [key, value] : document.items()) Visit(value, place / key, visit);
  } else if (document.is_array()) {
    for (std::size_t i = 0; i < document.size() && i < 2; ++i) Visit(document[i], place / i, visit);
  }
}

// A golden report with two rows a grid, and the results' first line: small, with everything in them.
json ShortReport() {
  json report = ReadJson("tests/golden/injection_patterns.json");
  for (json& section : report["sections"]) {
    if (section.contains("rows") && section["rows"].size() > 2) {
      section["rows"].erase(section["rows"].begin() + 2, section["rows"].end());
    }
  }
  return report;
}

json OneResult() {
  const std::string text = training::ReadFile("results/desk/results.jsonl");
  return json::parse(text.substr(0, text.find('\n')));
}

struct Subject {
  std::string schema;
  json document;
  std::set<std::string> free;      // objects whose keys are not fixed, and what is below them
  std::set<std::string> optional;  // keys that may be missing
};

std::vector<Subject> Subjects() {
  return {{"reports/report.schema.json", ShortReport(), {}, {"paragraphs", "items"}},
          {"reports/result.schema.json", OneResult(), {"/recipe"}, {}}};
}

bool IsFree(const Subject& subject, const std::string& place) {
  for (const std::string& free : subject.free) {
    if (place == free || place.starts_with(free + "/")) return true;
  }
  return false;
}

TEST(Schemas, RefuseAWrongTypeAnywhere) {
  for (const Subject& subject : Subjects()) {
    const Schema schema(subject.schema);
    ASSERT_EQ(schema.Complaint(subject.document), "");
    Visit(subject.document, json::json_pointer(), [&](const json::json_pointer& place) {
      if (IsFree(subject, place.to_string()) && place.to_string() != "/recipe") return;
      json mutant = subject.document;
      mutant[place] = false;
      // A boolean stands in two places alone.
      if (subject.document[place].is_boolean()) mutant[place] = 1;
      EXPECT_NE(schema.Complaint(mutant), "") << "a wrong type was taken at " << place.to_string();
    });
  }
}

TEST(Schemas, RefuseAnExtraFieldAnywhere) {
  for (const Subject& subject : Subjects()) {
    const Schema schema(subject.schema);
    Visit(subject.document, json::json_pointer(), [&](const json::json_pointer& place) {
      if (!subject.document[place].is_object() || IsFree(subject, place.to_string())) return;
      json mutant = subject.document;
      mutant[place]["surprise"] = json::object();
      EXPECT_NE(schema.Complaint(mutant), "") << "an extra field was taken at " << place.to_string();
    });
  }
}

// Keys below these stand for arms, metrics and data sets, of which there may be fewer.
bool HasOpenKeys(const json::json_pointer& parent, const json& object) {
  const std::string place = parent.to_string();
  return place == "/metrics" || place == "/provenance/data" || (object.contains("head") && object.size() > 1);
}

TEST(Schemas, RefuseAMissingField) {
  for (const Subject& subject : Subjects()) {
    const Schema schema(subject.schema);
    Visit(subject.document, json::json_pointer(), [&](const json::json_pointer& place) {
      if (place.empty() || IsFree(subject, place.parent_pointer().to_string())) return;
      const json& parent = subject.document[place.parent_pointer()];
      const std::string key = place.back();
      if (!parent.is_object() || subject.optional.contains(key)) return;
      if (HasOpenKeys(place.parent_pointer(), parent) && key != "head") return;
      json mutant = subject.document;
      mutant[place.parent_pointer()].erase(key);
      EXPECT_NE(schema.Complaint(mutant), "") << "missing was taken: " << place.to_string();
    });
  }
}

}  // namespace
}  // namespace retable::reports
