// Preregistration: what was going to be tested, written down before the first run of a table.
//
// The record of a table at a scale holds its claims and screen, arms, blocks and seeds, the recipe of student
// and teacher, the trainers with their versions and the rule of the thresholds; each claim, and the whole,
// with the SHA-256 of its canonical JSON. The first is written beside the results when the table is first
// trained, and says how many of the table's runs the store held by then (another table may share them). Where
// nothing is left to train, since other tables trained it all, it is written all the same. When a later one
// finds something changed, an amendment follows; nothing is ever taken away. A report shows every change
// between records, and what is not recorded. The file: <results>/preregistrations/<table>.<scale>.json.
#ifndef RETABLE_SUITES_PREREGISTRATION_H_
#define RETABLE_SUITES_PREREGISTRATION_H_

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "suites/table.h"

namespace retable::suites {

struct Preregistration {
  std::string commit;     // of retable, when it was written
  std::string note = "";  // what a reader must know of this record beside that; mostly empty
  int runs_before = 0;    // of the table, measured when it was written, and how many the table asks for
  int runs_asked = 0;
  nlohmann::json content;  // what must not change
  bool operator==(const Preregistration&) const = default;
};

Preregistration Preregister(const Table& table, const Scale& scale, const std::string& commit);

// SHA-256, in hex, of the claim's canonical JSON.
std::string Hash(const Claim& claim);

// What differs between two records, and between a record and the table of today, each a sentence ("claim
// real_beats_uniform: alpha was
// 0.05 and is 0.1"); empty where nothing does.
std::vector<std::string> Changes(const Preregistration& before, const Preregistration& after);
std::vector<std::string> ChangesSince(const Preregistration& record, const Table& table, const Scale& scale);

// Where the records of that table and scale lie in a folder of results.
std::filesystem::path PreregistrationFile(const std::filesystem::path& results, const std::string& table,
                                          const std::string& scale);

// The records there, the first one first; empty where there is no file. Throws std::runtime_error, naming the
// file, where it cannot be read or a claim's hash is not its content's.
std::vector<Preregistration> ReadPreregistrations(const std::filesystem::path& results,
                                                  const std::string& table, const std::string& scale);

void WritePreregistrations(const std::filesystem::path& results, const std::string& table,
                           const std::string& scale, const std::vector<Preregistration>& records);

// Writes `today` where there is no record, and as an amendment where the last one differs from it. Processes
// that do so at once wait for one another.
void PreregisterIn(const std::filesystem::path& results, const Table& table, const Scale& scale,
                   const Preregistration& today);

}  // namespace retable::suites

#endif  // RETABLE_SUITES_PREREGISTRATION_H_
