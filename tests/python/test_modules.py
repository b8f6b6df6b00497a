"""Modules defined in Rust, and loaders of files."""

import gc
import threading

import pytest
import tvm_ffi


def test_a_defined_module_is_a_module(modules):
    module = modules.counters(5)
    assert type(module) is tvm_ffi.Module
    assert module.kind == "counters"
    assert module["next"]() == 5
    assert module.next() == 6
    assert module.get_function("next")() == 7
    assert module.add(40, 2) == 42
    assert module("text") == "main was given text"
    assert module.implements_function("add")
    assert not module.implements_function("missing")
    assert module.is_runnable()
    assert not module.is_binary_serializable()
    assert not module.is_compilation_exportable()


def test_metadata_and_documentation(modules):
    module = modules.counters(0)
    assert module.get_function_metadata("add") == {"type_schema": '{"type":"ffi.Function"}'}
    assert module.get_function_metadata("next") is None
    assert module.get_function_doc("add") == "Adds two integers."
    assert module.get_function_doc("next") == "Counts"
    assert module.get_function_doc("missing") is None


def test_what_is_not_there(modules, raises):
    module = modules.counters(0)
    with raises(AttributeError, "missing"):
        module["missing"]
    with raises(AttributeError, "missing"):
        module.missing
    # What the class of libtvm_ffi answers by itself, with its C++ exceptions.
    with raises(RuntimeError, "Module[counters] does not support WriteToFile"):
        module.write_to_file("file")
    assert module.inspect_source() == ""
    assert list(module.get_write_formats()) == []


def test_errors_arrive_when_the_function_is_called(modules, raises):
    module = modules.counters(0)
    with raises(KeyError, "no entry"):
        module.raises()
    cannot_be_made = module["cannot_be_made"]
    with raises(ValueError, "this function cannot be made"):
        cannot_be_made()
    with raises(RuntimeError, "no such luck"):
        module.panics()
    assert not module.implements_function("panics")
    assert module.get_function_doc("panics") is None
    assert module.get_function_metadata("panics") is None


@pytest.mark.parametrize("kind", ["", "k", "a kind with a long name", "größe"])
def test_kinds(modules, kind):
    assert modules.of_kind(kind).kind == kind
    assert modules.kind_of(modules.of_kind(kind)) == kind


def test_a_kind_with_nul_is_refused(modules, raises):
    with raises(ValueError, "NUL"):
        modules.of_kind("a\0b")


def test_imports(modules, basics, raises):
    first, second = modules.counters(0), modules.counters(100)
    assert list(first.imports) == []
    first.import_module(second)
    first.import_module(basics)
    assert [module.kind for module in first.imports] == ["counters", "library"]
    assert [module.kind for module in modules.imports_of(first)] == ["counters", "library"]
    assert first.get_function("echo_str", query_imports=True)("text") == "text"
    assert first.implements_function("echo_str", query_imports=True)
    assert not first.implements_function("echo_str")
    assert first.get_function_doc("add") == "Adds two integers."
    with raises(RuntimeError, "Cyclic"):
        second.import_module(first)
    first.clear_imports()
    assert list(first.imports) == []
    with raises(AttributeError, "echo_str"):
        first.get_function("echo_str", query_imports=True)


def test_the_object_is_dropped_with_the_last_reference(modules):
    gc.collect()
    before = modules.live_counters()
    first, second = modules.counters(0), modules.counters(0)
    first.import_module(second)
    del second
    assert modules.live_counters() == before + 2
    function = first["next"]
    held = tvm_ffi.convert([first])
    del first
    assert modules.live_counters() == before + 2
    del held
    gc.collect()
    assert modules.live_counters() == before
    assert function() == 0


def test_threads(modules):
    module = modules.counters(0)

    def count():
        for _ in range(200):
            module["next"]()

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert module["next"]() == 800


def test_loaders_by_ending(modules, tmp_path, raises):
    path = tmp_path / "seven.counters"
    path.write_text("7")
    module = tvm_ffi.load_module(path)
    assert module.kind == "counters"
    assert module.next() == 7
    # Of a crate that the extension depends on.
    named = tvm_ffi.load_module("some.fixture_dependency")
    assert named.path() == "some.fixture_dependency"
    with raises(ValueError, "nothing can be loaded from `x.refused`"):
        tvm_ffi.load_module("x.refused")
    assert modules["_registration_errors"]() == ""


def test_a_taken_ending_is_reported(modules, conflict_path, tmp_path):
    conflict = tvm_ffi.load_module(conflict_path)
    report = conflict["_registration_errors"]()
    assert "`fixture_conflict`" in report
    assert "`ffi.Module.load_from_file.counters`" in report
    path = tmp_path / "one.counters"
    path.write_text("1")
    assert tvm_ffi.load_module(path).next() == 1


def test_loaders_of_a_library_that_no_loader_of_modules_has_seen(modules_path, run_script, tmp_path):
    path = tmp_path / "two.counters"
    path.write_text("2")
    script = """
import ctypes, sys
import tvm_ffi
ctypes.CDLL(sys.argv[1])
assert tvm_ffi.load_module(sys.argv[2]).next() == 2
"""
    run_script(script, modules_path, path)


def test_a_library_that_is_loaded_before_the_host(modules_path, run_script, tmp_path):
    path = tmp_path / "three.counters"
    path.write_text("3")
    script = """
import ctypes, sys
ctypes.CDLL(sys.argv[1])
import tvm_ffi
library = tvm_ffi.load_module(sys.argv[1])
assert tvm_ffi.load_module(sys.argv[2]).next() == 3
assert library["_registration_errors"]() == ""
"""
    run_script(script, modules_path, path)


def test_exit_with_modules_alive(modules_path, run_script):
    script = """
import sys
import tvm_ffi
library = tvm_ffi.load_module(sys.argv[1])
kept = [library.counters(i) for i in range(10)]
kept[0].import_module(kept[1])
kept[1].import_module(library)
tvm_ffi.register_global_func("test.kept", kept[0].next)
tvm_ffi._ffi_api.ModuleGlobalsAdd(kept[2])
print("done")
"""
    assert run_script(script, modules_path) == "done\n"
