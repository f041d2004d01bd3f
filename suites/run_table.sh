#!/bin/sh
# Trains what a table still lacks, then writes its report: run_table.sh TRAIN REPORT --table=ID [flags...]
#
# Both programs read the same flags. The first exit code that is not 0 passes through. Exit code 1 of TRAIN says that
# some runs failed by the machine: the report is written all the same, and says which. After anything else that is not 0
# (a wrong flag, Ctrl-C), and after --dry-run, --list and --help, there is no report.
train=$1
report=$2
shift 2

# Where this script is killed, the training is asked to stop: it keeps what is done, and ends within seconds.
if command -v setpriv >/dev/null; then
  setpriv --pdeathsig TERM "$train" "$@"
else
  "$train" "$@"
fi
code=$?
[ "$code" -le 1 ] || exit "$code"

for flag in "$@"; do
  case $flag in
    --dry-run | --list | --help) exit "$code" ;;
  esac
done
"$report" "$@" || exit $?
exit "$code"
