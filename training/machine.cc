#include "training/machine.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <dlfcn.h>
#include <malloc.h>
#include <torch/version.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <string>

namespace retable::training {
namespace {

constexpr int kKeptBytes = 1 << 30;

// The name that a C function of the BLAS library returns; empty where the library has none such.
std::string Ask(const char* function) {
  const auto ask = reinterpret_cast<char* (*)()>(dlsym(RTLD_DEFAULT, function));
  const char* name = ask == nullptr ? nullptr : ask();
  return name == nullptr ? "" : name;
}

std::string Blas() {
  std::string config = Ask("openblas_get_config");
  if (!config.empty()) {
    const std::string forced = std::getenv("OPENBLAS_CORETYPE") == nullptr ? "" : " (set by OPENBLAS_CORETYPE)";
    return config.substr(0, config.find(' ', config.find(' ') + 1)) + ", kernel " + Ask("openblas_get_corename") +
           forced;
  }
  if (at::hasMKL()) return "MKL";
  return "neither OpenBLAS nor MKL (a reference BLAS is 10 times slower)";
}

std::string Cpu() {
  std::ifstream info("/proc/cpuinfo");
  std::map<std::string, std::string> fields;  // of the first processor
  std::string line;
  while (std::getline(info, line) && !line.empty()) {
    const auto colon = line.find(':');
    if (colon != std::string::npos && colon + 2 < line.size()) fields[line.substr(0, line.find_last_not_of("\t", colon - 1) + 1)] = line.substr(colon + 2);
  }
  if (!fields.contains("model name")) return "unknown";
  return fields["model name"] + " (family " + fields["cpu family"] + ", model " + fields["model"] + ")";
}

}  // namespace

void PrepareProcess() {
  mallopt(M_MMAP_THRESHOLD, kKeptBytes);
  mallopt(M_TRIM_THRESHOLD, kKeptBytes);
  at::set_num_threads(1);
  at::globalContext().setDeterministicAlgorithms(true, /*warn_only=*/true);
}

Provenance DescribeMachine(const std::string& device) {
  Provenance provenance;
  provenance.libtorch = TORCH_VERSION;
  provenance.blas = Blas();
  provenance.cpu = Cpu();
  provenance.device = device;
  provenance.threads = at::get_num_threads();
  return provenance;
}

}  // namespace retable::training
