#!/bin/sh
# The script behind a table's target, with stand-ins for the two programs: train CODE, and a report that leaves a file.
script=$PWD/suites/run_table.sh
cd "$TEST_TMPDIR" || exit 2
failures=0

cat >train <<'EOF'
#!/bin/sh
echo "$@" >train.arguments
[ -z "$SLEEP" ] || exec sleep "$SLEEP"
exit "${TRAIN_CODE:-0}"
EOF
cat >report <<'EOF'
#!/bin/sh
echo "$@" >report.arguments
exit "${REPORT_CODE:-0}"
EOF
chmod +x train report

# expect NAME CODE REPORTED(yes|no) TRAIN_CODE REPORT_CODE [flags...]
expect() {
  name=$1 want=$2 reported=$3
  export TRAIN_CODE="$4" REPORT_CODE="$5"
  shift 5
  rm -f train.arguments report.arguments
  "$script" ./train ./report "$@"
  got=$?
  seen=no
  [ -e report.arguments ] && seen=yes
  if [ $got -eq "$want" ] && [ $seen = "$reported" ]; then
    echo "ok: $name"
  else
    echo "FAILED: $name: exit code $got (expected $want), report run: $seen (expected $reported)"
    failures=$((failures + 1))
  fi
}

expect "trains, then reports" 0 yes 0 0 --table=a/b --scale=smoke
[ "$(cat train.arguments)" = "--table=a/b --scale=smoke" ] || failures=$((failures + 1))
[ "$(cat report.arguments)" = "--table=a/b --scale=smoke" ] || failures=$((failures + 1))
expect "a run that the machine broke is reported, and its exit code stays" 1 yes 1 0 --table=a/b
expect "a wrong flag stops before the report" 2 no 2 0 --table=a/b --wrong
expect "an interruption stops before the report" 130 no 130 0 --table=a/b
expect "a violated ledger is an error" 1 yes 0 1 --table=a/b
expect "--dry-run writes no report" 0 no 0 0 --table=a/b --dry-run
expect "--list writes no report" 0 no 0 0 --table=a/b --list
expect "--help writes no report" 0 no 0 0 --table=a/b --help

# The training stops when the script is killed. `exec sleep` keeps the process number of the stand-in.
cat >train <<'EOF'
#!/bin/sh
echo $$ >train.pid
exec sleep 60
EOF
rm -f train.pid
"$script" ./train ./report --table=a/b &
pid=$!
tries=0
while [ ! -s train.pid ] && [ $tries -lt 100 ]; do
  sleep 0.1
  tries=$((tries + 1))
done
kill -KILL $pid
wait $pid 2>/dev/null
tries=0
while kill -0 "$(cat train.pid)" 2>/dev/null && [ $tries -lt 100 ]; do
  sleep 0.1
  tries=$((tries + 1))
done
if kill -0 "$(cat train.pid)" 2>/dev/null; then
  echo "FAILED: training goes on after its script was killed"
  kill "$(cat train.pid)"
  failures=$((failures + 1))
else
  echo "ok: training stops when its script is killed"
fi
exit $failures
