#!/bin/bash
# Regenerating the published reports gives the committed bytes under any locale, time zone and umask, from any folder.
# Usage: regenerate_test.sh REGENERATE
set -eu
regenerate=$PWD/$1
results=$PWD/results
failures=0

# regenerates NAME VARIABLES...: in a copy of the published results.
regenerates() {
  local name=$1 workspace=$TEST_TMPDIR/$1
  shift
  mkdir -p "$workspace"
  cp -rL "$results" "$workspace/results"
  chmod -R u+w "$workspace"
  # What is to be made again must not be there before.
  find "$workspace/results" -path '*/reports/*' -type f -delete
  find "$workspace/results" -maxdepth 1 -name '*.html' -delete
  (cd "$TEST_TMPDIR" && env BUILD_WORKSPACE_DIRECTORY="$workspace" "$@" "$regenerate" >"$workspace/log" 2>&1) ||
    { echo "FAILED: $name: regenerate ended with $?"; cat "$workspace/log"; failures=1; return; }
  if diff -rq "$results" "$workspace/results"; then
    echo "ok: $name gives the committed bytes"
  else
    echo "FAILED: $name gives other bytes than the committed ones: bazel run //reports:regenerate"
    failures=1
  fi
}

regenerates plain LC_ALL=C.UTF-8
regenerates german LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 LANGUAGE=de TZ=Pacific/Kiritimati
regenerates turkish LC_ALL=tr_TR.UTF-8 LANG=tr_TR.UTF-8 TZ=America/St_Johns
regenerates posix LC_ALL=POSIX TZ=UTC PYTHONHASHSEED=123 MALLOC_PERTURB_=85
exit $failures
