# Programs that fail, each in its own way, between two that do not: those must come out whole.
import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time

import numpy as np


def _size(sentence, tokenizer):
    return len(tokenizer(sentence).input_ids)


def before(sentence, tokenizer):
    return "before", np.eye(_size(sentence, tokenizer))


def raises(sentence, tokenizer):
    raise ValueError("no\x1b[2J\nidea")


def exits(sentence, tokenizer):
    sys.exit(3)


def exits_at_once(sentence, tokenizer):
    print("about to leave", flush=True)
    os._exit(3)


def segfaults(sentence, tokenizer):
    ctypes.string_at(8)


def aborts(sentence, tokenizer):
    os.abort()


def recurses(sentence, tokenizer):
    return recurses(sentence, tokenizer)


def needs_a_module(sentence, tokenizer):
    import a_module_that_nobody_has

    return a_module_that_nobody_has.name, None


def takes_memory(sentence, tokenizer):
    return "big", np.ones(100 * 2**30, dtype=np.uint8)


def starts_processes(sentence, tokenizer):
    while True:
        os.fork()


def starts_a_program(sentence, tokenizer):
    subprocess.run(["true"], check=True)
    return before(sentence, tokenizer)


def opens_a_socket(sentence, tokenizer):
    socket.create_connection(("127.0.0.1", 80), timeout=1)
    return before(sentence, tokenizer)


def writes_a_file(sentence, tokenizer):
    with open("left.txt", "w") as file:
        file.write("here")
    return before(sentence, tokenizer)


def removes_a_file(sentence, tokenizer):
    os.remove(os.environ["HOME"])
    return before(sentence, tokenizer)


def kills_its_parent(sentence, tokenizer):
    os.kill(os.getppid() or 1, signal.SIGTERM)
    return before(sentence, tokenizer)


def changes_numpy(sentence, tokenizer):
    np.eye = lambda n, k=0: np.zeros((n, n))
    return before(sentence, tokenizer)


def changes_json(sentence, tokenizer):
    json.JSONEncoder.encode = lambda self, value: "{}"
    json.dumps = lambda *a, **k: "nothing"
    return before(sentence, tokenizer)


def leaves_a_thread(sentence, tokenizer):
    threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
    return before(sentence, tokenizer)


def leaves_an_alarm(sentence, tokenizer):
    """No fault: the alarm is taken back."""
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    return before(sentence, tokenizer)


def writes_answers(sentence, tokenizer):
    os.write(4, b"0123456789abcdef" + bytes(12))
    return before(sentence, tokenizer)


def writes_half_an_answer(sentence, tokenizer):
    frame = sys._getframe()
    while "request" not in frame.f_locals:
        frame = frame.f_back
    os.write(4, frame.f_locals["request"]["token"].encode() + b"\x10\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x40")
    return before(sentence, tokenizer)


def closes_everything(sentence, tokenizer):
    os.closerange(0, 64)
    return before(sentence, tokenizer)


def returns_nothing(sentence, tokenizer):
    return None


def returns_no_name(sentence, tokenizer):
    return 7, np.eye(_size(sentence, tokenizer))


def returns_words(sentence, tokenizer):
    return "words", np.full((_size(sentence, tokenizer),) * 2, "x")


def returns_objects(sentence, tokenizer):
    return "objects", np.full((_size(sentence, tokenizer),) * 2, None)


def returns_complex(sentence, tokenizer):
    return "complex", np.eye(_size(sentence, tokenizer)) * 1j


def returns_too_few(sentence, tokenizer):
    return "too few", np.eye(_size(sentence, tokenizer) - 1)


def returns_a_batch(sentence, tokenizer):
    return "batch", np.eye(_size(sentence, tokenizer))[None]


def returns_rows_of_all_lengths(sentence, tokenizer):
    return "ragged", [[1.0] * (i + 1) for i in range(_size(sentence, tokenizer))]


def returns_nan(sentence, tokenizer):
    matrix = np.eye(_size(sentence, tokenizer))
    matrix[1, 2] = np.nan
    return "nan", matrix


def returns_infinity(sentence, tokenizer):
    return "infinity", np.eye(_size(sentence, tokenizer)) * np.inf


def asks_for_other_text(sentence, tokenizer):
    tokenizer("something else")
    return before(sentence, tokenizer)


def prints_much(sentence, tokenizer):
    """No fault: what is printed is dropped."""
    line = "x" * 999 + "\n"
    for _ in range(20000):
        print(line, end="")
    return before(sentence, tokenizer)


def after(sentence, tokenizer):
    return "after", np.eye(_size(sentence, tokenizer))
