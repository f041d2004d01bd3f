#!/bin/sh
# Trains what a table still lacks, then writes its report: run_table.sh RUN REPORT --table=ID [flags...]
# Both programs read the same flags. The first one's exit code passes through when it is not 0 (a wrong flag, a failed
# run, Ctrl-C), and then, as after --dry-run and --list, no report is written.
run=$1
report=$2
shift 2
"$run" "$@" || exit $?
for flag in "$@"; do
  case $flag in
    --dry-run | --dry-run=* | --dry_run | --dry_run=* | --list | --list=*) exit 0 ;;
  esac
done
exec "$report" "$@"
