#include "training/run_program.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <set>
#include <string>

#include "suites/preregistration.h"
#include "training/choice.h"
#include "training/dry_run.h"
#include "training/engine.h"
#include "training/flags.h"
#include "training/plan.h"
#include "training/progress.h"
#include "training/reasons.h"
#include "training/registry.h"
#include "training/requests.h"
#include "training/source_state.h"
#include "training/store.h"
#include "training/supplied_pattern.h"
#include "training/trainer.h"
#include "training/worker.h"

namespace retable::training {
namespace {

constexpr const char* kPurpose =
    "Trains what a table still lacks and stores the results. The same command goes on where it was stopped.";

std::string Place(const suites::Cell& cell) {
  std::string place = cell.block;
  if (!place.empty()) place += " ";
  place += "seed " + std::to_string(cell.seed);
  if (cell.arm == "baseline") place += " replicate " + std::to_string(cell.replicate);
  return place;
}

std::vector<Wanted> WantedRuns(const Choice& choice) {
  std::vector<Wanted> wanted;
  for (const suites::Cell& cell : suites::Cells(*choice.table, *choice.scale, choice.selection)) {
    wanted.push_back({.run = cell.run, .group = cell.arm, .place = Place(cell)});
  }
  return wanted;
}

// Under Bazel the table's own target, which also writes the report (suites/table.bzl names it) and says --table itself.
std::string SameCommand(int argc, char** argv, std::string table) {
  if (std::getenv("BUILD_WORKSPACE_DIRECTORY") == nullptr) {
    return std::string(argv[0]) + " " + CommandLine(argc, argv);
  }
  std::vector<const char*> others(argv, argv + argc);
  std::erase_if(others, [](const std::string& argument) { return argument.starts_with("--table="); });
  std::replace(table.begin(), table.end(), '/', '_');
  return "bazel run //suites:" + table + " -- " + CommandLine(static_cast<int>(others.size()), others.data());
}

EngineOptions OptionsOf(const Flags& flags) {
  EngineOptions options{
      .out = flags.out, .device = flags.device, .source = ReadSourceState(WorkspaceFolder()), .executor = {}};
  options.executor.workers = flags.workers;
  options.executor.environment = WorkerEnvironment(flags.device);
  if (!flags.patterns.empty()) options.executor.environment[kPatternFileVariable] = flags.patterns.string();
  if (const char* limit = std::getenv("RETABLE_SILENCE_LIMIT_SECONDS")) {
    options.executor.silence_limit_seconds = std::atof(limit);
  }
  return options;
}

// What will do the work; people forget which BLAS they have.
std::string DescribeMachine(const Registry& registry, const std::string& device) {
  const Trainer& trainer = registry.trainers.front();
  if (!trainer.provenance) return "";
  TrainContext context;
  context.device = device;
  const Provenance machine = trainer.provenance(context);
  return "on " + machine.device + " with libtorch " + machine.libtorch + " and " + machine.blas + "; " +
         machine.cpu + "\n";
}

// Says how it ended; returns the exit code.
int Conclude(const EngineSummary& summary, const Plan& plan, const std::filesystem::path& out,
             const std::string& same_command) {
  const int done = summary.items.done + summary.items.elsewhere;
  std::cout << done << " of " << plan.items.size() << " done";
  if (summary.items.elsewhere > 0)
    std::cout << ", " << summary.items.elsewhere << " of them by another process";
  if (summary.method_failures > 0) {
    std::cout << "; in " << summary.method_failures << " the method failed, which counts as a result";
  }
  std::cout << "; results are in " << ResultsFolder(out).string() << std::endl;
  for (const std::string& failure : summary.failures) std::cerr << "retable: " << failure << "\n";
  if (summary.items.stopped) {
    std::cerr << "retable: stopped; what is done is kept. To go on: " << same_command << std::endl;
    return 130;
  }
  if (summary.failures.empty()) return 0;
  std::cerr << "retable: " << summary.failures.size() << " failed by the machine";
  if (summary.items.left_out > 0)
    std::cerr << ", and " << summary.items.left_out << " that need them were left out";
  std::cerr << "; to try them again: " << same_command << std::endl;
  return 1;
}

// What is claimed is written down before the first run; later changes are said, and the report will show them.
// What it counts is the whole table's, whatever part of it was chosen.
void HoldToPreregistration(const Choice& choice, const Store& store, const SourceState& source) {
  const std::filesystem::path& results = store.folder();
  suites::Preregistration today = suites::Preregister(
      *choice.table, *choice.scale, source.commit + (source.dirty ? " with uncommitted changes" : ""));
  std::set<std::string> keys;
  for (const suites::Cell& cell : suites::Cells(*choice.table, *choice.scale)) keys.insert(Key(cell.run));
  today.runs_asked = static_cast<int>(keys.size());
  today.runs_before = static_cast<int>(std::count_if(
      keys.begin(), keys.end(), [&](const std::string& key) { return store.Find(key).has_value(); }));
  suites::PreregisterIn(results, *choice.table, *choice.scale, today);
  const auto records = suites::ReadPreregistrations(results, choice.table->id, choice.scale->id);
  for (const std::string& change : suites::ChangesSince(records.front(), *choice.table, *choice.scale)) {
    std::cerr << "retable: not as preregistered at commit " << records.front().commit << ": " << change
              << std::endl;
  }
}

// Where the user must supply something first, only what would be done can be said.
void CheckNothingIsMissing(const Choice& choice, bool dry_run) {
  const std::string missing = suites::Missing(*choice.table, *choice.scale);
  if (missing.empty()) return;
  if (!dry_run) {
    throw std::runtime_error(choice.table->id + " cannot run at scale " + choice.scale->id + ": " + missing);
  }
  std::cerr << "retable: a run without --dry-run would stop: " << missing << std::endl;
}

int Train(int argc, char** argv, const Flags& flags, const std::vector<suites::Table>& tables,
          const Registry& registry) {
  const Choice choice = Choose(flags, tables);
  CheckNothingIsMissing(choice, flags.dry_run);
  Store store = Store::Open(ResultsFolder(flags.out));
  for (const std::string& warning : store.warnings()) std::cerr << "retable: " << warning << std::endl;
  const Plan plan = MakePlan(WantedRuns(choice), registry, store, flags.out);
  if (flags.dry_run || !plan.items.empty()) {
    for (const std::string& warning : ReachWarnings(choice)) std::cerr << "retable: " << warning << std::endl;
  }
  const EngineOptions options = OptionsOf(flags);
  if (!flags.dry_run) HoldToPreregistration(choice, store, options.source);
  std::cout << choice.table->id << " at scale " << choice.scale->id << ": ";
  if (flags.dry_run || plan.items.empty()) {
    History history(store, plan.items.empty() ? std::set<std::string>{} : AllKeys(tables));
    std::cout << DescribePlan(plan, history, flags.workers) << std::flush;
    return 0;
  }
  std::cout << plan.stored << " of " << plan.wanted << " runs stored, " << plan.items.size()
            << " runs and artifacts to do with " << flags.workers
            << (flags.workers == 1 ? " worker" : " workers") << "\n"
            << DescribeMachine(registry, flags.device) << std::flush;
  Progress progress(isatty(STDOUT_FILENO) != 0);
  const EngineSummary summary = CarryOut(plan, registry, store, options, progress);
  return Conclude(summary, plan, flags.out, SameCommand(argc, argv, flags.table));
}

int Main(int argc, char** argv, const std::vector<suites::Table>& tables, const Registry& registry) {
  Flags flags = ParseFlags(argc, argv);
  if (flags.help) {
    std::cout << HelpText(kPurpose, FlagRows(flags));
    return 0;
  }
  if (flags.list) {
    std::cout << ListTables(tables);
    return 0;
  }
  return Train(argc, argv, flags, tables, registry);
}

}  // namespace

int RunProgram(int argc, char** argv, const std::vector<suites::Table>& tables, std::vector<Trainer> trainers,
               std::vector<ArtifactMaker> makers) {
  // Both come back as error codes of write(2), which are reported in words.
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  const Registry registry{.trainers = std::move(trainers), .makers = std::move(makers)};
  try {
    if (argc == 2 && argv[1] == std::string(kWorkerArgument)) {
      return ServeRequests(
          [&registry](const nlohmann::json& request, const std::function<void(int, int)>& beat) {
            return DoRequest(registry, request, beat);
          });
    }
    return Main(argc, argv, tables, registry);
  } catch (const std::exception& error) {
    std::cerr << "retable: " << error.what() << std::endl;
    return 2;
  }
}

}  // namespace retable::training
