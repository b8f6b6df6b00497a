"""Loads the extension from Python: `python load.py [path of the library]`.

Needs `pip install apache-tvm-ffi numpy`; PyTorch tensors work too where it is installed.
"""

import pathlib
import sys
import traceback

import numpy as np
import tvm_ffi

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DEFAULT = ROOT / "target" / "debug" / "libquickstart_extension.so"
module = tvm_ffi.load_module(sys.argv[1] if len(sys.argv) > 1 else str(DEFAULT))

x = np.arange(1, 6, dtype="float32")
y = np.empty_like(x)
module.add_one(x, y)
print(f"add_one({x.tolist()}) = {y.tolist()}")

try:
    import torch
except ImportError:
    print("PyTorch is not installed")
else:
    x = torch.arange(1.0, 6.0)
    y = torch.empty_like(x)
    module.add_one(x, y)
    print(f"add_one({x}) = {y}")

print(f"add(41) = {module.add(41)}")

greet = tvm_ffi.get_global_func("quickstart.greet")
print(f'quickstart.greet("world") = {greet("world")}')

print(f"apply(times ten, 4) = {module.apply(lambda value: value * 10, 4)}")

try:
    module.check_positive(-1)
except ValueError:
    print("check_positive(-1) raised")
    traceback.print_exc(file=sys.stdout)
