#!/bin/bash
# Regenerating the published reports gives the committed bytes under any locale, time zone and hash seed, from any
# folder; and without node, all of them but the figures.
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

# Builds a locale in a folder of the test's own, since machines seldom have any; and sees that C code loads it. Its
# numbers have a decimal comma.
export LOCPATH=$TEST_TMPDIR/locales
locale_of() {
  local name=$1
  mkdir -p "$LOCPATH"
  localedef -i "$name" -f UTF-8 "$LOCPATH/$name.UTF-8" >"$TEST_TMPDIR/log" 2>&1 || true
  [[ $(LC_ALL=$name.UTF-8 locale decimal_point 2>&1) == , ]] && return
  echo "FAILED: there is no locale $name to test with; tools/setup installs its source, the package locales"
  cat "$TEST_TMPDIR/log"
  failures=1
}
locale_of de_DE
locale_of tr_TR

# A node whose hash tables and random numbers start elsewhere.
mkdir -p "$TEST_TMPDIR/bin"
printf '#!/bin/sh\nexec "%s" --hash-seed=77 --random-seed=77 "$@"\n' "$(command -v node)" >"$TEST_TMPDIR/bin/node"
chmod +x "$TEST_TMPDIR/bin/node"

regenerates plain LC_ALL=C.UTF-8
regenerates german LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 LANGUAGE=de TZ=Pacific/Kiritimati
regenerates turkish LC_ALL=tr_TR.UTF-8 LANG=tr_TR.UTF-8 TZ=America/St_Johns
regenerates posix LC_ALL=POSIX TZ=UTC PATH="$TEST_TMPDIR/bin:$PATH" MALLOC_PERTURB_=85

# Without node: exit code 1, a word about it, and every committed file that is no figure.
without_node() {
  local workspace=$TEST_TMPDIR/without_node code=0
  mkdir -p "$workspace"
  cp -rL "$results" "$workspace/results"
  chmod -R u+w "$workspace"
  find "$workspace/results" -path '*/reports/*' -type f -delete
  env BUILD_WORKSPACE_DIRECTORY="$workspace" PATH="$TEST_TMPDIR" "$regenerate" >"$workspace/log" 2>&1 || code=$?
  if [[ $code == 1 ]] && grep -q 'not drawn: .*\.svg: cannot start node' "$workspace/log" &&
    diff -rq --exclude='*.svg' "$results" "$workspace/results"; then
    echo "ok: without node all but the figures is there"
  else
    echo "FAILED: without node: exit code $code"
    cat "$workspace/log"
    failures=1
  fi
}
without_node
exit $failures
