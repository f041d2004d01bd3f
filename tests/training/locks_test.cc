#include "training/locks.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/faults/folder.h"

namespace retable::training {
namespace {

const std::string kOne(64, '1');
const std::string kTwo(64, '2');

TEST(LocksTest, AKeyHasOneHolderAtATimeAndOtherKeysAreFree) {
  const faults::Folder out;
  std::optional<KeyLock> first = KeyLock::Try(out.path(), kOne);
  ASSERT_TRUE(first.has_value());
  EXPECT_FALSE(KeyLock::Try(out.path(), kOne).has_value());
  EXPECT_TRUE(KeyLock::Try(out.path(), kTwo).has_value());
  first.reset();
  EXPECT_TRUE(KeyLock::Try(out.path(), kOne).has_value());
}

TEST(LocksTest, TheLockOfAProcessThatIsKilledIsFree) {
  const faults::Folder out;
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    const KeyLock lock = KeyLock::Wait(out.path(), kOne);
    if (write(ready[1], "r", 1) != 1) _exit(1);
    pause();
  }
  char byte;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_FALSE(KeyLock::Try(out.path(), kOne).has_value());
  kill(child, SIGKILL);
  const KeyLock lock = KeyLock::Wait(out.path(), kOne);
  waitpid(child, nullptr, 0);
}

}  // namespace
}  // namespace retable::training
