"""Runs the attention programs of one Python file, each a function f(sentence, tokenizer) -> (name, matrix).

Started by host_process.cc as `python3 -I -B -`, already inside its sandbox, with this text as standard input.
Requests come on descriptor 3, one JSON object a line; answers leave on descriptor 4:

    token       16 bytes, the request's own
    sizes       header bytes (uint32) and payload bytes (uint64), little-endian
    header      JSON: {"refused": why, or ""; "soiled": end this process; "sha256": of the payload; and what the
                request asks for}
    payload     float64, little-endian, row-major

    {"do": "load", "token", "file", "source"}                  -> "functions": [{"function", "line"}]
    {"do": "call", "token", "function", "tokens", "ids", "sentence"}
                                                               -> "name", "shape", "seconds", and the matrix

Whatever programs print goes to descriptors 1 and 2. They share this process, so what the host itself needs is bound
to names here before they run, and one that alters what others use is refused; the reader of the answers trusts none.
"""

import hashlib
import inspect
import json
import math
import os
import random
import signal
import struct
import sys
import time
import types

try:
    import numpy
except ImportError as missing:
    sys.exit(f"{missing}; install numpy for this Python, or name another Python")

REQUESTS, ANSWERS = 3, 4
END_OF_TEXT = "<|endoftext|>"
END_OF_TEXT_ID = 50256
MOST_CHARACTERS = 1000


class Refused(Exception):
    """Why a file or a program is not used, in words."""


class Soiled(Refused):
    """The same, and this process is no longer fit for other programs."""


# --- The tokenizer that programs see -----------------------------------------------------------------------------


def gpt2_bytes():
    """The byte that each character of a GPT-2 token stands for: printable ones for themselves, others from U+0100."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in printable]
    return {chr(byte): byte for byte in printable} | {chr(256 + n): byte for n, byte in enumerate(others)}


BYTES = gpt2_bytes()


def text_of(tokens):
    raw = b"".join(bytes([BYTES[c]]) if c in BYTES else c.encode() for token in tokens for c in token)
    return raw.decode("utf-8", errors="replace")


class Ids(numpy.ndarray):
    """What return_tensors gives: an array that answers to the few names of a tensor that programs use on it."""

    def numpy(self):
        return self.view(numpy.ndarray)

    def cpu(self):
        return self

    def detach(self):
        return self


class Encoding(dict):
    """What calling the tokenizer gives: its keys are attributes too."""

    def __init__(self, values, tokens):
        super().__init__(values)
        self._tokens = tokens

    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise AttributeError(f"the tokenizer's answer has no {name!r} here; it has {sorted(self)}")

    def tokens(self, batch_index=0):
        return list(self._tokens)

    def to(self, device):
        return self


class Tokenizer:
    """Stands in for GPT-2's tokenizer of Hugging Face, and knows one document: its tokens and their ids."""

    name_or_path = "gpt2"
    is_fast = True
    vocab_size = 50257
    model_max_length = 1024
    bos_token = eos_token = unk_token = END_OF_TEXT
    bos_token_id = eos_token_id = unk_token_id = END_OF_TEXT_ID
    pad_token = pad_token_id = cls_token = cls_token_id = sep_token = sep_token_id = mask_token = None
    all_special_tokens = (END_OF_TEXT,)
    all_special_ids = (END_OF_TEXT_ID,)

    def __init__(self, sentence, tokens, ids):
        self._sentence, self._tokens, self._ids = sentence, tokens, ids
        self._token_of = {END_OF_TEXT_ID: END_OF_TEXT} | dict(zip(ids, tokens))
        self._id_of = {END_OF_TEXT: END_OF_TEXT_ID} | dict(zip(tokens, ids))

    def __getattr__(self, name):
        raise AttributeError(f"the tokenizer has no {name!r} here")

    def __len__(self):
        return self.vocab_size

    def _check(self, text):
        if not isinstance(text, str) or text.strip() != self._sentence.strip():
            raise ValueError(f"the tokenizer knows the document's sentence only, not {str(text)[:60]!r}")

    def __call__(self, text, truncation=False, max_length=None, return_tensors=None, return_offsets_mapping=False,
                 **ignored):
        batch = isinstance(text, (list, tuple))
        if batch and len(text) != 1:
            raise ValueError(f"the tokenizer takes one sentence, not {len(text)}")
        self._check(text[0] if batch else text)
        length = min(len(self._ids), max_length if truncation and max_length is not None else len(self._ids))
        values = {"input_ids": self._ids[:length], "attention_mask": [1] * length}
        if return_tensors is not None:
            values = {key: numpy.array([value], dtype=numpy.int64).view(Ids) for key, value in values.items()}
        elif batch:
            values = {key: [value] for key, value in values.items()}
        if return_offsets_mapping:
            offsets = self._offsets()[:length]
            values["offset_mapping"] = [offsets] if batch or return_tensors is not None else offsets
        return Encoding(values, self._tokens[:length])

    def _offsets(self):
        ends = [len(text_of(self._tokens[:i])) for i in range(len(self._tokens) + 1)]
        return list(zip(ends, ends[1:]))

    def encode(self, text, **options):
        return self(text, **options)["input_ids"]

    def tokenize(self, text, **ignored):
        self._check(text)
        return list(self._tokens)

    def convert_ids_to_tokens(self, ids, skip_special_tokens=False):
        if isinstance(ids, (int, numpy.integer)):
            return self._one(self._token_of, int(ids), "id")
        return [self._one(self._token_of, int(one), "id") for one in ids]

    def convert_tokens_to_ids(self, tokens):
        if isinstance(tokens, str):
            return self._one(self._id_of, tokens, "token")
        return [self._one(self._id_of, one, "token") for one in tokens]

    @staticmethod
    def _one(table, key, what):
        if key not in table:
            raise ValueError(f"the document has no {what} {key!r}")
        return table[key]

    def convert_tokens_to_string(self, tokens):
        return text_of(tokens)

    def decode(self, ids, **ignored):
        found = self.convert_ids_to_tokens(ids)
        return text_of([found] if isinstance(found, str) else found)

    def get_vocab(self):
        return dict(self._id_of)


# --- What programs share, and must leave as it was ---------------------------------------------------------------


class Shared:
    """The names that the host and other programs rely on. A new name is no change; a rebound or missing one is."""

    MODULES = (json, json.encoder, json.decoder, hashlib, inspect, math, numpy, numpy.linalg, numpy.random, os, random,
               signal, struct, time, types)
    CLASSES = (json.JSONEncoder, json.JSONDecoder)

    def __init__(self):
        builtins = sys.modules["builtins"]
        self._before = [(owner, dict(vars(owner))) for owner in (*self.MODULES, builtins, *self.CLASSES)]
        self._out, self._err = sys.stdout, sys.stderr
        self._recursion = sys.getrecursionlimit()
        self._missing = object()

    def changes(self):
        for owner, before in self._before:
            now = vars(owner)
            for name, value in before.items():
                if not name.startswith("__") and now.get(name, self._missing) is not value:
                    setattr(owner, name, value)  # the reason is yet to be told with it
                    yield f"{owner.__name__}.{name}"
            if isinstance(owner, types.ModuleType) and sys.modules.get(owner.__name__) is not owner:
                yield f"sys.modules[{owner.__name__!r}]"

    def check(self):
        """Restores what can be restored; refuses what cannot."""
        SET_TIMER(signal.ITIMER_REAL, 0)
        SET_TRACE(None)
        SET_PROFILE(None)
        sys.stdout, sys.stderr = self._out, self._err
        sys.setrecursionlimit(self._recursion)
        changes = list(self.changes())
        if changes:
            raise Soiled("changed what other programs use: " + ", ".join(changes[:5]))
        if len(FRAMES()) > 1:
            raise Soiled("left a thread running")
        if self._out.closed or self._err.closed:
            raise Soiled("closed sys.stdout or sys.stderr")
        self._out.flush()


SET_TIMER, SET_TRACE, SET_PROFILE, FRAMES = signal.setitimer, sys.settrace, sys.setprofile, sys._current_frames
AS_ARRAY, CLOCK, SHA256, WRITE, PACK = numpy.asarray, time.perf_counter, hashlib.sha256, os.write, struct.pack
ENCODE, DECODE = json.dumps, json.loads


# --- The file's programs -----------------------------------------------------------------------------------------


def words_of(error, file):
    """What was raised, and the last line of the file itself that led there: "ValueError: no idea (line 12)"."""
    if isinstance(error, Refused):
        return str(error)
    if isinstance(error, ModuleNotFoundError) and error.name:
        text = f"needs the Python module {error.name!r}, which is not installed for this Python"
    else:
        text = type(error).__name__
        try:
            message = error.msg if isinstance(error, SyntaxError) else str(error)
            text += f": {message}" if message else ""
        except BaseException:  # pylint: disable=broad-except
            pass
    line = getattr(error, "lineno", None) if isinstance(error, SyntaxError) else None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return text if line is None else f"{text} (line {line})"


def plain(text):
    """A string that every encoder takes, and not a long one."""
    return str.__str__(text)[:MOST_CHARACTERS].encode("utf-8", "replace").decode()


def guarded(shared, file, call):
    """call()'s value. Refused where it raises anything at all, or leaves behind what others would feel."""
    try:
        value = call()
    except BaseException as error:  # pylint: disable=broad-except
        reason = words_of(error, file)
        shared.check()
        raise Refused(reason) from None
    shared.check()
    return value


def takes_two(function):
    """Whether f(sentence, tokenizer) is a call that the signature allows."""
    try:
        inspect.signature(function).bind("sentence", None)
    except (TypeError, ValueError):
        return False
    return True


class Programs:
    """One file, loaded."""

    def __init__(self, shared):
        self._shared, self._file, self._functions = shared, "", {}

    def load(self, request):
        self._file = request["file"]
        module = types.ModuleType("programs")
        module.__file__ = self._file
        sys.modules["programs"] = module
        guarded(self._shared, self._file,
                lambda: exec(compile(request["source"], self._file, "exec", dont_inherit=True), vars(module)))
        found = [value for name, value in vars(module).items()
                 if isinstance(value, types.FunctionType) and not name.startswith("_") and value.__name__ == name
                 and value.__code__.co_filename == self._file and takes_two(value)]
        found.sort(key=lambda function: function.__code__.co_firstlineno)
        self._functions = {function.__name__: function for function in found}
        return {"functions": [{"function": function.__name__, "line": function.__code__.co_firstlineno}
                              for function in found]}, b""

    def call(self, request):
        function = self._functions.get(request["function"])
        if function is None:
            raise Refused("the file defines it no longer")
        tokens, sentence = request["tokens"], request["sentence"]
        tokenizer = Tokenizer(sentence, list(tokens), list(request["ids"]))

        def timed():
            started = CLOCK()
            return function(sentence, tokenizer), CLOCK() - started

        result, seconds = guarded(self._shared, self._file, timed)
        name, matrix = guarded(self._shared, self._file, lambda: self._checked(result, len(tokens)))
        return {"name": name, "shape": list(matrix.shape), "seconds": seconds}, matrix.tobytes()

    @staticmethod
    def _checked(result, tokens):
        if not isinstance(result, (tuple, list)) or len(result) != 2:
            raise Refused(f"returned {type(result).__name__}, not (name, matrix)")
        name, values = result
        if not isinstance(name, str):
            raise Refused(f"returned a name that is {type(name).__name__}, not str")
        matrix = AS_ARRAY(values)
        if matrix.dtype.kind not in "biuf":
            raise Refused(f"returned values of type {matrix.dtype}, not real numbers")
        if matrix.shape != (tokens, tokens):
            raise Refused(f"returned a matrix of shape {matrix.shape} for {tokens} tokens")
        return plain(name), AS_ARRAY(matrix, dtype="<f8", order="C")


def write_all(data):
    view = memoryview(data)
    while view:
        view = view[WRITE(ANSWERS, view):]


def main():
    shared = Shared()
    programs = Programs(shared)
    with os.fdopen(REQUESTS, "rb") as requests:
        for line in requests:
            request = DECODE(line)
            try:
                header, payload = (programs.load if request["do"] == "load" else programs.call)(request)
                header |= {"refused": "", "soiled": False}
            except Refused as refused:
                header = {"refused": plain(str(refused)), "soiled": isinstance(refused, Soiled)}
                payload = b""
            header["sha256"] = SHA256(payload).hexdigest()
            text = ENCODE(header).encode()
            write_all(request["token"].encode() + PACK("<IQ", len(text), len(payload)) + text + payload)


main()
