"""The peer: the same training as ours.cc in Python, with PyTorch's own layers, AdamW and cross-entropy.

peer.py FOLDER STEPS PASSES reads the weights and batches that ours.cc wrote into FOLDER, trains on them PASSES times
over after a first pass, and prints {"seconds", "tokens", "losses"} as ours.cc does.
"""

import json
import os
import sys
import time

import numpy
import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "models"))
import gpt_reference  # noqa: E402


def load(shape, file):
    """The model with the weights of a safetensors file of float32 arrays."""
    with open(file, "rb") as stream:
        header = json.loads(stream.read(int.from_bytes(stream.read(8), "little")))
        data = bytearray(stream.read())
    weights = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        weights[name] = torch.frombuffer(data[begin:end], dtype=torch.float32).reshape(entry["shape"])
    model = gpt_reference.Gpt(**shape)
    model.load_state_dict(weights)
    return model


def optimizer_of(model, recipe):
    """AdamW as a user of PyTorch writes it: weight decay on matrices and embeddings only."""
    decaying = [p for p in model.parameters() if p.dim() >= 2]
    others = [p for p in model.parameters() if p.dim() < 2]
    groups = [{"params": decaying, "weight_decay": recipe["weight_decay"]},
              {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=recipe["learning_rate"], betas=(recipe["beta1"], recipe["beta2"]),
                             eps=recipe["epsilon"])


def rate_at(recipe, step):
    """Linear warm-up; the benchmark's steps do not leave it."""
    return recipe["learning_rate"] * min(1.0, (step + 1) / recipe["warmup_steps"])


def main():
    folder, steps, passes = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    torch.set_num_threads(1)
    with open(os.path.join(folder, "recipe.json")) as file:
        recipe = json.load(file)
    shape, batch = recipe["model"], recipe["batch"]
    tokens = numpy.fromfile(os.path.join(folder, "tokens.int64"), dtype=numpy.int64)
    tokens = torch.from_numpy(tokens.reshape(steps, batch, shape["context"] + 1))
    model = load(shape, os.path.join(folder, "weights.safetensors"))
    optimizer = optimizer_of(model, recipe["optimizer"])
    losses, start, done = [], 0.0, 0
    for sweep in range(passes + 1):
        if sweep == 1:
            start = time.perf_counter()
        for step in range(steps):
            for group in optimizer.param_groups:
                group["lr"] = rate_at(recipe["optimizer"], done)
            optimizer.zero_grad(set_to_none=True)
            loss = model(tokens[step, :, :-1], tokens[step, :, 1:])
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), recipe["optimizer"]["clip_norm"])
            optimizer.step()
            done += 1
            if sweep == 0:
                losses.append(loss.item())
    seconds = time.perf_counter() - start
    print(json.dumps({"seconds": seconds, "tokens": passes * steps * batch * shape["context"], "losses": losses}))


if __name__ == "__main__":
    main()
