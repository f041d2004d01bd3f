#include "models/programs/key_set.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "data/random.h"

namespace retable::models::programs {
namespace {

TEST(KeySetTest, GivesBackInOrderWhatWentInAndIsEmptyThen) {
  data::Random random(data::StreamKey(1, "key_set_test"));
  for (const int size : {1, 63, 64, 65, 128, 4096, 10'000}) {
    KeySet keys;
    keys.Reset(size);
    std::vector<std::int32_t> drained(size);
    for (int round = 0; round < 200; ++round) {
      std::set<std::int32_t> expected;
      for (int k = static_cast<int>(random.Below(4)); k > 0; --k) {
        const auto first = static_cast<std::int32_t>(random.Below(size));
        const auto count = static_cast<std::int32_t>(1 + random.Below(size - first));
        std::vector<std::int32_t> every_third;
        for (std::int32_t key = first; key < first + count; key += 3) every_third.push_back(key);
        if (k == 1) keys.Add(first);
        if (k == 2) keys.AddRun(first, count);
        if (k == 3) keys.AddList(every_third);
        if (k == 1) expected.insert(first);
        for (std::int32_t key = first; k == 2 && key < first + count; ++key) expected.insert(key);
        if (k == 3) expected.insert(every_third.begin(), every_third.end());
      }
      const std::size_t count = keys.Drain(drained.data());
      ASSERT_EQ(std::vector(drained.begin(), drained.begin() + static_cast<long>(count)),
                std::vector(expected.begin(), expected.end()));
      ASSERT_EQ(keys.Drain(drained.data()), 0U);
    }
  }
}

}  // namespace
}  // namespace retable::models::programs
