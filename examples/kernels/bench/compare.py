"""Times this library, PyTorch and NumPy from 1 KB to 64 MB in one run, and draws a chart.

    cargo build --release -p example-kernels
    python examples/kernels/bench/compare.py target/release/libexample_kernels.so chart.svg

All use the same number of threads. A time is the shortest of several rounds, in which the three take turns, so that
whatever else the machine does concerns all of them. The inputs are float32, in rows of 1024.
"""

import argparse
import gc
import math
import time

import numpy as np
import torch
import tvm_ffi
from chart import draw

SIZES = [1 << power for power in range(10, 27, 2)]
WIDTH = 1024


def rms_norm(kernels, x):
    weight, y = torch.randn(x.shape[-1]), torch.empty_like(x)
    xn, wn = x.numpy(), weight.numpy()
    return {
        "ours": lambda: kernels.rms_norm(x, weight, y),
        "torch": lambda: torch.nn.functional.rms_norm(x, x.shape[-1:], weight, eps=1e-6),
        "numpy": lambda: xn / np.sqrt((xn * xn).mean(-1, keepdims=True) + np.float32(1e-6)) * wn,
    }


def softmax(kernels, x):
    y = torch.empty_like(x)
    xn = x.numpy()

    def by_numpy():
        e = np.exp(xn - xn.max(-1, keepdims=True))
        return np.divide(e, e.sum(-1, keepdims=True), out=e)

    return {
        "ours": lambda: kernels.softmax(x, y),
        "torch": lambda: torch.softmax(x, -1, out=y),
        "numpy": by_numpy,
    }


def rotary(kernels, x):
    """Heads of 64."""
    x = x.view(-1, min(4, x.numel() // 64), 64)
    angles = torch.rand(x.shape[0], 32) * 6
    cos, sin, y = angles.cos(), angles.sin(), torch.empty_like(x)
    xn, cn, sn = x.numpy(), cos.numpy()[:, None], sin.numpy()[:, None]
    tc, ts = cos[:, None], sin[:, None]

    def by_torch():
        low, high = x.chunk(2, -1)
        return torch.cat([low * tc - high * ts, high * tc + low * ts], -1)

    def by_numpy():
        low, high = xn[..., :32], xn[..., 32:]
        return np.concatenate([low * cn - high * sn, high * cn + low * sn], -1)

    return {"ours": lambda: kernels.rotary(x, cos, sin, y), "torch": by_torch, "numpy": by_numpy}


def quantize_int8(kernels, x):
    q, scale = torch.empty(x.shape, dtype=torch.int8), torch.empty(x.shape[:-1])
    xn = x.numpy()

    def by_torch():
        scale = x.abs().amax(-1, keepdim=True) / 127
        return torch.round(x / scale).to(torch.int8)

    def by_numpy():
        scale = np.abs(xn).max(-1, keepdims=True) / np.float32(127)
        return np.rint(xn / scale).astype(np.int8)

    return {"ours": lambda: kernels.quantize_int8(x, q, scale), "torch": by_torch, "numpy": by_numpy}


def dequantize_int8(kernels, x):
    q, scale = (x * 40).clamp(-127, 127).to(torch.int8), torch.rand(x.shape[:-1])
    y, column = torch.empty_like(x), scale[..., None]
    qn, sn = q.numpy(), scale.numpy()[..., None]
    return {
        "ours": lambda: kernels.dequantize_int8(q, scale, y),
        "torch": lambda: torch.mul(q, column, out=y),
        "numpy": lambda: qn * sn,
    }


def top_k(kernels, x):
    """The eight largest."""
    values, indices = torch.empty(*x.shape[:-1], 8), torch.empty(*x.shape[:-1], 8, dtype=torch.int64)
    xn = x.numpy()

    def by_numpy():
        found = np.argpartition(xn, -8, -1)[..., -8:]
        values = np.take_along_axis(xn, found, -1)
        order = np.argsort(-values, -1)
        return np.take_along_axis(values, order, -1), np.take_along_axis(found, order, -1)

    return {
        "ours": lambda: kernels.top_k(x, values, indices),
        "torch": lambda: torch.topk(x, 8, out=(values, indices)),
        "numpy": by_numpy,
    }


# Each with the bytes it must move for one byte of float32.
KERNELS = {rms_norm: 2.0, softmax: 2.0, rotary: 3.0, quantize_int8: 1.25, dequantize_int8: 1.25, top_k: 1.0}


def calls_for(function, seconds):
    """How many calls take about that long."""
    function()
    begin = time.perf_counter()
    function()
    once = max(time.perf_counter() - begin, 1e-7)
    return max(1, math.ceil(seconds / once))


def shortest(functions, rounds, seconds):
    """The shortest time of a call of each function, which take turns."""
    counts = {name: calls_for(function, seconds) for name, function in functions.items()}
    best = dict.fromkeys(functions, math.inf)
    for _ in range(rounds):
        for name, function in functions.items():
            count = counts[name]
            begin = time.perf_counter()
            for _ in range(count):
                function()
            best[name] = min(best[name], (time.perf_counter() - begin) / count)
    return best


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("library")
    arguments.add_argument("chart")
    arguments.add_argument("--threads", type=int, default=torch.get_num_threads())
    arguments.add_argument("--rounds", type=int, default=15)
    arguments.add_argument("--only", help="the name of one kernel")
    options = arguments.parse_args()
    kernels = tvm_ffi.load_module(options.library)
    torch.set_num_threads(options.threads)
    kernels.set_num_threads(options.threads)
    torch.manual_seed(0)
    gc.disable()

    charts = {}
    print(f"{options.threads} threads; microseconds, and the others' time divided by ours")
    for make, bytes_moved in KERNELS.items():
        if options.only not in (None, make.__name__):
            continue
        lines = {}
        print(f"\n{make.__name__:16} {'ours':>10} {'torch':>10} {'numpy':>10} {'copy':>10}   torch/ours numpy/ours ours/copy")
        for size in SIZES:
            count = size // 4
            x = torch.randn(max(count // WIDTH, 1), min(count, WIDTH))
            functions = make(kernels, x)
            # What the memory can do: a copy by torch with the same threads, of as many bytes.
            half = torch.empty(max(int(size * bytes_moved / 8), 1))
            other = torch.empty_like(half)
            functions["copy"] = lambda half=half, other=other: other.copy_(half)
            times = shortest(functions, options.rounds, 2e-3)
            for name, seconds in times.items():
                lines.setdefault(name, []).append((size, seconds))
            ours, by_torch, by_numpy, copy = (times[name] * 1e6 for name in ("ours", "torch", "numpy", "copy"))
            print(
                f"{size:>16} {ours:10.1f} {by_torch:10.1f} {by_numpy:10.1f} {copy:10.1f}   "
                f"{by_torch / ours:10.2f} {by_numpy / ours:10.2f} {ours / copy:9.2f}",
                flush=True,
            )
        charts[make.__name__] = lines
    gc.enable()
    draw(charts, f"{options.threads} threads, float32, rows of {WIDTH}", options.chart)


if __name__ == "__main__":
    main()
