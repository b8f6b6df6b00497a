"""Finds and loads the library."""

from __future__ import annotations

import importlib.metadata
import platform
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tvm_ffi

# As in pyproject.toml: `load_lib_module` has taken `extra_lib_paths` since then.
_OLDEST = (0, 1, 11)
_INSTALL = "pip install --upgrade 'apache-tvm-ffi>={}.{}.{}'".format(*_OLDEST)


def _check_version() -> None:
    try:
        version = importlib.metadata.version("apache-tvm-ffi")
    except importlib.metadata.PackageNotFoundError:
        return  # Not installed by pip: a build of one's own.
    if tuple(int(number) for number in re.findall(r"\d+", version)[:3]) < _OLDEST:
        raise ImportError(f"my_ffi_extension needs a newer apache-tvm-ffi than {version}: {_INSTALL}")


def _load() -> tvm_ffi.Module:
    _check_version()
    try:
        from tvm_ffi.libinfo import load_lib_module
    except ImportError as error:
        raise ImportError(f"my_ffi_extension needs apache-tvm-ffi ({error}): {_INSTALL}") from error
    # An installed package is found by the list of its files; this file's folder serves where there is none.
    folder = Path(__file__).resolve().parent
    try:
        return load_lib_module("my-ffi-extension", "my_ffi_extension", extra_lib_paths=[folder])
    except Exception as error:
        system = f"{sys.platform} {platform.machine()}"
        raise ImportError(f"my_ffi_extension cannot load its library on {system}: {error}") from error


_LIB = _load()
