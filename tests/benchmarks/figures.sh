#!/bin/sh
# The measuring program is plain Python; Bazel 4 would ask for a toolchain of its own to run it as such.
exec /usr/bin/python3 tests/benchmarks/figures.py "$@"
