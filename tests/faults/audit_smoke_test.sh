#!/bin/bash
# What scale smoke trains, the audit trains again to the same bits; an unknown flag and an empty folder are refused.
set -eu
train=$1
audit=$2
out=$TEST_TMPDIR/out
"$train" --table=injection/patterns --scale=smoke --blocks=0.0 --seeds=1 --out="$out" >"$TEST_TMPDIR/train.log" 2>&1

"$audit" --results="$out/results" --sample=3 --seed=1 >"$TEST_TMPDIR/audit.log"
cat "$TEST_TMPDIR/audit.log"
[ "$(grep -c ': the same bits$' "$TEST_TMPDIR/audit.log")" -eq 3 ]

expect_refusal() {
  sentence=$1
  shift
  code=0
  "$audit" "$@" >/dev/null 2>"$TEST_TMPDIR/refusal.log" || code=$?
  grep -q "$sentence" "$TEST_TMPDIR/refusal.log" || { cat "$TEST_TMPDIR/refusal.log"; exit 1; }
  [ "$code" -eq 2 ]
}
expect_refusal "nothing to audit" --results="$TEST_TMPDIR/none"
expect_refusal "sample" --results="$out/results" --sample=0
expect_refusal "smaple" --smaple=3
