"""The global table: functions of the library, and those registered at run time."""

import pytest
import tvm_ffi


def test_a_global_is_there_once_the_library_is_loaded(basics, raises):
    add = tvm_ffi.get_global_func("fixture_basics.add")
    assert add(40, 2) == 42
    assert add(41) == 42
    with raises(TypeError, "`fixture_basics.add(a: int, b: int = 1) -> int`", "Expected 1 to 2 but got 3"):
        add(1, 2, 3)


def test_a_global_raises(basics, raises, frames):
    with raises(RuntimeError) as raised:
        tvm_ffi.get_global_func("fixture_basics.raise_error")("the message")
    assert raised.message == "the message"
    assert any("globals.rs" in name and "raise_error" in where for name, _, where in frames(raised.error))


def test_stacked_attributes(basics):
    assert basics.stacked("x") == "stacked x"
    assert tvm_ffi.get_global_func("fixture_basics.stacked")("y") == "stacked y"
    assert basics.stacked_too(4) == 8
    assert tvm_ffi.get_global_func("fixture_basics.stacked_too")(5) == 10


def test_init_ffi_api(basics):
    import sys
    import types

    module = types.ModuleType("fixture_api")
    sys.modules["fixture_api"] = module
    tvm_ffi.init_ffi_api("fixture_basics", "fixture_api")
    assert module.add(1, 2) == 3
    assert module.stacked("z") == "stacked z"


def test_rust_calls_a_global_of_python(basics):
    tvm_ffi.register_global_func("fixture_python.triple", lambda value: value * 3)
    assert basics.call_global("fixture_python.triple", 5) == 15
    assert basics.call_global("fixture_basics.add", 5) == 6
    with pytest.raises((ValueError, RuntimeError), match="fixture_python.missing"):
        basics.call_global("fixture_python.missing", 5)


def test_rust_registers_a_global(basics, raises):
    basics.register_global("fixture_python.registered", lambda value: value - 1)
    assert tvm_ffi.get_global_func("fixture_python.registered")(5) == 4
    with raises(RuntimeError, "fixture_python.registered") as raised:
        basics.register_global("fixture_python.registered", lambda value: value - 2)
    assert "already" in raised.message
    assert tvm_ffi.get_global_func("fixture_python.registered")(5) == 4


def test_a_global_has_metadata(basics):
    metadata = tvm_ffi.get_global_func_metadata("fixture_basics.add")
    assert metadata is not None
    assert '"int"' in metadata["type_schema"]
