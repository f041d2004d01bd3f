#!/bin/sh
# The report pages in a real browser: browser_test.sh PROGRAM-THAT-PRINTS-THE-HOSTILE-PAGE
set -e
"$1" >"$TEST_TMPDIR/hostile.html"
exec node tests/reports/browser_test.mjs "$TEST_TMPDIR/hostile.html"
