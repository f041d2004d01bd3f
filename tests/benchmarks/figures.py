"""The figures of docs/benchmarks.md, each measured in one run: bazel run //tests/benchmarks:figures [-- NAME...]

Names: peer, step, workers, store, reports (all of them by default). Prints Markdown. Wants a machine with nothing else to do:
speeds are ratios of commands that ran in turn, and medians of several rounds.
"""

import glob
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 7
STEPS, PASSES = 10, 3  # of the peer comparison: 30 steps timed a round, after a first pass of 10
RUNFILES = os.getcwd()  # `bazel run` starts programs in their runfiles
PYTHON = "/usr/bin/python3"  # Debian's, which has python3-torch
# What training/machine.cc asks of glibc, as a user of PyTorch can ask for it.
TUNED_MEMORY = {"GLIBC_TUNABLES": "glibc.malloc.mmap_threshold=1073741824:glibc.malloc.trim_threshold=1073741824"}


def path(name):
    return os.path.join(RUNFILES, name)


def run(command, **environment):
    """Standard output of a command."""
    result = subprocess.run(command, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True)
    if result.returncode != 0:
        sys.exit("%s failed with exit code %d" % (" ".join(command), result.returncode))
    return result.stdout


def on_one_core(command, **environment):
    return run(["taskset", "-c", "0"] + command, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", **environment)


def spread(values, digits=2):
    low, middle, high = min(values), statistics.median(values), max(values)
    return "%.*f (%.*f to %.*f)" % (digits, middle, digits, low, digits, high)


def rate(output):
    return output["tokens"] / output["seconds"]


def peer():
    """Tokens a second of ours and of the peer, in turn on one core."""
    arguments = [str(STEPS), str(PASSES)]
    ours, default, tuned = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(ROUNDS):
            ours.append(json.loads(on_one_core([path("tests/benchmarks/ours"), folder] + arguments)))
            script = [PYTHON, path("tests/benchmarks/peer.py"), folder] + arguments
            default.append(json.loads(on_one_core(script)))
            tuned.append(json.loads(on_one_core(script, **TUNED_MEMORY)))
    apart = max(abs(a - b) for a, b in zip(ours[0]["losses"], default[0]["losses"]))
    print("## Against PyTorch in Python, one core\n")
    print("The same weights, batches and optimiser; the losses of the first %d steps differ by at most %.1e.\n" %
          (STEPS, apart))
    print("| what | tokens/s | ours over it |\n| --- | --- | --- |")
    print("| ours | %s | |" % spread([rate(o) for o in ours], 0))
    for name, theirs in (("PyTorch, its defaults", default), ("PyTorch, memory tuned as ours", tuned)):
        ratios = [rate(o) / rate(t) for o, t in zip(ours, theirs)]
        print("| %s | %s | %s |" % (name, spread([rate(t) for t in theirs], 0), spread(ratios)))
    print()


def step():
    """The step, its matrix products alone, and steps with a held head."""
    benchmark = [path("tests/benchmarks/step"), "--benchmark_repetitions=%d" % ROUNDS,
                 "--benchmark_enable_random_interleaving=true", "--benchmark_min_time=1", "--benchmark_format=json"]
    rows = {}
    for row in json.loads(on_one_core(benchmark))["benchmarks"]:
        if row["run_type"] == "iteration":
            rows.setdefault(row["run_name"].split("/repeats")[0].split("/min_time")[0], []).append(row)
    print("## One step of the desk student, one core\n")
    print("| what | ms | GFLOP/s | time over a plain step |\n| --- | --- | --- | --- |")
    plain = statistics.median(row["cpu_time"] for row in rows["Step"])
    for name, repeats in rows.items():
        times = [row["cpu_time"] for row in repeats]
        print("| %s | %s | %s | %.2f |" % (name, spread(times, 1), spread([r["FLOP/s"] / 1e9 for r in repeats], 1),
                                           statistics.median(times) / plain))
    products = statistics.median(row["cpu_time"] for row in rows["Products"])
    print("\nFLOP/s of the step over FLOP/s of `at::mm` on its shapes: %.2f.\n" % (products / plain))


def copy_without_arms(source, target):
    """An --out folder with the artifacts, calibration and baselines of `source`, and no run of an arm."""
    shutil.copytree(os.path.join(source, "artifacts"), os.path.join(target, "artifacts"))
    os.makedirs(os.path.join(target, "results"))
    with open(os.path.join(target, "results", "copied.jsonl"), "w") as copied:
        for file in sorted(glob.glob(os.path.join(source, "results", "*.jsonl"))):
            with open(file) as lines:
                copied.writelines(line for line in lines if json.loads(line)["recipe"]["injection"] is None)


def workers():
    """Runs an hour with two workers and with one, and their memory: four runs of injection/patterns, scale desk.

    RETABLE_READY_OUT names an --out folder whose teacher and baselines are used; without it they are trained.
    """
    train = [path("training/train"), "--table=injection/patterns", "--scale=desk", "--seeds=1", "--blocks=1.0"]
    seconds = {1: [], 2: []}
    peaks = []
    with tempfile.TemporaryDirectory() as folder:
        ready = os.environ.get("RETABLE_READY_OUT")
        if not ready:
            ready = os.path.join(folder, "ready")
            run(train + ["--out=" + ready])
        for round_ in range(3):
            for count in (1, 2):
                out = os.path.join(folder, "%d-%d" % (round_, count))
                copy_without_arms(ready, out)
                before = os.times().elapsed
                run(train + ["--workers=%d" % count, "--out=" + out])
                seconds[count].append(os.times().elapsed - before)
                for file in glob.glob(os.path.join(out, "results", "*.jsonl")):
                    with open(file) as lines:
                        results = [json.loads(line) for line in lines]
                    peaks += [r["provenance"]["peak_mebibytes"] for r in results if r["recipe"]["injection"]]
    print("## Workers\n")
    print("Four runs of injection/patterns: one worker %s s, two workers %s s; runs an hour of two over one: %s.\n" %
          (spread(seconds[1], 0), spread(seconds[2], 0),
           spread([one / two for one, two in zip(seconds[1], seconds[2])])))
    print("Largest resident memory of a worker: %.0f MiB.\n" % max(peaks))


def store():
    """Opening a store of 100,000 results and reading the 500 that a large table reports."""
    print("## A store of 100,000 results\n\n```")
    print(run([path("tests/training/store_100k")]), end="")
    print("```\n")


def reports():
    """Seconds to write every report, of all formats, from 10,000 results."""
    with tempfile.TemporaryDirectory() as folder:
        made = run([path("tests/reports/store_10k"), folder]).strip()
        seconds = []
        for _ in range(3):
            began = time.monotonic()
            written = run([path("reports/regenerate"), "--out=" + folder]).splitlines()
            seconds.append(time.monotonic() - began)
        began = time.monotonic()
        verified = subprocess.run([path("reports/verify/verify_program"), "--out=" + folder], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True).stdout.strip()
        verifying = time.monotonic() - began
    print("## Reports\n")
    print("%s: %d files in %s s. By the second path, %.1f s: %s.\n" %
          (made, len(written), spread(seconds, 1), verifying, verified))


FIGURES = {"peer": peer, "step": step, "workers": workers, "store": store, "reports": reports}


def main():
    names = sys.argv[1:] or list(FIGURES)
    for name in names:
        if name not in FIGURES:
            sys.exit("no figure is called %s; there are %s" % (name, ", ".join(FIGURES)))
    for name in names:
        FIGURES[name]()
        sys.stdout.flush()


if __name__ == "__main__":
    main()
