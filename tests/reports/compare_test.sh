#!/bin/bash
# //reports:compare on the committed results against edited copies of them: exit codes, text, files, flags.
set -u -o pipefail
compare=$PWD/reports/compare
desk=$PWD/results/desk
cd "$TEST_TMPDIR"
failures=0

# expect NAME CODE PATTERN [arguments...]: a line of its output or errors must match.
expect() {
  local name=$1 code=$2 pattern=$3 output got
  shift 3
  output=$("$compare" "$@" 2>&1)
  got=$?
  if [[ $got == "$code" ]] && grep -qE -- "$pattern" <<<"$output"; then
    echo "ok: $name"
  else
    echo "FAILED: $name: exit code $got (expected $code), or no line is like: $pattern"
    echo "$output"
    failures=$((failures + 1))
  fi
}

# edited FILE PYTHON: a copy of the committed results with `line` (text; its `number`, and that of
# the first `training`) edited, checksums made anew.
edited() {
  python3 - "$desk/results.jsonl" "$1" "$2" <<'PYTHON'
import hashlib
import sys

source, target, edit = sys.argv[1:]
opening = len('{"checksum":"') + 64 + len('",')
changed = 0
with open(source) as stream, open(target, "w") as out:
    lines = stream.readlines()
    training = next(number for number, line in enumerate(lines) if '"curve":[[0,6.' in line)
    for number, line in enumerate(lines):
        values = {"line": line.rstrip("\n"), "number": number, "training": training}
        exec(edit, values)
        if values["line"] is None:
            continue
        rest = values["line"][opening:]
        changed += rest + "\n" != line[opening:]
        out.write('{"checksum":"%s",%s\n' % (hashlib.sha256(("{" + rest).encode()).hexdigest(), rest))
assert changed > 0 or "None" in edit, "the edit changes nothing"
PYTHON
}

first_loss='line = line.replace("\"curve\":[[0,6.", "\"curve\":[[0,7.", 1) if number == training else line'
edited altered.jsonl "$first_loss" || exit 1
edited elsewhere.jsonl "$first_loss;line = line.replace('\"cpu\":\"', '\"cpu\":\"another ', 1)" || exit 1
edited part.jsonl 'is_training = "\"curve\":[[0,6." in line
line = None if is_training and "\"real_attention\"" in line and number % 31 == 0 else line' || exit 1
edited few.jsonl 'line = None if number % 8 else line' || exit 1

expect "the committed results agree with themselves" 0 "^A and B agree\.$" "$desk" "$desk"
expect "a folder and a file of it are the same" 0 "^\| runs measured \| ([0-9]+) of \1 \| \1 of \1 \| yes \|$" \
  "$desk" "$desk/results.jsonl"
expect "every table that both have is compared" 0 "^# injection/rules, scale desk: A = " "$desk" "$desk"
expect "other bits on the same machine do not agree" 1 "^- injection/[a-z_]+ \(desk\): 1 run should be equal bit for bit" \
  "$desk" altered.jsonl
expect "other bits on another machine agree" 0 "^Both have [0-9]+ runs: [0-9]+ equal bit for bit, 1 different\. .* 1\.0e\+00" \
  "$desk" elsewhere.jsonl
expect "runs that one side lacks are listed" 0 "^\| B \| real_attention \| [0-9]+ \| not run \|" "$desk" part.jsonl \
  --table=injection/patterns
expect "too few runs for a verdict do not agree" 1 \
  "^- injection/patterns \\(desk\\): Claim real_beats_shuffled is confirmed on A and " "$desk" few.jsonl

expect "--out writes Markdown and JSON" 0 "/both\.json$" "$desk" "$desk" --table=injection/rules --out=both.md
expect "--out prints the end only" 0 "^A and B agree\.$" "$desk" "$desk" --out=both.md
python3 - <<'PYTHON' || failures=$((failures + 1))
import json

comparison = json.load(open("both.json"))
assert comparison["schema"] == "comparison/1" and comparison["agree"] is True, comparison
shared = [s for s in comparison["tables"][0]["sections"] if s["id"] == "arms"]
assert all(row["p"] == "no head differs" and row["margin"] == 0 for row in shared[0]["rows"]), shared
assert open("both.md").read().startswith("# injection/"), "the Markdown"
PYTHON

expect "--help says what the exit codes mean" 0 "^Exit codes: 0 they agree; 1 " --help
expect "one set is refused" 2 "say which two sets of results.*got 1" "$desk"
expect "three sets are refused" 2 "got 3" "$desk" "$desk" "$desk"
expect "an unknown flag is refused" 2 "no flag is called '--tabel'; did you mean '--table'" "$desk" "$desk" --tabel=x
expect "an unknown table is refused" 2 "injection/paterns" "$desk" "$desk" --table=injection/paterns
expect "an unknown scale is refused" 2 "did you mean 'desk'" "$desk" "$desk" --scale=dask
expect "a scale named twice is refused" 2 "names one too" "$desk@desk" "$desk" --scale=desk
expect "an --out that is no .md is refused" 2 "ends with .md, not 'both.html'" "$desk" "$desk" --out=both.html
expect "a path where nothing is is refused" 2 "nothing at .*/nowhere: name an --out folder" "$desk" nowhere
expect "a scale that one has not is nothing in common" 2 "nothing in common at desk and smoke: A, .* has injection/patterns at desk" \
  "$desk@desk" "$desk@smoke"
sed '1s/"seed":[0-9]*/"seed":77/' "$desk/results.jsonl" >refused.jsonl
expect "an edited line is refused by the user's path" 2 "$TEST_TMPDIR/refused\.jsonl" "$desk" refused.jsonl
exit $((failures > 0))
