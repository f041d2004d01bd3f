"""A made GPT-2 as its released file has it, and what that model computes: gpt2_reference.py FOLDER

Writes FOLDER/model.safetensors (GPT-2's names, matrices stored [in, out], causal masks among them),
FOLDER/prefixed.safetensors (the same in bfloat16 and under "transformer.", as other exports have it) and, computed in
double precision from each, FOLDER/expected.safetensors and FOLDER/prefixed_expected.safetensors: tokens, logits and
"attention <layer>.<head>". The formulas are those of the code that GPT-2 was released with: y = x W + b, the GELU
written out with tanh, the mask applied by a large negative number. Shares nothing with gpt_reference.py.
"""

import json
import math
import struct
import sys

try:
    import numpy
    import torch
except ImportError as error:
    sys.exit(f"/usr/bin/python3 cannot import torch ({error}): run tools/setup, which installs python3-torch")

LAYERS, HEADS, WIDTH, CONTEXT, VOCABULARY = 2, 2, 16, 12, 31
WINDOWS, TOKENS = 3, 8


def write(file, arrays):
    """arrays: {name: (dtype, array of that many bytes)}."""
    header, data = {"__metadata__": {"format": "pt"}}, b""
    for name, (dtype, shape, values) in arrays.items():
        header[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [len(data), len(data) + len(values)]}
        data += values
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(file, "wb") as stream:
        stream.write(struct.pack("<Q", len(text)) + text + data)


def float32(tensor):
    return "F32", tensor.shape, tensor.contiguous().numpy().astype("<f4").tobytes()


def bfloat16(tensor):
    bits = tensor.contiguous().to(torch.bfloat16).view(torch.int16)
    return "BF16", tensor.shape, bits.numpy().astype("<i2").tobytes()


def made_weights(generator):
    def normal(*shape):
        return torch.randn(*shape, generator=generator) * 0.2

    weights = {"wte.weight": normal(VOCABULARY, WIDTH), "wpe.weight": normal(CONTEXT, WIDTH)}
    for layer in range(LAYERS):
        h = f"h.{layer}."
        for norm in ("ln_1", "ln_2"):
            weights[f"{h}{norm}.weight"] = 1 + normal(WIDTH)
            weights[f"{h}{norm}.bias"] = normal(WIDTH)
        for name, wide_in, wide_out in (
            ("attn.c_attn", WIDTH, 3 * WIDTH),
            ("attn.c_proj", WIDTH, WIDTH),
            ("mlp.c_fc", WIDTH, 4 * WIDTH),
            ("mlp.c_proj", 4 * WIDTH, WIDTH),
        ):
            weights[f"{h}{name}.weight"] = normal(wide_in, wide_out)
            weights[f"{h}{name}.bias"] = normal(wide_out)
        weights[f"{h}attn.bias"] = torch.ones(CONTEXT, CONTEXT).tril().view(1, 1, CONTEXT, CONTEXT)
    weights["ln_f.weight"] = 1 + normal(WIDTH)
    weights["ln_f.bias"] = normal(WIDTH)
    return weights


def norm(x, w, name):
    mean = x.mean(-1, keepdim=True)
    variance = ((x - mean) ** 2).mean(-1, keepdim=True)
    return w[name + ".weight"] * (x - mean) / torch.sqrt(variance + 1e-5) + w[name + ".bias"]


def conv1d(x, w, name):
    return x @ w[name + ".weight"] + w[name + ".bias"]


def gelu_new(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def split_heads(x):
    return x.view(x.shape[0], x.shape[1], HEADS, WIDTH // HEADS).permute(0, 2, 1, 3)


def compute(w, tokens):
    """Logits [B, T, V], and the attention of every layer [B, H, T, T]."""
    attention = []
    x = w["wte.weight"][tokens] + w["wpe.weight"][: tokens.shape[1]]
    for layer in range(LAYERS):
        h = f"h.{layer}."
        q, k, v = (split_heads(part) for part in conv1d(norm(x, w, h + "ln_1"), w, h + "attn.c_attn").split(WIDTH, 2))
        mask = w[h + "attn.bias"][:, :, : tokens.shape[1], : tokens.shape[1]]
        scores = q @ k.transpose(-1, -2) / math.sqrt(WIDTH // HEADS)
        attention.append(torch.softmax(scores * mask - 1e10 * (1 - mask), -1))
        merged = (attention[-1] @ v).permute(0, 2, 1, 3).reshape(x.shape)
        x = x + conv1d(merged, w, h + "attn.c_proj")
        x = x + conv1d(gelu_new(conv1d(norm(x, w, h + "ln_2"), w, h + "mlp.c_fc")), w, h + "mlp.c_proj")
    return norm(x, w, "ln_f") @ w["wte.weight"].T, attention


def write_expected(file, weights, tokens):
    logits, attention = compute({name: value.double() for name, value in weights.items()}, tokens)
    arrays = {"tokens": ("I64", tokens.shape, tokens.numpy().astype("<i8").tobytes()), "logits": float32(logits)}
    for layer in range(LAYERS):
        for head in range(HEADS):
            arrays[f"attention {layer}.{head}"] = float32(attention[layer][:, head])
    write(file, arrays)


def main(folder):
    generator = torch.Generator().manual_seed(1)
    weights = made_weights(generator)
    tokens = torch.randint(VOCABULARY, (WINDOWS, TOKENS), generator=generator)
    write(f"{folder}/model.safetensors", {name: float32(value) for name, value in weights.items()})
    write_expected(f"{folder}/expected.safetensors", weights, tokens)
    write(f"{folder}/prefixed.safetensors", {f"transformer.{name}": bfloat16(value) for name, value in weights.items()})
    rounded = {name: value.to(torch.bfloat16).float() for name, value in weights.items()}
    write_expected(f"{folder}/prefixed_expected.safetensors", rounded, tokens)


if __name__ == "__main__":
    main(sys.argv[1])
