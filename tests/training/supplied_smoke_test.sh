#!/bin/bash
# A program of the user's own, from the flag to the report, beside the plain table's, which stays as it was.
set -eu
train=$1
report=$2
out=$TEST_TMPDIR/out
flags=(--table=injection/patterns --scale=smoke --out="$out")
"$train" "${flags[@]}" --blocks=0.0 --seeds=1 >"$TEST_TMPDIR/train.log" 2>&1
"$report" "${flags[@]}" >/dev/null
records=$out/results/preregistrations/injection
reports=$out/reports/smoke/injection
before=$(cat "$records/patterns.smoke.json" "$reports/patterns.md")

program='all(id[-1] = query.id)'
"$train" "${flags[@]}" --blocks=0.0 --seeds=1 --program="$program" >"$TEST_TMPDIR/train.log" 2>&1
"$report" "${flags[@]}" --program="$program" >"$TEST_TMPDIR/report.log"
cat "$TEST_TMPDIR/report.log"
grep -q "3 of 3 done" "$TEST_TMPDIR/train.log" # the two arms, and the measures of the pattern
page=$(echo "$reports"/patterns+supplied_*.md)
grep -q "supplied program, wrong documents" "$page"
grep -q "The supplied pattern speeds training up more than" "$page"
grep -qF -- "bazel run //suites:injection_patterns -- --scale=smoke --program='$program'" "$page"
[ "$before" = "$(cat "$records/patterns.smoke.json" "$reports/patterns.md")" ]
[ "$(find "$records" -name 'patterns*' | wc -l)" -eq 2 ]
