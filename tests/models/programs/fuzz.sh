#!/bin/bash
# Fuzzes the parsers with libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer, from the committed corpus; exits 1
# and leaves the text in crash-* if one breaks what parse_fuzz.h says. A minute of it is the test parse_libfuzzer_test. Run
# it from a checkout's root.
# Usage: tests/models/programs/fuzz.sh [SECONDS]      (60 by default)
set -eu -o pipefail
seconds=${1:-60}
command -v clang++-14 >/dev/null || {
  echo "fuzz: there is no clang++-14: run tools/setup" >&2
  exit 2
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/models/programs" "$work/found"
(echo 'R"RULES('; cat models/programs/rules.txt; echo ')RULES"') >"$work/models/programs/rules.inc"
sources=(tests/models/programs/parse_fuzz.cc data/sha256.cc
  models/programs/{evaluate,features,lexer,library,parse,print,program,row_sparse,select,split,traits}.cc)
clang++-14 -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -I. -I"$work" \
  "${sources[@]}" -lcrypto -o "$work/parse_fuzz"
"$work/parse_fuzz" -max_total_time="$seconds" -max_len=4096 -timeout=5 -rss_limit_mb=2048 -print_final_stats=1 \
  -artifact_prefix="${TEST_UNDECLARED_OUTPUTS_DIR:-.}/" \
  "$work/found" tests/models/programs/corpus
