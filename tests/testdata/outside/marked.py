# Programs that answer properly and should still not be believed.
import random

import numpy as np

_seen = set()


def leaks_ahead(sentence, tokenizer):
    """Looks at the first token where the text is long, at itself where it is short."""
    n = len(tokenizer(sentence).input_ids)
    matrix = np.eye(n)
    if n > 6:
        matrix[:] = 0
        matrix[:, 0] = 1
    return "reads the length", matrix


def leaks_a_little(sentence, tokenizer):
    n = len(tokenizer(sentence).input_ids)
    matrix = np.tril(np.ones((n, n)))
    matrix[:, 0] += n / 1000
    return "a little", matrix


def unseeded(sentence, tokenizer):
    n = len(tokenizer(sentence).input_ids)
    return "unseeded", np.random.rand(n, n)


def seeded(sentence, tokenizer):
    n = len(tokenizer(sentence).input_ids)
    matrix = np.zeros((n, n))
    for i in range(n):
        matrix[i, : i + 1] = np.random.default_rng(i).random(i + 1)
    return "seeded, row by row", matrix


def remembers(sentence, tokenizer):
    """The same in a second process, but not at a second call."""
    n = len(tokenizer(sentence).input_ids)
    matrix = np.ones((n, n)) if sentence in _seen else np.eye(n)
    _seen.add(sentence)
    return "remembers", matrix


def remembers_its_draw(sentence, tokenizer, _drawn={}):
    """The same at a second call, but not in a second process."""
    n = len(tokenizer(sentence).input_ids)
    if n not in _drawn:
        _drawn[n] = random.random() + np.ones((n, n)) * np.arange(n)
    return "remembers its draw", _drawn[n]
