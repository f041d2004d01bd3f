// Preregistration: what was going to be tested, written down before the first run of a table.
//
// The record of a table at a scale holds its claims and the blocks and seeds that they range over. It is
// written beside the results when the table's first training starts, and never written again; each claim
// stands in it with the SHA-256 of its canonical JSON. A report compares the table of today with it and says
// what has changed since. The file: <results>/preregistrations/<table>.<scale>.json.
#ifndef RETABLE_SUITES_PREREGISTRATION_H_
#define RETABLE_SUITES_PREREGISTRATION_H_

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "suites/table.h"

namespace retable::suites {

struct Preregistration {
  std::string commit;      // of retable, when it was written
  nlohmann::json content;  // table, scale, blocks, seeds, claims
  bool operator==(const Preregistration&) const = default;
};

Preregistration Preregister(const Table& table, const Scale& scale, const std::string& commit);

// SHA-256, in hex, of the claim's canonical JSON.
std::string Hash(const Claim& claim);

// What differs between the record and the table of today, each a sentence ("claim real_beats_uniform: alpha
// was 0.05 and is 0.1"); empty where nothing does.
std::vector<std::string> ChangesSince(const Preregistration& record, const Table& table, const Scale& scale);

// Where the record of that table and scale lies in a folder of results.
std::filesystem::path PreregistrationFile(const std::filesystem::path& results, const std::string& table,
                                          const std::string& scale);

// The record there, or nothing. Throws std::runtime_error, naming the file, where it cannot be read or a
// claim's hash is not its content's.
std::optional<Preregistration> ReadPreregistration(const std::filesystem::path& results,
                                                   const std::string& table, const std::string& scale);

// Writes the record unless there is one. Of several processes that start at once, one writes it.
void WritePreregistrationOnce(const std::filesystem::path& results, const Preregistration& record);

}  // namespace retable::suites

#endif  // RETABLE_SUITES_PREREGISTRATION_H_
