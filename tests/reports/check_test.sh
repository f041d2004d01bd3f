#!/bin/bash
# //reports:check on the committed results with other expectations: exit codes, text, JUnit XML.
set -u -o pipefail
check=$PWD/reports/check
failures=0

# expect NAME CODE PATTERN [flags...]: a line of its output or errors must match.
expect() {
  local name=$1 code=$2 pattern=$3 output got
  shift 3
  output=$("$check" "$@" 2>&1)
  got=$?
  if [[ $got == "$code" ]] && grep -qE -- "$pattern" <<<"$output"; then
    echo "ok: $name"
  else
    echo "FAILED: $name: exit code $got (expected $code), or no line is like: $pattern"
    echo "$output"
    failures=$((failures + 1))
  fi
}

# edited NAME SED: the committed expectations, edited, in a file; prints its path.
edited() {
  local file=$TEST_TMPDIR/$1.json
  sed -E "$2" results/desk/expected.json >"$file"
  if cmp -s "$file" results/desk/expected.json; then
    echo "FAILED: the edit '$2' changes nothing" >&2
  fi
  echo "$file"
}

# Every element and attribute of the JUnit file, read by another program.
junit_counts() {
  python3 - "$1" <<'PYTHON'
import sys
import xml.etree.ElementTree

root = xml.etree.ElementTree.parse(sys.argv[1]).getroot()
cases = list(root.iter("testcase"))
print(root.tag, len(cases), *(len(list(root.iter(tag))) for tag in ("failure", "error", "skipped")))
assert int(root.get("tests")) == len(cases)
assert sum(int(suite.get("tests")) for suite in root) == len(cases)
PYTHON
}

claims=$("$check" | sed -nE 's/^([0-9]+) claims: .*/\1/p')
expect "the committed results meet the committed expectations" 0 "^[0-9]+ claims: $claims as expected$"
expect "--help says what the exit codes mean" 0 "^Exit codes: 0 " --help
expect "an unknown flag is refused" 2 "no flag is called '--expect'; did you mean '--expected'" --expect=x
expect "a folder that is not there is refused" 2 "no folder .*/nothing/results" --out="$TEST_TMPDIR/nothing"
expect "expectations that are not there are refused" 2 "cannot .*nothing.json" --expected="$TEST_TMPDIR/nothing.json"

echo '{"tables": ' >"$TEST_TMPDIR/torn.json"
expect "expectations that are no JSON are refused" 2 "torn.json: is no JSON: .*line 2" --expected="$TEST_TMPDIR/torn.json"
expect "an unknown verdict is refused with its place" 2 \
  "verdict.json: tables > injection/patterns > real_beats_shuffled: no verdict is called" \
  --expected="$(edited verdict 's/("real_beats_shuffled": )"confirmed"/\1"confirmt"/')"
expect "a claim without expectation is broken" 2 "^  broken +real_beats_shuffled +confirmed; nothing expected" \
  --expected="$(edited unlisted '/real_beats_shuffled/d')"
expect "an expectation without claim is broken" 2 "did you mean 'real_beats_shuffled'" \
  --expected="$(edited renamed 's/real_beats_shuffled/real_beats_shufled/')"

junit=$TEST_TMPDIR/check.xml
expect "inconclusive where a confirmation is expected" 3 "^  inconclusive +quarter_beats_best_fit" \
  --junit="$junit" --expected="$(edited inconclusive '/quarter_beats_best_fit/,/}/s/"inconclusive"/"confirmed"/')"
[[ $(junit_counts "$junit") == "testsuites $claims 0 0 1" ]] || { junit_counts "$junit"; failures=$((failures + 1)); }
expect "smaller than expected fails" 1 "^  smaller +real_beats_uniform" \
  --junit="$junit" --expected="$(edited smaller '/real_beats_uniform/,/}/s/"confirmed, smaller"/"confirmed"/')"
[[ $(junit_counts "$junit") == "testsuites $claims 1 0 0" ]] || { junit_counts "$junit"; failures=$((failures + 1)); }
doubtful='s/("real_beats_shuffled": )"confirmed"/\1{"verdict": "inconclusive", "reason": "a <doubt> \& a \\"half\\""}/'
expect "better than expected fails where strict" 4 "^  outdated +real_beats_shuffled" \
  --junit="$junit" --expected="$(edited outdated "$doubtful")"
[[ $(junit_counts "$junit") == "testsuites $claims 1 0 0" ]] || { junit_counts "$junit"; failures=$((failures + 1)); }
expect "better than expected passes where not strict" 0 "1 better$" \
  --expected="$(edited better "$doubtful;s/\"strict\": true/\"strict\": false/")"

mkdir -p "$TEST_TMPDIR/part/results"
head -n 100 results/desk/results.jsonl >"$TEST_TMPDIR/part/results/part.jsonl"
expect "an unknown scale is refused" 2 "'huge'" \
  --scale=huge --out="$TEST_TMPDIR/part" --expected=results/desk/expected.json
expect "a part of the runs is no evidence" 3 "^  no evidence " \
  --out="$TEST_TMPDIR/part" --expected=results/desk/expected.json
sed '1s/"seed":[0-9]*/"seed":77/' results/desk/results.jsonl >"$TEST_TMPDIR/part/results/part.jsonl"
expect "an edited line is refused" 2 "^retable: .*part.jsonl" \
  --out="$TEST_TMPDIR/part" --expected=results/desk/expected.json

# in_terminal: its output, where standard output is a terminal.
in_terminal() { python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' env "$@" "$check"; }
# coloured yes|no COMMAND...
coloured() {
  local want=$1 got=no
  shift
  [[ $("$@") == *$'\033'* ]] && got=yes
  [[ $got == "$want" ]] || { echo "FAILED: colour: $got (expected $want) of: $*"; failures=$((failures + 1)); }
}
coloured no "$check"
coloured yes in_terminal
coloured no in_terminal NO_COLOR=1
exit $((failures > 0))
