// Which data sets exist, where do they come from, and are these really their bytes?
//
// A data set is a row of the catalog: what it is, its licence, its origin in words, and each file with its
// size and SHA-256. Nothing is ever downloaded here: tools/setup installs what a package holds, the user
// supplies the rest.
#ifndef RETABLE_DATA_CATALOG_H_
#define RETABLE_DATA_CATALOG_H_

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace retable::data {

struct DatasetFile {
  std::string name;  // relative to the data set's folder
  std::optional<std::uint64_t> bytes;
  std::string sha256;
};

struct Dataset {
  std::string id;  // also the name of its folder
  std::string what;
  std::string licence;
  std::string origin;  // where the files come from, and so what to do when they are missing
  std::vector<DatasetFile> files;
};

// All rows, in a fixed order. Throws std::logic_error if an embedded list of hashes is not the one
// named in the catalog.
const std::vector<Dataset>& Catalog();

// Throws std::invalid_argument that lists the known ids.
const Dataset& FindDataset(std::string_view id);

// $RETABLE_DATA, where the user puts what nobody else may hand out; empty where it is not set.
std::filesystem::path SuppliedFolder();

// Where the data set lies: $RETABLE_DATA/<id> if that exists, or else node_modules/<id> of
// third_party/datasets, looked for in Bazel's runfiles of the running program, in the workspace that `bazel
// run` was called from, and in the current folder. Throws std::runtime_error that says what to do if there is
// no such folder.
std::filesystem::path DatasetFolder(const Dataset& dataset);

// Checks one file of a data set in a folder and returns its path. Throws std::runtime_error with the file's
// name, both sizes or hashes and what to do when the file is missing or altered.
std::filesystem::path VerifyFile(const Dataset& dataset, const DatasetFile& file,
                                 const std::filesystem::path& folder);

// Checks every file of the data set in its folder, and returns that folder.
std::filesystem::path VerifyDataset(const Dataset& dataset, const std::filesystem::path& folder);

// One hash for the whole data set, from its catalog row: what a result's provenance records.
std::string DatasetSha256(const Dataset& dataset);

}  // namespace retable::data

#endif  // RETABLE_DATA_CATALOG_H_
