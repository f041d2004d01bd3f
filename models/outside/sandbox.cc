#include "models/outside/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <iterator>

namespace retable::models::outside {
namespace {

#if defined(__x86_64__)
constexpr __u32 kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr __u32 kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr __u32 kArchitecture = 0;
#endif

struct Denied {
  int call;
  int error;  // what it fails with
};

// ENOSYS sends the C library to an older call, which the filter can look into; ENOTTY says "no terminal".
constexpr Denied kDenied[] = {
    // Other processes.
    {SYS_clone3, ENOSYS},
    {SYS_kill, EPERM},
    {SYS_tkill, EPERM},
    {SYS_tgkill, EPERM},
    {SYS_rt_sigqueueinfo, EPERM},
    {SYS_rt_tgsigqueueinfo, EPERM},
    {SYS_pidfd_open, EPERM},
    {SYS_pidfd_send_signal, EPERM},
    {SYS_pidfd_getfd, EPERM},
    {SYS_ptrace, EPERM},
    {SYS_process_vm_readv, EPERM},
    {SYS_process_vm_writev, EPERM},
    {SYS_process_madvise, EPERM},
    {SYS_setpriority, EPERM},
    {SYS_ioprio_set, EPERM},
    {SYS_sched_setaffinity, EPERM},
    {SYS_sched_setattr, EPERM},
    {SYS_sched_setparam, EPERM},
    {SYS_sched_setscheduler, EPERM},
    {SYS_migrate_pages, EPERM},
    {SYS_move_pages, EPERM},
    {SYS_setsid, EPERM},
    {SYS_setpgid, EPERM},
    // The network, and memory that outlives the process.
    {SYS_socket, EPERM},
    {SYS_socketpair, EPERM},
    {SYS_shmget, EPERM},
    {SYS_semget, EPERM},
    {SYS_msgget, EPERM},
    {SYS_mq_open, EPERM},
    {SYS_memfd_create, EPERM},
    // Files and folders.
    {SYS_flock, EPERM},
    {SYS_openat2, ENOSYS},
    {SYS_truncate, EPERM},
    {SYS_ftruncate, EPERM},
    {SYS_fallocate, EPERM},
    {SYS_unlinkat, EPERM},
    {SYS_renameat2, EPERM},
    {SYS_mkdirat, EPERM},
    {SYS_linkat, EPERM},
    {SYS_symlinkat, EPERM},
    {SYS_mknodat, EPERM},
    {SYS_fchmod, EPERM},
    {SYS_fchmodat, EPERM},
    {SYS_fchown, EPERM},
    {SYS_fchownat, EPERM},
    {SYS_utimensat, EPERM},
    {SYS_setxattr, EPERM},
    {SYS_lsetxattr, EPERM},
    {SYS_fsetxattr, EPERM},
    {SYS_removexattr, EPERM},
    {SYS_lremovexattr, EPERM},
    {SYS_fremovexattr, EPERM},
    {SYS_open_by_handle_at, EPERM},
    // The kernel itself, and ways round this filter.
    {SYS_ioctl, ENOTTY},
    {SYS_io_uring_setup, ENOSYS},
    {SYS_unshare, EPERM},
    {SYS_setns, EPERM},
    {SYS_mount, EPERM},
    {SYS_umount2, EPERM},
    {SYS_pivot_root, EPERM},
    {SYS_bpf, EPERM},
    {SYS_perf_event_open, EPERM},
    {SYS_userfaultfd, EPERM},
    {SYS_keyctl, EPERM},
    {SYS_add_key, EPERM},
    {SYS_request_key, EPERM},
#if defined(__x86_64__)  // older forms of the same, which newer architectures do without
    {SYS_fork, EPERM},
    {SYS_vfork, EPERM},
    {SYS_creat, EPERM},
    {SYS_unlink, EPERM},
    {SYS_rename, EPERM},
    {SYS_renameat, EPERM},
    {SYS_rmdir, EPERM},
    {SYS_mkdir, EPERM},
    {SYS_link, EPERM},
    {SYS_symlink, EPERM},
    {SYS_mknod, EPERM},
    {SYS_chmod, EPERM},
    {SYS_chown, EPERM},
    {SYS_lchown, EPERM},
    {SYS_utime, EPERM},
    {SYS_utimes, EPERM},
    {SYS_futimesat, EPERM},
#endif
};

constexpr __u32 Error(int number) { return SECCOMP_RET_ERRNO | (number & SECCOMP_RET_DATA); }
constexpr sock_filter Load(__u32 offset) { return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset); }
constexpr sock_filter Return(__u32 value) { return BPF_STMT(BPF_RET | BPF_K, value); }
constexpr sock_filter SkipUnless(__u32 value, __u8 skipped) {
  return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped);
}
constexpr sock_filter SkipUnlessAny(__u32 bits, __u8 skipped) {
  return BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, skipped);
}
// The low half of an argument: flags lie there (little-endian).
constexpr __u32 Argument(int number) { return offsetof(seccomp_data, args) + 8 * number; }

struct Filter {
  sock_filter steps[2 * std::size(kDenied) + 64];
  unsigned short size = 0;

  constexpr void Add(sock_filter step) { steps[size++] = step; }
};

// What an argument of a call must or must not be; the call fails otherwise.
constexpr void DenyFlags(Filter& filter, int call, int argument, __u32 flags) {
  filter.Add(SkipUnless(call, 4));
  filter.Add(Load(Argument(argument)));
  filter.Add(SkipUnlessAny(flags, 1));
  filter.Add(Return(Error(EPERM)));
  filter.Add(Return(SECCOMP_RET_ALLOW));
}

constexpr void RequireFlag(Filter& filter, int call, int argument, __u32 flag) {
  filter.Add(SkipUnless(call, 4));
  filter.Add(Load(Argument(argument)));
  filter.Add(SkipUnlessAny(flag, 1));
  filter.Add(Return(SECCOMP_RET_ALLOW));
  filter.Add(Return(Error(EPERM)));
}

constexpr void RequireValue(Filter& filter, int call, int argument, __u32 value) {
  filter.Add(SkipUnless(call, 4));
  filter.Add(Load(Argument(argument)));
  filter.Add(SkipUnless(value, 1));
  filter.Add(Return(SECCOMP_RET_ALLOW));
  filter.Add(Return(Error(EPERM)));
}

constexpr void DenyValue(Filter& filter, int call, int argument, __u32 value) {
  filter.Add(SkipUnless(call, 4));
  filter.Add(Load(Argument(argument)));
  filter.Add(SkipUnless(value, 1));
  filter.Add(Return(Error(EPERM)));
  filter.Add(Load(offsetof(seccomp_data, nr)));
}

constexpr __u32 kOpenToChange = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
// System calls newer than those looked through here; from 424 on all architectures share their numbers.
constexpr __u32 kFirstUnknown = 450;

constexpr Filter MakeFilter() {
  Filter filter{};
  filter.Add(Load(offsetof(seccomp_data, arch)));
  filter.Add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0));
  filter.Add(Return(SECCOMP_RET_KILL_PROCESS));
  filter.Add(Load(offsetof(seccomp_data, nr)));
  // Those of x86-64's x32 interface too.
  filter.Add(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kFirstUnknown, 0, 1));
  filter.Add(Return(Error(ENOSYS)));
#if defined(__x86_64__)
  DenyFlags(filter, SYS_open, 1, kOpenToChange);
#endif
  DenyFlags(filter, SYS_openat, 2, kOpenToChange);
  RequireFlag(filter, SYS_clone, 0, CLONE_THREAD);
  RequireValue(filter, SYS_prlimit64, 0, 0);  // its own limits
  // Signals to whom one likes, when a pipe becomes readable.
  DenyValue(filter, SYS_fcntl, 1, F_SETOWN);
  DenyValue(filter, SYS_fcntl, 1, F_SETOWN_EX);
  DenyValue(filter, SYS_fcntl, 1, F_SETSIG);
  for (const Denied& denied : kDenied) {
    filter.Add(SkipUnless(denied.call, 1));
    filter.Add(Return(Error(denied.error)));
  }
  filter.Add(Return(SECCOMP_RET_ALLOW));
  return filter;
}

constexpr Filter kFilter = MakeFilter();

bool Limit(int resource, rlim_t most) {
  const rlimit limit = {.rlim_cur = most, .rlim_max = most};
  if (setrlimit(static_cast<__rlimit_resource>(resource), &limit) == 0) return true;
  // A lower limit that stands already may be kept.
  rlimit found;
  return getrlimit(static_cast<__rlimit_resource>(resource), &found) == 0 && found.rlim_max <= most;
}

bool SetLimits(const Limits& limits) {
  return Limit(RLIMIT_AS, static_cast<rlim_t>(limits.memory_mib) << 20) &&
         Limit(RLIMIT_CPU, limits.cpu_seconds) && Limit(RLIMIT_NPROC, limits.threads) &&
         Limit(RLIMIT_NOFILE, 64) && Limit(RLIMIT_FSIZE, 0) && Limit(RLIMIT_CORE, 0) &&
         Limit(RLIMIT_MEMLOCK, 0) && Limit(RLIMIT_MSGQUEUE, 0);
}

}  // namespace

bool Confine(const Limits& limits, pid_t parent, Isolation* isolation) {
  setsid();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  isolation->namespaces = unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC) == 0;
  for (int capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0; ++capability) {
  }
  // After unshare, which forgets the signal.
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (getppid() != parent) return false;
  return SetLimits(limits) && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

bool FilterSystemCalls() {
  if (kArchitecture == 0) return false;
  const sock_fprog program = {.len = kFilter.size, .filter = const_cast<sock_filter*>(kFilter.steps)};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

}  // namespace retable::models::outside
