"""What outlives a module, loading in unusual orders, and exits; each in a process of its own."""

import shutil

import pytest

OUTLIVES = """
import gc, sys
import numpy as np
import tvm_ffi

path, keep = sys.argv[1], sys.argv[2] == "True"
module = tvm_ffi.load_module(path, keep_module_alive=keep)
add_five = module.make_adder(5)
counter = module.make_counter()
tensor = module.make_tensor(4)
text = module.repeat("ab", 50)
data = module.echo_bytes(b"y" * 1000)
function = module["add"]
kept = module.keep_tensor(tvm_ffi.from_dlpack(np.arange(3, dtype="float32")))
glob = tvm_ffi.get_global_func("fixture_basics.add")
try:
    module.raise_kind("ValueError", "kept")
except ValueError as error:
    raised = error
del module
gc.collect()
assert add_five(1) == 6
assert [counter(), counter()] == [1, 2]
assert np.from_dlpack(tensor).tolist() == [0, 1, 2, 3]
assert text == "ab" * 50 and data == b"y" * 1000
assert function(40, 2) == 42
assert np.from_dlpack(kept()).tolist() == [0, 1, 2]
assert glob(2) == 3
assert str(raised) == "kept"
del function
gc.collect()
assert add_five(2) == 7
assert glob(3) == 4
if sys.argv[3] == "drop":
    del add_five, counter, tensor, text, data, kept, glob, raised
    gc.collect()
print("done")
"""


@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize("end", ["drop", "hold"])
def test_results_outlive_the_module(run_script, basics_path, keep, end):
    assert run_script(OUTLIVES, basics_path, keep, end) == "done\n"


def test_reloading_after_a_drop(run_script, basics_path):
    script = """
import gc, sys, tvm_ffi
for number in range(5):
    module = tvm_ffi.load_module(sys.argv[1], keep_module_alive=False)
    assert module.add(number) == number + 1
    assert tvm_ffi.get_global_func("fixture_basics.add")(number) == number + 1
    del module
    gc.collect()
"""
    run_script(script, basics_path)


def test_the_same_library_twice(run_script, basics_path):
    script = """
import sys, tvm_ffi
first = tvm_ffi.load_module(sys.argv[1])
second = tvm_ffi.load_module(sys.argv[1])
assert first.add(1) == second.add(1) == 2
assert tvm_ffi.get_global_func("fixture_basics.add")(1) == 2
"""
    run_script(script, basics_path)


ANOTHER = """
import subprocess, sys, tvm_ffi
first = tvm_ffi.load_module(sys.argv[1])
glob = tvm_ffi.get_global_func("fixture_basics.add")
report = ""
try:
    second = tvm_ffi.load_module(sys.argv[2])
except Exception as error:
    report = str(error)
    second = None
print(report, file=sys.stderr, flush=True)
assert first.add(1) == 2
assert glob(40, 2) == 42
assert tvm_ffi.get_global_func("fixture_basics.add")(40, 2) == 42
"""


def reported(run_script, script, *paths):
    """Runs a script and returns all that it and the library wrote to standard error."""
    wrapped = "import os; os.dup2(1, 2)\n" + script
    return run_script(wrapped, *paths)


def test_a_copy_under_another_name(run_script, basics_path, tmp_path):
    copy = tmp_path / "libcopy.so"
    shutil.copy(basics_path, copy)
    script = ANOTHER + """
if second is not None:
    assert second.add(3) == 4
    assert "fixture_basics.add" in second["_registration_errors"]()
assert first["_registration_errors"]() == ""
"""
    assert "fixture_basics.add" in reported(run_script, script, basics_path, copy)


def test_another_library_with_the_same_global(run_script, basics_path, conflict_path):
    script = ANOTHER + """
if second is not None:
    assert second.own() == 12
    assert "fixture_basics.add" in second["_registration_errors"]()
    assert tvm_ffi.get_global_func("fixture_conflict.own")() == 11
"""
    assert "fixture_basics.add" in reported(run_script, script, basics_path, conflict_path)


BEFORE_THE_HOST = """
import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
assert library["__tvm_ffi_add"]
import tvm_ffi
module = tvm_ffi.load_module(sys.argv[1])
"""


def test_errors_of_a_library_loaded_before_the_host(run_script, basics_path):
    script = BEFORE_THE_HOST + """
try:
    module.raise_kind("ValueError", "after all")
except ValueError as error:
    assert str(error) == "after all"
assert module.add(1) == 2
assert tvm_ffi.get_global_func("fixture_basics.add")(40, 2) == 42
"""
    run_script(script, basics_path)


def test_globals_of_a_library_loaded_before_the_host(run_script, basics_path):
    """Once it is loaded as a module, or after the first call of one of its functions at the latest."""
    script = BEFORE_THE_HOST + """
assert module.add(1) == 2
assert tvm_ffi.get_global_func("fixture_basics.add")(40, 2) == 42
"""
    run_script(script, basics_path)


def test_called_through_ctypes_without_a_host(run_script, basics_path):
    """There is no place to put an error then, and no crash either."""
    script = """
import ctypes, sys

class Value(ctypes.Structure):
    _fields_ = [("type_index", ctypes.c_int32), ("padding", ctypes.c_uint32), ("value", ctypes.c_int64)]

library = ctypes.CDLL(sys.argv[1])
call = library["__tvm_ffi_add"]
arguments = (Value * 3)(Value(1, 0, 40), Value(1, 0, 2), Value(1, 0, 0))
result = Value()
assert call(None, arguments, ctypes.c_int32(2), ctypes.byref(result)) == 0
assert (result.type_index, result.value) == (1, 42)
assert call(None, arguments, ctypes.c_int32(3), ctypes.byref(result)) == -1
import tvm_ffi
assert tvm_ffi.load_module(sys.argv[1]).add(1) == 2
"""
    run_script(script, basics_path)


def test_exit_with_live_objects_in_a_cycle(run_script, basics_path):
    script = """
import sys, tvm_ffi
module = tvm_ffi.load_module(sys.argv[1])
cycle = []
cycle.append((cycle, module.make_adder(1), module.make_tensor(3), module))
tvm_ffi.register_global_func("fixture_python.cycle", lambda value: cycle[0][1](value))
assert module.call_global("fixture_python.cycle", 4) == 5
module.register_global("fixture_python.adder", module.make_adder(3))
"""
    run_script(script, basics_path)


def test_a_file_that_is_no_library(run_script, tmp_path):
    path = tmp_path / "libtext.so"
    path.write_text("no library")
    script = """
import sys, tvm_ffi
for path in (sys.argv[1], sys.argv[1].replace("text", "missing")):
    try:
        tvm_ffi.load_module(path)
    except RuntimeError as error:
        assert path in str(error), error
    else:
        raise AssertionError("loaded")
"""
    run_script(script, path)
