#!/bin/bash
# Fuzzes the safetensors reader with libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer, from the committed
# corpus; exits 1 and leaves the file in crash-* if one breaks what safetensors_fuzz.h says. Needs clang with its runtime
# (Debian: clang-14 and libclang-rt-14-dev); tools/setup does not install them. Run it from a checkout's root.
# Usage: tests/data/safetensors_fuzz.sh [SECONDS]      (60 by default)
set -eu -o pipefail
seconds=${1:-60}
compiler=$(command -v clang++-14 || command -v clang++) || {
  echo "fuzz: no clang++ here; install Debian's clang-14 and libclang-rt-14-dev" >&2
  exit 2
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/found"
"$compiler" -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -I. \
  tests/data/safetensors_fuzz.cc data/safetensors.cc data/safetensors_header.cc -o "$work/safetensors_fuzz"
"$work/safetensors_fuzz" -max_total_time="$seconds" -max_len=4096 -timeout=5 -rss_limit_mb=2048 -print_final_stats=1 \
  "$work/found" tests/data/safetensors_corpus
