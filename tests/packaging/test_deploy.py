"""The library of the installed wheel in programs without Python."""

import shutil

import pytest

from environments import run
from package_copy import EXAMPLE, LIBRARY, OFFLINE, remap_flags

PRINTED = "1 2 3\nRuntimeError: from Rust\n3\n"


@pytest.fixture(scope="module")
def library(environment):
    return environment.site_packages / "my_ffi_extension" / LIBRARY


def test_cpp_with_cmake(library, environment, tools, tmp_path):
    tools.command("cmake", "-S", EXAMPLE / "deploy", "-B", tmp_path, f"-DPython_EXECUTABLE={environment.python}")
    tools.command("cmake", "--build", tmp_path)
    assert run(tmp_path / "deploy", library) == PRINTED


def test_cpp_with_a_plain_compiler(library, environment, tmp_path):
    def configuration(option):
        return run(environment.folder / "bin/tvm-ffi-config", option).strip()

    libraries = configuration("--libdir")
    run(
        "c++", "-std=c++17", EXAMPLE / "deploy/main.cc", "-o", tmp_path / "deploy",
        "-I", configuration("--includedir"), "-I", configuration("--dlpack-includedir"),
        "-L", libraries, f"-Wl,-rpath,{libraries}", "-ltvm_ffi",
    )  # fmt: skip
    assert run(tmp_path / "deploy", library) == PRINTED


def test_rust_without_libtvm_ffi(library, package, tmp_path):
    environment = package.environment(CARGO_BUILD_RUSTFLAGS=remap_flags(package.folder), FFI_RUNTIME_HOST="")
    run("cargo", "build", "--release", "--locked", "--example", "deploy", cwd=package.folder, env=environment)
    # A copy of the library where there is no libtvm_ffi.
    copied = shutil.copy(library, tmp_path)
    program = package.target / "release/examples/deploy"
    printed = run("env", "-i", program, copied, cwd=tmp_path, env=OFFLINE)
    assert printed == "[1.0, 2.0, 3.0]\nRuntimeError: from Rust\n3\n"
