"""What editors, type checkers and `help` see of the package."""

import ast
import keyword
import os
import re

import pytest

from environments import run
from package_copy import EXAMPLE

GENERATED = EXAMPLE / "python/my_ffi_extension/_ffi_api.py"

USER = """\
import my_ffi_extension
import numpy

x = numpy.arange(3, dtype="float32")
y = numpy.empty_like(x)
my_ffi_extension.add_one(x, y)
my_ffi_extension.add_one(x=x, y=y)
my_ffi_extension.raise_error(msg="text")
pair = my_ffi_extension.IntPair(1, b=2)
pair.a = pair.b + pair.sum()
"""

MISTAKES = """\
import my_ffi_extension

my_ffi_extension.add_one(1, 2)
my_ffi_extension.add_one()
my_ffi_extension.raise_error(b"bytes")
my_ffi_extension.missing()
my_ffi_extension.IntPair("1", 2)
my_ffi_extension.IntPair(1, 2).a = "3"
my_ffi_extension.IntPair(1, 2).sum(3)
"""


def test_the_generated_file_is_up_to_date(environment, package, wheel):
    del wheel
    environment.run(EXAMPLE / "generate_api.py", "--check", package.library(), GENERATED)


def test_a_file_that_is_out_of_date_is_reported(environment, package, wheel, tmp_path):
    del wheel
    changed = tmp_path / "_ffi_api.py"
    text = GENERATED.read_text(encoding="utf-8")
    changed.write_text(text.replace("Adds one", "Adds two"), encoding="utf-8")
    command = [EXAMPLE / "generate_api.py", package.library(), changed]
    assert "is out of date" in environment.run(*command, "--check", expected=1)
    environment.run(*command)
    assert changed.read_text(encoding="utf-8") == text


def test_help(environment):
    printed = environment.script("import my_ffi_extension as m; help(m.add_one)")
    assert "add_one(x: 'DLPackTensor', y: 'DLPackTensor') -> 'None'" in printed
    assert "Adds one to every element of `x`, into `y`." in printed
    assert "Both are float32 tensors" in printed


def test_help_of_a_class(environment):
    printed = environment.script("import my_ffi_extension as m; help(m.IntPair)")
    for text in ("Two integers.", "Sum of both fields.", "The first one, which can be changed.", "The second one."):
        assert text in printed
    assert "IntPair(a, b)" in printed or "__init__(self, a, b)" in printed, printed


def test_keywords(environment):
    script = "import my_ffi_extension as m; m.add_one({})"
    for arguments, message in [
        ("1, z=2", "unexpected keyword argument 'z'"),
        ("1, x=2", "multiple values for argument 'x'"),
        ("y=2", "missing 1 required positional argument: 'x'"),
    ]:
        printed = environment.script(script.format(arguments), expected=1)
        assert "TypeError: add_one() " in printed and message in printed


@pytest.fixture(scope="module")
def mypy(tools, environment):
    def check(*files, expected=0):
        return tools.command(
            "mypy", "--strict", "--cache-dir", environment.folder / "mypy-cache",
            "--python-executable", environment.python, *files,
            expected=expected, cwd=environment.folder,
        )  # fmt: skip

    return check


def test_mypy_passes_a_user_s_script(mypy, tmp_path):
    script = tmp_path / "user.py"
    script.write_text(USER, encoding="utf-8")
    mypy(script)


def test_mypy_finds_mistakes(mypy, tmp_path):
    script = tmp_path / "mistakes.py"
    script.write_text(MISTAKES, encoding="utf-8")
    printed = mypy(script, expected=1)
    lines = {int(line) for line in re.findall(r"mistakes\.py:(\d+): error", printed)}
    assert lines == set(range(3, len(MISTAKES.splitlines()) + 1)), printed


def test_mypy_passes_the_package(mypy, environment):
    del environment
    mypy("--package", "my_ffi_extension")


@pytest.fixture(scope="module")
def basics(environment, tmp_path_factory):
    """The Python of a library with exports of every kind."""
    folder = tmp_path_factory.mktemp("basics") / "basics"
    folder.mkdir()
    text = GENERATED.read_text(encoding="utf-8")
    # Without the class of the other library.
    text, count = re.subn(r"@tvm_ffi\.register_object.*?(?=\n\n\n)", "", text, flags=re.DOTALL)
    assert count == 1
    generated = folder / "_ffi_api.py"
    generated.write_text(text.replace("my_ffi_extension", "fixture_basics"), encoding="utf-8")
    library = os.environ["FFI_FIXTURE_BASICS"]
    (folder / "base.py").write_text(
        f"import tvm_ffi\n\n_LIB: tvm_ffi.Module = tvm_ffi.load_module({library!r})\n", encoding="utf-8"
    )
    (folder / "__init__.py").write_text("from ._ffi_api import *\n", encoding="utf-8")
    environment.run(EXAMPLE / "generate_api.py", library, generated)
    return folder


def test_every_export_is_written(basics):
    tree = ast.parse((basics / "_ffi_api.py").read_text(encoding="utf-8"))
    written = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    symbols = run("nm", "--dynamic", "--defined-only", os.environ["FFI_FIXTURE_BASICS"])
    exported = {
        name
        for name in re.findall(r" __tvm_ffi_(\w+)$", symbols, flags=re.MULTILINE)
        # The loader's own, docstrings and metadata begin with an underscore.
        if not name.startswith("_")
    }
    names = {f"{name}_" if keyword.iskeyword(name) else name for name in exported}
    assert names and names <= written, names - written


def test_defaults(basics, environment):
    """Python shows them all, and the library fills in those that only it can spell."""
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); import basics, inspect\n"
        "print(inspect.signature(basics._ffi_api.two_defaults))\n"
        "call = basics._ffi_api.two_defaults\n"
        "print(call(1)); print(call(1, 2)); print(call(second=5, first=1, third='x'))\n"
        "try: call(1, third='x')\n"
        "except TypeError as error: print(error)\n"
        "print(inspect.signature(basics._ffi_api.add))\n"
        "print(basics._ffi_api.option_with_default(), basics._ffi_api.option_with_default(None))\n"
    )
    signature, *printed = environment.run("-c", script, basics.parent).splitlines()
    assert signature == "(first: 'int', second: 'int' = 2 * 10, third: 'str' = \"three\") -> 'str'"
    assert printed == [
        "1 20 three",
        "1 2 three",
        "1 5 x",
        "give the argument whose default is 2 * 10 as well, since a later one is given",
        "(a: 'int', b: 'int' = 1) -> 'int'",
        "7 None",
    ]


def test_a_new_class_is_added(environment, package, tmp_path):
    text = GENERATED.read_text(encoding="utf-8")
    without = re.sub(r"@tvm_ffi\.register_object.*?(?=# exports)", "", text, flags=re.DOTALL)
    assert "register_object" not in without
    changed = tmp_path / "_ffi_api.py"
    changed.write_text(without, encoding="utf-8")
    environment.run(EXAMPLE / "generate_api.py", package.library(), changed)
    added = changed.read_text(encoding="utf-8")
    # The docstring is for the author to write.
    assert added.replace("The class `my_ffi_extension.IntPair`.", "Two integers.") == text


def test_mypy_passes_every_kind_of_export(mypy, basics):
    mypy(basics / "_ffi_api.py")
