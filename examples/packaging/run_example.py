"""Runs one part of the package: `python run_example.py add_one | raise_error | int_pair`.

`add_one` needs NumPy, and uses PyTorch as well where it is installed.
"""

import importlib.util
import sys

import my_ffi_extension


def run_add_one():
    """Tensors go in without a copy, and the function writes to the second."""
    import numpy

    x = numpy.array([1, 2, 3, 4, 5], dtype="float32")
    y = numpy.empty_like(x)
    my_ffi_extension.add_one(x, y)
    print("numpy:", y.tolist())
    my_ffi_extension.add_one(x=y, y=x)
    print("numpy, by keyword:", x.tolist())

    if importlib.util.find_spec("torch"):
        import torch

        x = torch.tensor([1, 2, 3, 4, 5], dtype=torch.float32)
        y = torch.empty_like(x)
        my_ffi_extension.add_one(x, y)
        print("torch:", y.tolist())


def run_raise_error():
    """The traceback ends in the Rust file."""
    my_ffi_extension.raise_error("This is an error message")


def run_int_pair():
    """An object that Rust holds, with fields and methods."""
    pair = my_ffi_extension.IntPair(1, b=2)
    print("fields:", pair.a, pair.b)
    print("sum:", pair.sum())
    pair.a = 40
    print("sum, after a change:", pair.sum())


PARTS = {"add_one": run_add_one, "raise_error": run_raise_error, "int_pair": run_int_pair}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in PARTS:
        sys.exit(f"usage: python run_example.py {' | '.join(PARTS)}")
    PARTS[sys.argv[1]]()
