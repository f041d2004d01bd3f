# Programs without fault: what each gives is known in closed form, and outside_programs_test.cc says what.
import numpy as np


def _tokens(sentence, tokenizer):
    return tokenizer.convert_ids_to_tokens(tokenizer(sentence)["input_ids"])


def previous_token(sentence, tokenizer):
    n = len(tokenizer(sentence).input_ids)
    return "previous token", np.eye(n, k=-1)


def first_token_bias(sentence, tokenizer):
    n = len(tokenizer.encode(sentence))
    matrix = np.full((n, n), 0.01)
    matrix[:, 0] = 0.9
    np.fill_diagonal(matrix, 0.05)
    return "first token bias", np.tril(matrix)


def induction(sentence, tokenizer):
    """Just after each previous occurrence of the current token's string."""
    tokens = _tokens(sentence, tokenizer)
    matrix = np.zeros((len(tokens), len(tokens)))
    for i, token in enumerate(tokens):
        for j in range(1, i):
            if tokens[j - 1] == token:
                matrix[i, j] = 1
    return "induction", matrix


def uniform(sentence, tokenizer):
    encoding = tokenizer([sentence], return_tensors="pt")
    n = encoding["input_ids"].shape[1]
    return "uniform", np.ones((n, n), dtype=np.float32)


def word_starts(sentence, tokenizer):
    """Reads the marker of a space, as the published programs do."""
    tokens = tokenizer.tokenize(sentence)
    starts = [token.startswith("\u0120") for token in tokens]
    return "word starts", [[float(start) for start in starts] for _ in tokens]


def signed(sentence, tokenizer):
    n = len(_tokens(sentence, tokenizer))
    return "signed", np.eye(n) - np.eye(n, k=-1)
