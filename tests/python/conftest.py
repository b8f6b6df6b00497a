"""Shared by all tests: the fixture libraries and ways to look at errors."""

import os
import pathlib
import subprocess
import sys

import pytest
import tvm_ffi

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "fixtures"


def library_path(name):
    """The path of a fixture library, which the Rust test built."""
    return os.environ[f"FFI_FIXTURE_{name.upper()}"]


@pytest.fixture(scope="session")
def basics():
    return tvm_ffi.load_module(library_path("basics"))


@pytest.fixture(scope="session")
def basics_path():
    return library_path("basics")


@pytest.fixture(scope="session")
def classes():
    return tvm_ffi.load_module(library_path("classes"))


@pytest.fixture(scope="session")
def classes_path():
    return library_path("classes")


@pytest.fixture(scope="session")
def containers():
    return tvm_ffi.load_module(library_path("containers"))


@pytest.fixture(scope="session")
def containers_path():
    return library_path("containers")


@pytest.fixture(scope="session")
def example_cuda():
    return tvm_ffi.load_module(library_path("example_cuda"))


@pytest.fixture(scope="session")
def example_kernels():
    return tvm_ffi.load_module(library_path("example_kernels"))


@pytest.fixture(scope="session")
def example_kernels_path():
    return library_path("example_kernels")


@pytest.fixture(scope="session")
def kernels():
    return tvm_ffi.load_module(library_path("kernels"))


@pytest.fixture(scope="session")
def kernels_path():
    return library_path("kernels")


@pytest.fixture(scope="session")
def modules():
    return tvm_ffi.load_module(library_path("modules"))


@pytest.fixture(scope="session")
def modules_path():
    return library_path("modules")


@pytest.fixture(scope="session")
def tensors():
    return tvm_ffi.load_module(library_path("tensors"))


@pytest.fixture(scope="session")
def tensors_path():
    return library_path("tensors")


@pytest.fixture(scope="session")
def conflict_path():
    return library_path("conflict")


class Raised:
    """Asserts that a block raises exactly one type, and holds the message and the error."""

    def __init__(self, kind, *parts):
        self.kind = kind
        self.parts = parts

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        assert kind is not None, f"no {self.kind.__name__} was raised"
        if kind is not self.kind:
            return False
        self.error = error
        self.message = str(error.args[0])
        for part in self.parts:
            assert part in self.message, f"{part!r} is not in {self.message!r}"
        return True


@pytest.fixture(scope="session")
def raises():
    return Raised


@pytest.fixture(scope="session")
def marked_line():
    """The line of a `mark:` comment in a source file of a fixture."""

    def find(fixture, file, mark):
        path = FIXTURES / fixture / "src" / file
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if f"// mark: {mark}" in line:
                return number
        raise LookupError(f"{path} has no mark {mark}")

    return find


@pytest.fixture(scope="session")
def frames():
    """The frames of an error's traceback as (file, line, function)."""

    def read(error):
        found = []
        traceback = error.__traceback__
        while traceback is not None:
            code = traceback.tb_frame.f_code
            found.append((code.co_filename, traceback.tb_lineno, code.co_name))
            traceback = traceback.tb_next
        return found

    return read


@pytest.fixture(scope="session")
def run_script():
    """Runs a script in a process of its own, which must end with exit code 0."""

    def run(script, *arguments, expected=0):
        finished = subprocess.run(
            [sys.executable, "-X", "faulthandler", "-c", script, *map(str, arguments)],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            # The package imports PyTorch by itself otherwise, which takes seconds.
            env={**os.environ, "TVM_FFI_DISABLE_TORCH_C_DLPACK": "1"},
        )
        assert finished.returncode == expected, (
            f"exit code {finished.returncode}\n{finished.stdout}\n{finished.stderr}"
        )
        return finished.stdout

    return run
