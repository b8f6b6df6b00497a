"""A Python package of Rust functions and classes."""

# The first import is the one that says what is missing.
from . import base as _base  # isort: skip
from . import _ffi_api
from ._ffi_api import IntPair, add_one

__all__ = ["IntPair", "add_one", "raise_error"]


def raise_error(msg: str) -> None:
    """Raises a RuntimeError with the given message."""
    _ffi_api.raise_error(msg)
