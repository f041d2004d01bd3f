"""Compares what a C++ GPT computed with gpt_reference.py in double precision: gpt_agreement.py FILE

The file holds tokens, targets, logits, loss, "weight <name>" and "gradient <name>" of every weight and
"pattern <layer>.<head>" of every held head; its metadata hold the shape. Prints the largest difference of
each and ends with exit code 1 where one is above tolerance.
"""

import json
import sys

try:
    import numpy
    import torch
except ImportError as error:
    sys.exit(f"/usr/bin/python3 cannot import torch ({error}): run tools/setup, which installs python3-torch")

import gpt_reference

# Both sides agree to float32's rounding: relative to a part's largest value, with a floor for parts that are
# zero but for rounding (the gradient of the keys' bias: softmax does not change when all scores of a row move
# together).
RELATIVE = 2e-5
FLOOR = 1e-7


def read(file):
    with open(file, "rb") as stream:
        header = json.loads(stream.read(int.from_bytes(stream.read(8), "little")))
        data = stream.read()
    metadata = header.pop("__metadata__")
    arrays = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        values = numpy.frombuffer(data[begin:end], dtype="<f4").reshape(entry["shape"])
        arrays[name] = torch.from_numpy(values.astype("float64"))
    return arrays, json.loads(metadata["shape"])


def parts(name, array):
    """Queries, keys and values apart: their gradients differ in size."""
    if "c_attn" not in name:
        return [(name, array)]
    thirds = zip(("queries", "keys", "values"), array.chunk(3))
    return [(f"{name} of the {which}", part) for which, part in thirds]


def compare(name, theirs, ours):
    if theirs.shape != ours.shape:
        print(f"FAILED {name}: shape {tuple(theirs.shape)}, in PyTorch {tuple(ours.shape)}")
        return False
    agree = True
    for (part, a), (_, b) in zip(parts(name, theirs), parts(name, ours)):
        difference, largest = (a - b).abs().max().item(), b.abs().max().item()
        good = difference <= RELATIVE * largest + FLOOR  # NaN is not
        verdict = "      " if good else "FAILED"
        print(f"{verdict} {part}: differs by {difference:.2e}, largest value {largest:.2e}")
        agree = agree and good
    return agree


def main(file):
    arrays, shape = read(file)
    model = gpt_reference.Gpt(**shape).double()
    model.load_state_dict(  # refuses missing and unknown names
        {name[len("weight ") :]: array for name, array in arrays.items() if name.startswith("weight ")}
    )
    patterns = {
        tuple(int(index) for index in name[len("pattern "):].split(".")): array
        for name, array in arrays.items()
        if name.startswith("pattern ")
    }
    tokens, targets = arrays["tokens"].long(), arrays["targets"].long()
    loss = model(tokens, targets, patterns)
    loss.backward()
    results = [
        compare("logits", arrays["logits"], model.logits(tokens, patterns).detach()),
        compare("loss", arrays["loss"], loss.detach().view(1)),
    ]
    for name, weight in model.named_parameters():
        results.append(compare(f"gradient {name}", arrays[f"gradient {name}"], weight.grad))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
