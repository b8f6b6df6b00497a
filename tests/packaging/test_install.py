"""Installed packages: the example runs in every environment that a user may have."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

from environments import ROOT
from package_copy import EXAMPLE, LIBRARY

EXAMPLE_SCRIPT = EXAMPLE / "run_example.py"
RAISE_LINE = next(
    number
    for number, line in enumerate((EXAMPLE / "src/lib.rs").read_text(encoding="utf-8").splitlines(), 1)
    if "bail!(RuntimeError" in line
)


def check_example(environment, **options):
    printed = environment.run(EXAMPLE_SCRIPT, "add_one", **options)
    assert "numpy: [2.0, 3.0, 4.0, 5.0, 6.0]" in printed
    assert "numpy, by keyword: [3.0, 4.0, 5.0, 6.0, 7.0]" in printed
    pair = environment.run(EXAMPLE_SCRIPT, "int_pair", **options)
    assert pair == "fields: 1 2\nsum: 3\nsum, after a change: 42\n"
    raised = environment.run(EXAMPLE_SCRIPT, "raise_error", expected=1, **options)
    assert "RuntimeError: This is an error message" in raised
    assert f'File "src/lib.rs", line {RAISE_LINE}, in my_ffi_extension::raise_error' in raised
    return printed


def test_the_wheel(environment):
    check_example(environment)


def other_pythons():
    """Of this machine's other supported interpreters, the oldest, the newest and the system's."""
    folders = [pathlib.Path("/usr/bin"), *map(pathlib.Path, os.environ["PATH"].split(os.pathsep))]
    folders += sorted(pathlib.Path.home().glob(".pyenv/versions/*/bin"))
    found = {}
    for folder in folders:
        for path in [folder / "python3", *folder.glob("python3.[0-9]*")]:
            question = "import sys, venv; print(sys.executable, *sys.version_info[:2])"
            try:
                answer = subprocess.run([path, "-c", question], capture_output=True, text=True, check=True)
            except (OSError, subprocess.CalledProcessError):
                continue
            program, major, minor = answer.stdout.rsplit(maxsplit=2)
            found.setdefault(os.path.realpath(program), (int(major), int(minor)))
    found.pop(os.path.realpath(sys.executable), None)
    supported = sorted((version, path) for path, version in found.items() if (3, 9) <= version <= (3, 14))
    system = [(version, path) for version, path in supported if path.startswith("/usr/bin/")]
    return [path for _, path in dict.fromkeys([*supported[:1], *supported[-1:], *system])]


@pytest.mark.parametrize("python", other_pythons() or [None])
def test_the_same_wheel_in_another_python(wheel, new_environment, python):
    if python is None:
        pytest.skip("this machine has one Python only")
    environment = new_environment(python=python)
    environment.install(wheel, "numpy")
    check_example(environment)


def test_without_a_toolchain(wheel, new_environment):
    environment = new_environment()
    # Of all programs just the interpreter, which pip starts by its path.
    environment.install(wheel, "numpy", env={"PATH": str(environment.folder / "bin")})
    check_example(environment, env={"PATH": str(environment.folder / "bin")})


def test_from_the_folder(package, new_environment):
    environment = new_environment()
    environment.install(package.folder, "numpy", env=package.environment())
    check_example(environment)


def test_editable(package, new_environment):
    environment = new_environment()
    environment.install("-e", package.folder, "numpy", env=package.environment())
    check_example(environment)
    module = package.folder / "python/my_ffi_extension/__init__.py"
    text = module.read_text(encoding="utf-8")
    try:
        module.write_text(f"{text}\nEDITED = 1\n", encoding="utf-8")
        assert environment.script("import my_ffi_extension as m; print(m.EDITED)") == "1\n"
    finally:
        module.write_text(text, encoding="utf-8")


def test_on_the_search_path(package, wheel, environment, tmp_path):
    """Without being installed: the library beside the Python files is found by `extra_lib_paths`."""
    del wheel
    sources = tmp_path / "python"
    shutil.copytree(package.folder / "python", sources)
    shutil.copy(package.library(), sources / "my_ffi_extension" / LIBRARY)
    hide = "import importlib.metadata as m, sys; real = m.distribution\n"
    printed = environment.script(
        f"{hide}"
        "def hidden(name):\n"
        "    if name == 'my-ffi-extension': raise m.PackageNotFoundError(name)\n"
        "    return real(name)\n"
        "m.distribution = hidden\n"
        "import my_ffi_extension as package; print(package.__file__, package.add_one.__name__)",
        env={"PYTHONPATH": str(sources)},
    )
    assert printed.split() == [str(sources / "my_ffi_extension/__init__.py"), "add_one"]


def test_two_packages(environment, wheel, unpacked, wheels_of_sdist, new_environment):
    """Each brings its own runtime; in one process they share the host and nothing else."""
    del environment, wheels_of_sdist
    other = unpacked[1].renamed("my_ffi_extension", "other_ffi_extension").wheel("-renamed")
    both = new_environment()
    both.install(wheel, other, "numpy")
    for names in (["my", "other"], ["other", "my"]):
        printed = both.script(
            f"names = {names!r}\n"
            "import importlib, numpy\n"
            "modules = [importlib.import_module(f'{name}_ffi_extension') for name in names]\n"
            "for name, module in zip(names, modules):\n"
            "    x = numpy.arange(3, dtype='float32'); y = numpy.empty_like(x)\n"
            "    module.add_one(x, y)\n"
            "    try: module.raise_error(name)\n"
            "    except RuntimeError as error: print(y.tolist(), error, error.__traceback__.tb_next is not None)\n"
            "    assert module.IntPair(1, 2).sum() == 3\n"
            "    assert module._ffi_api._LIB['_registration_errors']() == ''\n"
            "try: modules[0].IntPair.sum(modules[1].IntPair(1, 2))\n"
            "except TypeError as error: print('TypeError')\n"
        )
        expected = [f"[1.0, 2.0, 3.0] {name} True" for name in names]
        assert printed.splitlines() == [*expected, "TypeError"]


@pytest.fixture(scope="module")
def beside_torch(tools, wheel):
    """PyTorch is in the environment of the other tests; the wheel is put on its search path."""
    folder = ROOT / "beside-torch"
    shutil.rmtree(folder, ignore_errors=True)
    tools.pip("install", "--no-deps", "--target", folder, wheel)
    return {**os.environ, "PYTHONPATH": str(folder)}


@pytest.mark.skipif(os.environ.get("FFI_TEST_TORCH") != "1", reason="FFI_TEST_TORCH=1 installs PyTorch")
@pytest.mark.parametrize("order", ["my_ffi_extension, torch", "torch, my_ffi_extension"])
def test_torch(beside_torch, order):
    script = (
        f"import {order}\n"
        "x = torch.arange(3.0); y = torch.empty_like(x)\n"
        "my_ffi_extension.add_one(x, y); print(y.tolist())\n"
        "try: my_ffi_extension.raise_error('raised')\n"
        "except RuntimeError as error: print(error)\n"
        "print(my_ffi_extension.IntPair(1, 2).sum())\n"
    )
    finished = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, env=beside_torch
    )
    assert finished.stdout == "[1.0, 2.0, 3.0]\nraised\n3\n", finished.stderr


@pytest.mark.skipif(os.environ.get("FFI_TEST_TORCH") != "1", reason="FFI_TEST_TORCH=1 installs PyTorch")
def test_the_example_with_torch(beside_torch):
    finished = subprocess.run(
        [sys.executable, EXAMPLE_SCRIPT, "add_one"], capture_output=True, text=True, check=False, env=beside_torch
    )
    assert "torch: [2.0, 3.0, 4.0, 5.0, 6.0]" in finished.stdout, finished.stderr
