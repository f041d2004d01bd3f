// `bazel run //training:audit -- --results=results/desk --sample=3`: trains a random sample of stored results
// again and compares. Exit code 0 where all agree, 1 where one differs, 2 on an error.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iostream>
#include <limits>
#include <random>
#include <thread>

#include "data/scoped_folder.h"
#include "training/audit_store.h"
#include "training/flags.h"
#include "training/machine.h"
#include "training/requests.h"
#include "training/trainer.h"
#include "training/worker.h"

namespace retable::training {
namespace {

constexpr std::uint64_t kLargestSample = 1'000'000;

std::uint64_t Whole(const std::string& flag, const std::string& text, std::uint64_t least,
                    std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least || value > most) {
    throw UsageError("--" + flag + "=" + text + ": give a whole number from " + std::to_string(least) +
                     " to " + std::to_string(most));
  }
  return value;
}

struct AuditFlags {
  std::filesystem::path results = WorkspaceFolder() / "results" / "desk";
  int sample = 3;
  std::uint64_t seed = std::random_device()();
  Flags shared;
};

std::vector<FlagRow> Rows(AuditFlags& flags) {
  std::vector<FlagRow> rows = FlagRows(flags.shared, {"device", "workers", "help"});
  rows.push_back({"results", "FOLDER", "the results to audit (results/desk)",
                  [&](const std::string& text) { flags.results = FromUsersFolder(text); }});
  rows.push_back({"sample", "N", "how many of them (3)", [&](const std::string& text) {
                    flags.sample = static_cast<int>(Whole("sample", text, 1, kLargestSample));
                  }});
  rows.push_back({"seed", "N", "which of them; printed, and random where not given",
                  [&](const std::string& text) { flags.seed = Whole("seed", text, 0); }});
  return rows;
}

void Print(const Audited& audited) {
  const Comparison& found = audited.comparison;
  std::printf("%s seed %llu: ", ShortKey(Key(audited.run)).c_str(),
              static_cast<unsigned long long>(audited.run.seed));
  if (found.agreement == Agreement::kBitwise) std::printf("the same bits\n");
  if (found.agreement == Agreement::kWithinTolerance) {
    std::printf("within tolerance (losses differ by at most %.2g nats): another class of machine?\n",
                found.largest_difference);
  }
  if (found.agreement == Agreement::kDifferent) std::printf("DIFFERENT: %s\n", found.why.c_str());
}

int AuditStored(int argc, char** argv, const Registry& registry) {
  AuditFlags flags;
  const std::vector<FlagRow> rows = Rows(flags);
  ApplyFlags(std::vector<std::string>(argv + 1, argv + argc), rows);
  if (flags.shared.help) {
    std::cout << HelpText("Trains a random sample of stored results again, and compares.", rows);
    return 0;
  }
  const Store store = Store::Open(flags.results);
  const data::ScopedFolder scratch;  // where the second trainings go
  AuditOptions options;
  options.sample = flags.sample;
  options.seed = flags.seed;
  options.scratch = scratch.path();
  options.engine.device = flags.shared.device;
  options.engine.executor.workers = flags.shared.workers > 0
                                        ? flags.shared.workers
                                        : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  options.engine.executor.environment = WorkerEnvironment(flags.shared.device);
  std::cout << "auditing " << std::min<std::size_t>(flags.sample, store.size()) << " of " << store.size()
            << " results, --seed=" << flags.seed << std::endl;
  Progress progress(isatty(STDOUT_FILENO) != 0);
  const std::vector<Audited> audited = Audit(store, registry, options, progress);
  int different = 0;
  for (const Audited& one : audited) {
    Print(one);
    different += one.comparison.agreement == Agreement::kDifferent;
  }
  return different == 0 ? 0 : 1;
}

}  // namespace
}  // namespace retable::training

int main(int argc, char** argv) {
  using namespace retable::training;
  PrepareProcess();
  signal(SIGPIPE, SIG_IGN);
  const Registry registry{.trainers = Trainers(), .makers = ArtifactMakers()};
  try {
    if (argc == 2 && argv[1] == std::string(kWorkerArgument)) {
      return ServeRequests(
          [&registry](const nlohmann::json& request, const std::function<void(int, int)>& beat) {
            return DoRequest(registry, request, beat);
          });
    }
    return AuditStored(argc, argv, registry);
  } catch (const std::exception& error) {
    std::cerr << "retable: " << error.what() << std::endl;
    return 2;
  }
}
