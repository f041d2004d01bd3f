#!/bin/bash
# Killing the real program at random moments, and starting it again, gives the same bytes of report as leaving it
# alone: injection/patterns at scale smoke, kill -9 of the program and its workers.
set -eu
train=$1
report=$2
flags=(--table=injection/patterns --scale=smoke)
undisturbed=$TEST_TMPDIR/undisturbed
killed=$TEST_TMPDIR/killed

"$train" "${flags[@]}" --out="$undisturbed" >"$TEST_TMPDIR/undisturbed.log" 2>&1
"$report" "${flags[@]}" --out="$undisturbed" >/dev/null

# Kills come after 1 to 8 seconds: while text is made, while the teacher trains, and between runs.
RANDOM=${SEED:-7}
kills=0
for _ in 1 2 3 4; do
  "$train" "${flags[@]}" --out="$killed" >>"$TEST_TMPDIR/killed.log" 2>&1 &
  sleep "$((1 + RANDOM % 8)).$((RANDOM % 10))"
  if kill -9 $! 2>/dev/null; then kills=$((kills + 1)); fi
  wait $! 2>/dev/null || true
done
[ "$kills" -gt 0 ] || { echo "every attempt ended before it was killed"; exit 1; }
"$train" "${flags[@]}" --out="$killed" >>"$TEST_TMPDIR/killed.log" 2>&1
"$report" "${flags[@]}" --out="$killed" >/dev/null

for file in patterns.md patterns.json; do
  cmp "$undisturbed/reports/smoke/injection/$file" "$killed/reports/smoke/injection/$file"
done
echo "$kills kills, the same reports"
