"""What the library offers; all but this header is written by `generate_api.py`."""

# tvm-ffi-stubgen(begin): import-section
# fmt: off
# isort: off
from __future__ import annotations
from tvm_ffi import init_ffi_api as _FFI_INIT_FUNC
from typing import TYPE_CHECKING
# isort: on
# fmt: on
# tvm-ffi-stubgen(end)

# isort: split
from collections.abc import Callable, Mapping, MutableMapping, MutableSequence, Sequence
from typing import Any, Protocol

import tvm_ffi

from .base import _LIB

__all__ = [
    # tvm-ffi-stubgen(begin): __all__
    "IntPair",
    "raise_error",
    # tvm-ffi-stubgen(end)
]


class DLPackTensor(Protocol):
    """A tensor of PyTorch, NumPy or any other framework that speaks DLPack."""

    def __dlpack__(self, *args: Any, **kwargs: Any) -> Any: ...

    def __dlpack_device__(self) -> Any: ...


# tvm-ffi-stubgen(begin): global/my_ffi_extension
# fmt: off
_FFI_INIT_FUNC("my_ffi_extension", __name__)
if TYPE_CHECKING:
    def raise_error(_0: str, /) -> None: ...
# fmt: on
# tvm-ffi-stubgen(end)


@tvm_ffi.register_object("my_ffi_extension.IntPair")
class IntPair(tvm_ffi.Object):
    """Two integers."""

    # tvm-ffi-stubgen(begin): object/my_ffi_extension.IntPair
    # fmt: off
    a: int
    b: int
    if TYPE_CHECKING:
        def __init__(self, a: int, b: int) -> None: ...
        def __ffi_init__(self, _0: int, _1: int, /) -> None: ...
        def sum(self, /) -> int: ...
    # fmt: on
    # tvm-ffi-stubgen(end)


# exports(begin): written by generate_api.py


_call_add_one = _LIB.get_function("add_one")


def add_one(x: DLPackTensor, y: DLPackTensor) -> None:
    """Adds one to every element of `x`, into `y`.

    Both are float32 tensors of one shape, of any framework that speaks DLPack.
    """
    _call_add_one(x, y)


# exports(end)
