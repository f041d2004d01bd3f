// What a stranger's process may do: compute, and talk on the descriptors that it was given. Everything here
// is called between fork and exec, and allocates nothing.
//
// Layers, each sufficient against most of what a careless program does, and together against what a hostile
// one tries. The first three hold on every Linux that retable runs on; what of the others the kernel (or the
// container) refuses is reported, not ignored:
//   session       of its own, without a terminal; killed when its parent dies
//   limits        setrlimit(2): address space, processor seconds, threads, open files; no bytes written, no
//                 core file
//   privileges    none to gain (no_new_privs), none kept (capability bounding set emptied)
//   namespaces    unshare(2): user, network (without any interface), System V IPC; no user is mapped, so that
//                 none can be made from inside
//   system calls  a seccomp(2) filter: no other process (fork, kill, ptrace), no socket, no change to a file
//                 or folder (open to write, unlink, rename, chmod, ...), no ioctl, no io_uring
//
// Not prevented: reading what the user may read. Nothing of it can leave but through the answers.
#ifndef RETABLE_MODELS_OUTSIDE_SANDBOX_H_
#define RETABLE_MODELS_OUTSIDE_SANDBOX_H_

#include <sys/types.h>

namespace retable::models::outside {

struct Limits {
  double call_seconds = 10;     // wall clock, one program on one document
  double load_seconds = 60;     // wall clock, start of Python and import of the file
  int cpu_seconds = 3600;       // of the processor, one process; what remains if nobody is left to kill it
  int memory_mib = 2048;        // address space, Python and numpy included
  int threads = 64;             // of the user's in this user namespace
  int max_tokens = 1024;        // of a document
  int kept_output_bytes = 500;  // of what a program prints, for the reason of its refusal
};

// Which of the layers hold that a kernel may refuse.
struct Isolation {
  bool namespaces = false;
  bool system_calls = false;
};

// All layers but the last. `parent`: the process whose death ends this one. False: the limits could not be
// set, and nothing of a stranger must run.
bool Confine(const Limits& limits, pid_t parent, Isolation* isolation);

// The last layer, from here on: exec is still allowed.
bool FilterSystemCalls();

}  // namespace retable::models::outside

#endif  // RETABLE_MODELS_OUTSIDE_SANDBOX_H_
