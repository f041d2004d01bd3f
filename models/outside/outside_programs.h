// A file of attention programs, Python functions
//
//   f(sentence, tokenizer) -> (name, matrix)
//
// as Hayes et al. publish them (arXiv 2606.19317): what is in it, and what does one of its programs make of a
// document? Its text is a stranger's; it runs in a process of its own, inside a sandbox (sandbox.h), and what
// comes back is checked (answer.h) and repaired as those authors do (matrix.h).
//
// A program that raises, crashes, hangs, takes too much memory, changes what other programs use, writes to
// the answers, or returns anything but a name and a square matrix of finite numbers is refused, with the
// reason; the process is started anew and the other programs go on. Programs of one file share a process, as
// they share their file: what they may do to one another is watched (host.py), not made impossible.
//
// Which functions are programs: those at the top level whose name has no leading underscore and that can be
// called with two arguments, in the order of the file. docs/outside.md says it for authors.
#ifndef RETABLE_MODELS_OUTSIDE_OUTSIDE_PROGRAMS_H_
#define RETABLE_MODELS_OUTSIDE_OUTSIDE_PROGRAMS_H_

#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/outside/document.h"
#include "models/outside/matrix.h"
#include "models/outside/sandbox.h"

namespace retable::models::outside {

class HostProcess;
struct Answer;

struct Options {
  std::filesystem::path python = "/usr/bin/python3";  // with numpy; that of a virtual environment serves too
  Limits limits;
};

// A file or a program that is not used. The message is the reason, one line fit to print.
class Refusal : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Function {
  std::string name;
  int line = 0;  // in the file
};

struct Evaluated {
  std::string name;  // what the program calls itself
  Repaired repaired;
  double seconds = 0;  // inside the function
};

class OutsidePrograms {
 public:
  // Throws Refusal where the file does not load, std::runtime_error where it cannot be read or Python not be
  // run.
  OutsidePrograms(const std::filesystem::path& file, const Options& options);
  OutsidePrograms(OutsidePrograms&&) noexcept;
  ~OutsidePrograms();

  const std::vector<Function>& functions() const { return functions_; }

  // Throws Refusal for the program's faults, and for a document longer than the limit; std::invalid_argument
  // for a document whose ids do not match its tokens.
  Evaluated Evaluate(const std::string& function, const Document& document);

  // Which layers of the sandbox this system grants.
  const Isolation& isolation() const { return isolation_; }

 private:
  nlohmann::json Load();
  Answer Call(const std::string& function, const Document& document);

  std::string file_, source_;
  Options options_;
  std::unique_ptr<HostProcess> host_;  // none: started at the next call
  std::vector<Function> functions_;
  Isolation isolation_;
};

}  // namespace retable::models::outside

#endif  // RETABLE_MODELS_OUTSIDE_OUTSIDE_PROGRAMS_H_
