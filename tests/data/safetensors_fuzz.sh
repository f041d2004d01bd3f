#!/bin/bash
# Fuzzes the safetensors reader with libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer, from the committed
# corpus; exits 1 and leaves the file in crash-* if one breaks what safetensors_fuzz.h says. A minute of it is the test
# safetensors_libfuzzer_test. Run it from a checkout's root.
# Usage: tests/data/safetensors_fuzz.sh [SECONDS]      (60 by default)
set -eu -o pipefail
seconds=${1:-60}
command -v clang++-14 >/dev/null || {
  echo "fuzz: there is no clang++-14: run tools/setup" >&2
  exit 2
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/found"
clang++-14 -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -I. \
  tests/data/safetensors_fuzz.cc data/safetensors.cc data/safetensors_header.cc -o "$work/safetensors_fuzz"
"$work/safetensors_fuzz" -max_total_time="$seconds" -max_len=4096 -timeout=5 -rss_limit_mb=2048 -print_final_stats=1 \
  -artifact_prefix="${TEST_UNDECLARED_OUTPUTS_DIR:-.}/" \
  "$work/found" tests/data/safetensors_corpus
