#!/bin/bash
# What compact writes beside results: preregistrations are added to, and never lost.
# Usage: compact_test.sh COMPACT
set -eu
compact=$PWD/$1
published=$PWD/results/desk
out=$TEST_TMPDIR/out
failures=0

mkdir -p "$out/results"
cp -rL "$published/results.jsonl" "$published/preregistrations" "$out/results"
chmod -R u+w "$out"
rules=preregistrations/injection/rules.desk.json

run() { "$compact" --out="$out" --to="$1/results.jsonl" >"$TEST_TMPDIR/log" 2>&1; }

# expect NAME COMMAND...
expect() {
  local name=$1
  shift
  if "$@"; then echo "ok: $name"; else
    echo "FAILED: $name"
    cat "$TEST_TMPDIR/log"
    failures=1
  fi
}

# Changes a file of records: edit FILE PYTHON, where `records` is its list and `others` that of another table.
edit() {
  python3 -c 'import json, sys
others = json.load(open(sys.argv[3]))["records"]
whole = json.load(open(sys.argv[1]))
records = whole["records"]
exec(sys.argv[2])
json.dump(whole, open(sys.argv[1], "w"))' "$@" "$published/preregistrations/injection/patterns.desk.json"
}

# holds FILE PYTHON: whether that is true of the file's `records`.
holds() {
  python3 -c 'import json, sys
records = json.load(open(sys.argv[1]))["records"]
sys.exit(not eval(sys.argv[2]))' "$@"
}

fresh=$TEST_TMPDIR/fresh
expect "an empty folder takes everything" run "$fresh"
expect "its results are all there, in the committed order" cmp "$published/results.jsonl" "$fresh/results.jsonl"
expect "its preregistrations are those of --out" diff -r "$out/results/preregistrations" "$fresh/preregistrations"

cp "$fresh/$rules" "$TEST_TMPDIR/once"
expect "the same again" run "$fresh"
expect "changes nothing" cmp "$TEST_TMPDIR/once" "$fresh/$rules"

older=$TEST_TMPDIR/older
mkdir -p "$older"
cp -r "$fresh/preregistrations" "$older"
edit "$older/$rules" 'records[:] = others[:1]; records[0]["commit"] = "older"'
expect "a folder with another record takes the results" run "$older"
expect "the record that was first stays first" holds "$older/$rules" 'records[0]["commit"] == "older"'
count=$(python3 -c 'import json, sys; print(len(json.load(open(sys.argv[1]))["records"]))' "$out/results/$rules")
expect "the new ones follow it" holds "$older/$rules" "len(records) == 1 + $count and records[1]['content'] != records[0]['content']"
expect "once more" run "$older"
expect "adds nothing" holds "$older/$rules" "len(records) == 1 + $count"

same=$TEST_TMPDIR/same
mkdir -p "$same"
cp -r "$fresh/preregistrations" "$same"
edit "$same/$rules" 'del records[1:]; records[0].update(commit="another", note="of another machine")'
edit "$out/results/$rules" 'del records[1:]'
expect "a folder with the same claims takes the results" run "$same"
expect "and its record alone is enough" holds "$same/$rules" 'len(records) == 1 and records[0]["note"] == "of another machine"'

blocked=$TEST_TMPDIR/blocked
mkdir -p "$blocked/results.jsonl"
cp -r "$older/preregistrations" "$blocked"
edit "$blocked/$rules" 'del records[1:]'
refused() { ! run "$blocked"; }
expect "results that cannot be written are an error" refused
expect "and leave the preregistrations as they were" holds "$blocked/$rules" 'len(records) == 1'

"$compact" --help >"$TEST_TMPDIR/log"
expect "the help names the published layout" grep -q 'results/desk/results.jsonl' "$TEST_TMPDIR/log"
exit $failures
