"""GPT-2 in plain PyTorch, by Radford et al. 2019 and its released code; shares nothing with models/gpt.cc.

Pre-LayerNorm blocks, learned positions, tanh-form GELU, output head tied to the token embedding, weights
under GPT-2's names with matrices stored [out, in]. Needs torch alone. Used by the agreement test and, for
training, by the benchmarks' peer:

    model = Gpt(layers=4, heads=4, width=64, context=128, vocabulary=1024)
    loss = model(tokens, targets)   # [B, T] int64 each
    loss.backward()
"""

import math

import torch
from torch import nn
from torch.nn import functional


class Attention(nn.Module):
    """Causal self-attention; heads may be held to patterns {head: [B or 1, T, T]} in place of softmax(QK)."""

    def __init__(self, heads, width):
        super().__init__()
        self.heads = heads
        self.c_attn = nn.Linear(width, 3 * width)
        self.c_proj = nn.Linear(width, width)

    def forward(self, x, patterns=None):
        windows, tokens, width = x.shape
        q, k, v = (
            part.view(windows, tokens, self.heads, width // self.heads).transpose(1, 2)
            for part in self.c_attn(x).split(width, dim=2)
        )  # [B, H, T, D]
        scores = q @ k.transpose(-2, -1) / math.sqrt(width // self.heads)
        future = torch.ones(tokens, tokens, dtype=torch.bool, device=x.device).triu(1)
        attention = functional.softmax(scores.masked_fill(future, float("-inf")), dim=-1)
        if patterns:
            rows = list(attention.unbind(1))
            for head, pattern in patterns.items():
                rows[head] = pattern.expand(windows, tokens, tokens)
            attention = torch.stack(rows, 1)
        return self.c_proj((attention @ v).transpose(1, 2).reshape(windows, tokens, width))


class Mlp(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.c_fc = nn.Linear(width, 4 * width)
        self.c_proj = nn.Linear(4 * width, width)

    def forward(self, x):
        return self.c_proj(functional.gelu(self.c_fc(x), approximate="tanh"))


class Block(nn.Module):
    def __init__(self, heads, width):
        super().__init__()
        self.ln_1 = nn.LayerNorm(width)
        self.attn = Attention(heads, width)
        self.ln_2 = nn.LayerNorm(width)
        self.mlp = Mlp(width)

    def forward(self, x, patterns=None):
        x = x + self.attn(self.ln_1(x), patterns)
        return x + self.mlp(self.ln_2(x))


class Gpt(nn.Module):
    def __init__(self, layers, heads, width, context, vocabulary):
        super().__init__()
        self.wte = nn.Embedding(vocabulary, width)
        self.wpe = nn.Embedding(context, width)
        self.h = nn.ModuleList(Block(heads, width) for _ in range(layers))
        self.ln_f = nn.LayerNorm(width)
        self.initialise()

    def initialise(self):
        """GPT-2's: N(0, 0.02^2), residual projections 0.02 / sqrt(2 layers), biases 0, LayerNorm gains 1."""
        for name, weight in self.named_parameters():
            if weight.dim() == 2:
                residual = name.endswith("c_proj.weight")
                nn.init.normal_(weight, std=0.02 / math.sqrt(2 * len(self.h)) if residual else 0.02)
            elif name.endswith(".bias"):
                nn.init.zeros_(weight)

    def logits(self, tokens, patterns=None):
        """[B, T, V]. patterns: {(layer, head): [B or 1, T, T]}."""
        x = self.wte(tokens) + self.wpe(torch.arange(tokens.shape[1], device=tokens.device))
        for layer, block in enumerate(self.h):
            held = {head: pattern for (of, head), pattern in (patterns or {}).items() if of == layer}
            x = block(x, held)
        return functional.linear(self.ln_f(x), self.wte.weight)

    def forward(self, tokens, targets, patterns=None):
        """The mean cross-entropy in nats."""
        logits = self.logits(tokens, patterns)
        return functional.cross_entropy(logits.view(-1, logits.shape[-1]), targets.reshape(-1))
