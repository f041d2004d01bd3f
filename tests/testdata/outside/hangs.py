# Programs that never answer; the last one does.
import signal
import time

import numpy as np


def sleeps(sentence, tokenizer):
    time.sleep(1000)


def loops_deaf_to_signals(sentence, tokenizer):
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    while True:
        pass


def prints_forever(sentence, tokenizer):
    while True:
        print("again " * 1000)


def answers(sentence, tokenizer):
    return "answers", np.eye(len(tokenizer(sentence).input_ids))
