// Programs of bad.py and hangs.py: each is refused for its own reason, and those beside it come out whole.
#include "models/outside/sandbox.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "models/outside/outside_programs.h"
#include "tests/faults/folder.h"
#include "tests/models/outside/fixture.h"

namespace retable::models::outside {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

constexpr char kAccepted[] = "accepted";

std::string OutcomeOf(OutsidePrograms& programs, const std::string& function) {
  try {
    const Evaluated evaluated = programs.Evaluate(function, SampleDocument());
    const Matrix& matrix = evaluated.repaired.matrix;
    // All of them mean the identity.
    for (int i = 0; i < matrix.tokens; ++i) {
      if (matrix.Row(i)[i] != 1) return "another matrix than the identity";
    }
    return kAccepted;
  } catch (const Refusal& refusal) {
    return refusal.what();
  }
}

// A substring of the outcome, or a regular expression where two are possible.
const std::map<std::string, std::string>& Expected() {
  static const std::map<std::string, std::string> expected = {
      {"before", kAccepted},
      {"raises", "ValueError: no .2J idea .line"},
      {"exits", "SystemExit: 3"},
      {"exits_at_once", "ended its process with exit code 3; it printed: about to leave"},
      {"segfaults", "was killed by signal 11"},
      {"aborts", "was killed by signal"},
      {"recurses", "RecursionError"},
      {"needs_a_module", "needs the Python module 'a_module_that_nobody_has'"},
      {"takes_memory", "MemoryError"},
      {"starts_processes", "PermissionError|BlockingIOError"},
      {"starts_a_program", "PermissionError|BlockingIOError"},
      {"opens_a_socket", "PermissionError|OSError|ConnectionRefusedError"},
      {"writes_a_file", "PermissionError|OSError"},
      {"removes_a_file", "PermissionError|IsADirectoryError"},
      {"kills_its_parent", "PermissionError|ProcessLookupError"},
      {"changes_numpy", "changed what other programs use: numpy.eye"},
      {"changes_json", "changed what other programs use: json|wrote where only answers belong"},
      {"leaves_a_thread", "left a thread running"},
      {"leaves_an_alarm", kAccepted},
      {"writes_answers", "wrote where only answers belong: it does not begin as answers do"},
      {"writes_half_an_answer", "wrote where only answers belong: it says to have 16 and"},
      {"closes_everything", "ended its process|closed the descriptor"},
      {"returns_nothing", "returned NoneType, not .name, matrix."},
      {"returns_no_name", "returned a name that is int"},
      {"returns_words", "returned values of type <U1"},
      {"returns_objects", "returned values of type object"},
      {"returns_complex", "returned values of type complex128"},
      {"returns_too_few", "returned a matrix of shape .7, 7. for 8 tokens"},
      {"returns_a_batch", "returned a matrix of shape .1, 8, 8. for 8 tokens"},
      {"returns_rows_of_all_lengths", "ValueError"},
      {"returns_nan", "returned a matrix that is nan at row 1, column 2"},
      {"returns_infinity", "returned a matrix that is nan at row 0, column 1|is infinite at row 0, column 0"},
      {"asks_for_other_text", "knows the document's sentence only"},
      {"prints_much", kAccepted},
      {"after", kAccepted},
  };
  return expected;
}

TEST(BadPrograms, EachIsRefusedForItsReasonAndTheOthersGoOn) {
  OutsidePrograms programs(ProgramFile("bad.py"), Patient());
  ASSERT_EQ(programs.functions().size(), Expected().size());
  for (const Function& function : programs.functions()) {
    ASSERT_TRUE(Expected().contains(function.name)) << function.name;
    EXPECT_THAT(OutcomeOf(programs, function.name), ContainsRegex(Expected().at(function.name)))
        << function.name;
    EXPECT_EQ(OutcomeOf(programs, "before"), kAccepted) << "after " << function.name;
  }
}

TEST(BadPrograms, LeaveNothingInTheFolderOfTemporaryFiles) {
  const faults::Folder folder;
  ASSERT_EQ(setenv("TMPDIR", folder.path().c_str(), 1), 0);
  {
    OutsidePrograms programs(ProgramFile("bad.py"), Patient());
    for (const std::string function : {"writes_a_file", "exits_at_once", "removes_a_file"}) {
      EXPECT_NE(OutcomeOf(programs, function), kAccepted);
    }
    EXPECT_FALSE(std::filesystem::is_empty(folder.path()));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  unsetenv("TMPDIR");
}

TEST(Hangs, AreKilledAfterTheirTimeWhateverTheyDo) {
  OutsidePrograms patient(ProgramFile("hangs.py"), Patient());
  Options options = Patient();
  options.limits.call_seconds = 0.5;
  OutsidePrograms programs(ProgramFile("hangs.py"), options);
  for (const std::string function : {"sleeps", "loops_deaf_to_signals", "prints_forever"}) {
    EXPECT_THAT(OutcomeOf(programs, function), HasSubstr("gave no answer within 0.5 s")) << function;
  }
  EXPECT_EQ(OutcomeOf(patient, "answers"), kAccepted);
}

TEST(Limits, ProcessorSecondsEndAProcessThatNobodyKills) {
  Options options = Patient();
  options.limits.cpu_seconds = 2;
  OutsidePrograms programs(ProgramFile("hangs.py"), options);
  EXPECT_THAT(OutcomeOf(programs, "loops_deaf_to_signals"), HasSubstr("killed by signal 9"));
}

TEST(Limits, MemoryCountsPythonToo) {
  Options options = Patient();
  options.limits.memory_mib = 16;
  EXPECT_THROW(OutsidePrograms(ProgramFile("good.py"), options), Refusal);
}

// The processes that work in this folder or below it.
std::vector<pid_t> ProcessesIn(const std::filesystem::path& folder) {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::error_code error;
    const auto place = std::filesystem::read_symlink(entry.path() / "cwd", error);
    if (!error && place.string().starts_with(folder.string()))
      found.push_back(std::stoi(entry.path().filename()));
  }
  return found;
}

TEST(Sandbox, DiesWithTheProcessThatStartedIt) {
  const faults::Folder folder;
  ASSERT_EQ(setenv("TMPDIR", folder.path().c_str(), 1), 0);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t parent = fork();
  ASSERT_GE(parent, 0);
  if (parent == 0) {
    try {
      OutsidePrograms programs(ProgramFile("hangs.py"), Patient());
      programs.Evaluate("answers", SampleDocument());
      if (write(ends[1], "x", 1) == 1) programs.Evaluate("sleeps", SampleDocument());
    } catch (const std::exception&) {
    }
    _exit(0);
  }
  unsetenv("TMPDIR");
  close(ends[1]);
  char answered;
  ASSERT_EQ(read(ends[0], &answered, 1), 1);
  close(ends[0]);
  // Time to be told to sleep. Were it too short, a process that waits for requests would end with its parent
  // too.
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  ASSERT_EQ(ProcessesIn(folder.path()).size(), 1u);
  kill(parent, SIGKILL);
  ASSERT_EQ(waitpid(parent, nullptr, 0), parent);
  for (int i = 0; i < 6000 && !ProcessesIn(folder.path()).empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_TRUE(ProcessesIn(folder.path()).empty());
}

// What a program finds out about its own process, as the text of its exception.
std::string Found(const std::string& expression) {
  const faults::Folder folder;
  const std::filesystem::path file = folder.path() / "look.py";
  std::ofstream(file)
      << "import os, resource, socket\n\ndef f(sentence, tokenizer):\n  raise ValueError(repr(" << expression
      << "))\n";
  OutsidePrograms programs(file, Patient());
  return OutcomeOf(programs, "f");
}

TEST(Sandbox, ShowsAReducedEnvironmentAndNoOtherDescriptors) {
  ASSERT_EQ(setenv("A_SECRET", "secret", 1), 0);
  EXPECT_THAT(Found("sorted(os.environ)"),
              HasSubstr("['HOME', 'LC_ALL', 'OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS', 'PATH']"));
  const int kept = dup(STDOUT_FILENO);  // not closed on exec
  EXPECT_THAT(Found("[n for n in range(64) if os.path.exists(f'/proc/self/fd/{n}')]"),
              HasSubstr("[0, 1, 2, 3, 4]"));
  close(kept);
}

TEST(Sandbox, HasNoPrivilegesNorWaysToThem) {
  EXPECT_THAT(
      Found("[l.split()[1] for l in open('/proc/self/status') if l[:6] in ('CapEff', 'CapBnd', 'NoNewP')]"),
      HasSubstr("['0000000000000000', '0000000000000000', '1']"));
}

TEST(Sandbox, ReportsTheNamespacesThatItHas) {
  OutsidePrograms programs(ProgramFile("good.py"), Patient());
  const std::string ours = std::filesystem::read_symlink("/proc/self/ns/net").string();
  const std::string theirs = Found("os.readlink('/proc/self/ns/net')");
  EXPECT_EQ(theirs.find(ours) == std::string::npos, programs.isolation().namespaces) << theirs;
}

TEST(Sandbox, ReportsTheFilterThatItHas) {
  OutsidePrograms programs(ProgramFile("good.py"), Patient());
  const std::string mode =
      Found("[l.split()[1] for l in open('/proc/self/status') if l.startswith('Seccomp:')]");
  EXPECT_EQ(mode.find("['2']") != std::string::npos, programs.isolation().system_calls) << mode;
}

}  // namespace
}  // namespace retable::models::outside
