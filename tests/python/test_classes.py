"""Classes from Python: construction, fields, methods, inheritance, identity, errors."""

import gc
import sys
import threading

import numpy
import pytest
import tvm_ffi
from class_registry import (
    Blocks,
    Circle,
    Empty,
    EveryType,
    Failing,
    IntPair,
    NoInit,
    Node,
    PlacedCircle,
    Shape,
    Square,
)


def test_constructor_takes_positional_and_keyword_arguments():
    for pair in [IntPair(1, 2), IntPair(1, b=2), IntPair(a=1, b=2), IntPair(b=2, a=1)]:
        assert (pair.a, pair.b, pair.sum()) == (1, 2, 3)
    assert IntPair(5).b == 7
    assert IntPair(a=5).sum() == 12


@pytest.mark.parametrize(
    "arguments, keywords, message",
    [
        ((), {}, "Mismatched number of arguments when calling: `fixture_classes.IntPair(a: int, b: int = 7)"),
        ((1, 2, 3), {}, "Expected 1 to 2 but got 3"),
        ((), {"b": 1}, "Missing argument `a` when calling: `fixture_classes.IntPair("),
        ((1,), {"a": 1}, "Two values for argument `a` when calling"),
        ((1,), {"c": 1}, "Unexpected keyword argument `c` when calling"),
        ((1, 2, 3), {"a": 1}, "Expected 1 to 2 but got 3"),
        (("x",), {}, "Mismatched type on argument #0 when calling: `fixture_classes.IntPair("),
        ((), {"a": "x"}, "Mismatched type on argument #0 when calling: `fixture_classes.IntPair("),
    ],
)
def test_constructor_refuses(raises, arguments, keywords, message):
    with raises(TypeError, message):
        IntPair(*arguments, **keywords)


def test_fields(raises):
    pair = IntPair(1, 2)
    pair.a = 10
    assert (pair.a, pair.sum()) == (10, 12)
    with pytest.raises(AttributeError):
        pair.b = 3
    with pytest.raises(AttributeError):
        pair.cache
    with raises(TypeError, "Mismatched type on field `a` of `fixture_classes.IntPair`. Expected `int` but got `str`"):
        pair.a = "x"
    assert pair.a == 10


def test_methods(raises):
    pair = IntPair(1, 2)
    assert pair.scaled(3) == 6
    assert pair.scaled(3, 1) == 7
    assert IntPair.unit().sum() == 2
    assert len(pair) == 2
    assert not hasattr(pair, "not_exposed")
    with raises(TypeError, "Mismatched type on argument #1", "fixture_classes.IntPair.scaled(self: fixture_classes.IntPair, factor: int"):
        pair.scaled("x")
    with raises(TypeError, "Expected 2 to 3 but got 1"):
        pair.scaled()


def test_docstrings():
    assert IntPair.a.__doc__ == "The first one, which can be set."
    assert IntPair.sum.__doc__ == "Sum of both fields."


def test_repr():
    text = repr(IntPair(1, 2))
    assert "IntPair" in text and "a=1" in text and "b=2" in text


def test_identity(classes):
    pair = IntPair(1, 2)
    assert pair.itself().same_as(pair)
    assert classes["same_pair"](pair, pair.itself())
    assert not classes["same_pair"](pair, IntPair(1, 2))
    assert classes["optional_pair"](pair).same_as(pair)
    assert classes["optional_pair"](None) is None


def test_objects_as_arguments_and_returns(classes, raises):
    assert classes["total"](IntPair(3, 4)) == 7
    assert classes["total_by_reference"](IntPair(3, 4)) == 7
    assert isinstance(classes["make_pair"](1, 2), IntPair)
    pairs = classes["pairs"](4)
    assert [pair.sum() for pair in pairs] == [0, 2, 4, 6]
    assert classes["sum_of_pairs"](pairs) == 12
    assert classes["sum_of_pairs"]([IntPair(1, 1), IntPair(2, 2)]) == 6
    by_name = tvm_ffi.get_global_func("fixture_classes.pair_map")(["x", "yy"])
    assert {key: pair.a for key, pair in by_name.items()} == {"x": 1, "yy": 2}
    with raises(TypeError, "Expected `fixture_classes.IntPair` but got `fixture_classes.Empty`"):
        classes["total"](Empty())
    with raises(TypeError, "Expected `fixture_classes.IntPair` but got `int`"):
        classes["total_by_reference"](1)
    with raises(TypeError, "`[1]`: Expected `fixture_classes.IntPair` but got `None`"):
        classes["sum_of_pairs"]([IntPair(1, 1), None])


def test_a_method_of_another_class_is_refused(raises):
    method = next(m for m in IntPair.__tvm_ffi_type_info__.methods if m.name == "sum")
    with raises(TypeError, "Expected `fixture_classes.IntPair` but got `fixture_classes.Shape`"):
        method.func(Shape("s"))
    with raises(TypeError, "Expected `fixture_classes.IntPair` but got `None`"):
        method.func(None)


def test_inheritance(classes, raises):
    circle = Circle("round", 2.0)
    placed = PlacedCircle("far", radius=1.0, x=5.0)
    assert (circle.name, circle.radius) == ("round", 2.0)
    assert (placed.name, placed.radius, placed.x, placed.right_edge()) == ("far", 1.0, 5.0, 6.0)
    assert circle.shouted() == "ROUND" and placed.shouted() == "FAR"
    assert placed.area() == pytest.approx(3.14159265)
    assert isinstance(placed, Circle) and isinstance(placed, Shape)
    for shape in [Shape("plain"), circle, placed]:
        assert classes["name_of"](shape) == shape.name
    assert classes["radius_of"](placed) == 1.0
    assert classes["radius_if_any"](placed) == 1.0
    assert classes["radius_if_any"](Shape("plain")) is None
    made = classes["circle_as_shape"](3.0)
    assert type(made) is Circle and made.radius == 3.0
    assert list(classes["shape_names"]([Shape("a"), Circle("b", 1.0)])) == ["a", "b"]
    placed.name = "near"
    assert placed.name == "near"
    with raises(TypeError, "Expected `fixture_classes.Circle` but got `fixture_classes.Shape`"):
        classes["radius_of"](Shape("plain"))


def test_fallible_constructor(raises):
    with raises(ValueError, "a radius of -1 is below zero"):
        Circle("bad", -1.0)
    with raises(ValueError, "a radius of -1 is below zero"):
        PlacedCircle("bad", -1.0, 0.0)


def test_classes_without_constructor(classes, raises):
    assert classes["make_no_init"](3).value == 3
    with raises(TypeError, "`fixture_classes.NoInit` has no constructor"):
        NoInit(3)


def test_the_bases_constructor_makes_no_derived_objects(classes, raises):
    assert (classes["make_square"](2.0).side, classes["make_square"](2.0).shouted()) == (2.0, "SQUARE")
    with raises(TypeError, "`fixture_classes.Square` has no constructor"):
        Square("s")


def test_weak_references():
    parent, child = Node(1), Node(2)
    parent.add(child)
    assert child.parent().same_as(parent)
    assert parent.total() == 3
    assert [node.value for node in parent.children] == [2]
    del parent
    gc.collect()
    assert child.parent() is None


def test_optional_object_fields():
    first, second = Node(1), Node(2)
    assert first.next is None
    first.next = second
    assert first.next.same_as(second)
    first.next = None
    assert first.next is None
    with pytest.raises(TypeError):
        first.next = Empty()


def test_every_field_type():
    every = EveryType()
    values = {
        "boolean": (True, False),
        "byte": (1, 255),
        "int": (-1, 2**63 - 1),
        "float": (1.5, -0.25),
        "single": (2.5, 0.5),
        "text": ("text", "ü" * 100),
        "bytes": (b"bytes", b"\0" * 100),
        "dtype": (tvm_ffi.dtype("float32"), tvm_ffi.dtype("int8")),
        "device": (tvm_ffi.device("cpu", 0), tvm_ffi.device("cuda", 1)),
        "option": (None, 3),
        "any": (None, "anything"),
        "atomic": (1, -5),
        "flag": (False, True),
        "mutex": ("locked", "again"),
        "color": ("Red", "Green"),
    }
    for name, (before, after) in values.items():
        assert getattr(every, name) == before, name
        setattr(every, name, after)
        assert getattr(every, name) == after, name
    lists = {
        "shape": ([1, 2], [3]),
        "numbers": ([1, 2], [4, 5, 6]),
        "array": (["a"], ["b", "c"]),
        "pair": ([1, "one"], [2, "two"]),
        "lock": ([], ["x"]),
    }
    for name, (before, after) in lists.items():
        assert list(getattr(every, name)) == before, name
        setattr(every, name, after)
        assert list(getattr(every, name)) == after, name
    for name in ["map", "tree"]:
        assert len(getattr(every, name)) == 1
        setattr(every, name, {"x": 5})
        assert dict(getattr(every, name).items()) == {"x": 5}
    every.function = lambda x: x + 1
    assert every.function(2) == 3
    every.tensor = tvm_ffi.from_dlpack(numpy.arange(3.0))
    assert list(numpy.from_dlpack(every.tensor)) == [0.0, 1.0, 2.0]
    assert (every.type, every.renamed) == ("kind", 5)
    assert not hasattr(every, "original")
    assert EveryType.type.__doc__ == "A name that Rust keeps for itself."


@pytest.mark.parametrize("value", [256, -1])
def test_numbers_out_of_range(raises, value):
    failing = Failing("nowhere")
    with raises(ValueError, "Invalid value of field `small` of `fixture_classes.Failing`. Expected", str(value)):
        failing.small = value
    assert failing.small == 0


def test_errors_and_panics_are_contained(raises, marked_line):
    with raises(KeyError, "no object of error") as init:
        Failing("error")
    line = marked_line("classes", "failing.rs", "init")
    assert any(entry.tb_lineno == line for entry in traceback_entries(init.error))
    with raises(RuntimeError, "cannot make one of panic"):
        Failing("panic")
    failing = Failing("here")
    with raises(IndexError, "method of here"):
        failing.fail()
    with raises(RuntimeError, "method panics in here"):
        failing.panic()
    with raises(RuntimeError, "no copy of getter"):
        Failing("getter").panics_when_cloned
    with raises(ValueError, "Invalid value of field `large` of `fixture_classes.Failing`"):
        Failing("large").large
    assert failing.large == 1
    assert failing.panics_when_cloned == "here"
    doomed = Failing("drop")
    del doomed
    gc.collect()
    assert Failing("here").small == 0


def traceback_entries(error):
    entry = error.__traceback__
    while entry is not None:
        yield entry
        entry = entry.tb_next


def test_eight_threads():
    pair = IntPair(0, 1)
    node = Node(0)
    failures = []

    def work(number):
        try:
            for round in range(300):
                pair.a = number
                assert pair.sum() in range(1, 9)
                node.next = Node(round)
                assert node.next is not None
                node.add(Node(1))
                IntPair(round, b=number).itself().scaled(2)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[0]
    assert node.total() == 8 * 300


def test_objects_outlive_their_module(run_script, classes_path):
    for keep_alive in (True, False):
        output = run_script(
            """
import sys, gc, tvm_ffi
module = tvm_ffi.load_module(sys.argv[1], keep_module_alive=sys.argv[2] == "True")

@tvm_ffi.register_object("fixture_classes.IntPair")
class IntPair(tvm_ffi.Object):
    pass

pair, made = IntPair(1, 2), module["make_pair"](3, 4)
del module
gc.collect()
assert pair.sum() + made.sum() == 10
pair.a = 5
print(pair.itself().sum())
""",
            classes_path,
            keep_alive,
        )
        assert output.strip() == "7"


def test_a_taken_type_key_is_reported(run_script, classes_path, tmp_path):
    output = run_script(
        """
import shutil, sys, tvm_ffi
first = tvm_ffi.load_module(sys.argv[1])
copy = sys.argv[2] + "/copy.so"
shutil.copy(sys.argv[1], copy)
second = tvm_ffi.load_module(copy)
errors = second["_registration_errors"]()
assert "the type key `fixture_classes.IntPair` is registered already" in errors, errors

@tvm_ffi.register_object("fixture_classes.IntPair")
class IntPair(tvm_ffi.Object):
    pass

assert IntPair(1, 2).sum() == 3
assert first["total"](IntPair(1, 2)) == 3
try:
    second["make_pair"](1, 2)
except Exception as error:
    print(type(error).__name__, str(error).splitlines()[0])
try:
    second["total"](IntPair(1, 2))
except TypeError as error:
    print("refused")
""",
        classes_path,
        tmp_path,
    )
    assert "there are no objects of class `fixture_classes.IntPair`" in output
    assert "refused" in output


def test_a_second_method_of_one_name_is_reported(classes):
    blocks = Blocks(3)
    # The linker decides which block comes first.
    made, named = {"first": (3, ("other", "second_name")), "second": (-3, ("new", "name"))}[blocks.name()]
    assert (blocks.value, blocks.more()) == (made, made + 1)
    prefix = "`fixture_classes::blocks::Blocks::"
    assert classes["_registration_errors"]().splitlines() == [
        f"{prefix}{named[0]}`: the class has a constructor already, `__ffi_init__`: the first one stays in effect",
        f"{prefix}{named[1]}`: the class has a method of that name already, `name`: the first one stays in effect",
    ]


def test_python_subclasses_of_rust_classes_are_refused(raises):
    """A class of Python's has objects that no Rust code made."""
    try:

        @tvm_ffi.dataclasses.py_class("fixture_classes.PythonChild")
        class Child(IntPair):
            c: int

        child = Child(1, 2, 3)
    except (TypeError, ValueError, RuntimeError) as error:
        assert "IntPair" in str(error) or "cannot" in str(error)
    else:
        with pytest.raises((TypeError, ValueError)):
            child.sum()
    assert sys.getrefcount(IntPair) > 0


def test_classes_of_python_from_rust(classes, raises):
    with raises(TypeError, "there is no type `fixture_classes.PythonPoint`"):
        classes.make_python_point(1, "early")

    @tvm_ffi.dataclasses.py_class("fixture_classes.PythonPoint")
    class PythonPoint(tvm_ffi.Object):
        x: int
        name: str

    point = classes.make_python_point(1, "new")
    assert isinstance(point, PythonPoint)
    assert (point.x, point.name) == (1, "new")
    moved = classes.move_python_point(point, 2)
    assert moved.same_as(point)
    assert (point.x, point.name) == (3, "moved new")

    @tvm_ffi.dataclasses.py_class("fixture_classes.PythonPointOfThree")
    class PythonPointOfThree(PythonPoint):
        z: int

    assert classes.move_python_point(PythonPointOfThree(1, "sub", 4), 1).z == 4
    with raises(TypeError, "Expected `fixture_classes.PythonPoint` but got `fixture_classes.IntPair`"):
        classes.move_python_point(IntPair(1), 1)


@pytest.mark.parametrize("levels", [1, 64, 65, 100_000])
def test_long_chains_are_dropped(levels):
    last = Node(0)
    first = last
    for value in range(levels):
        parent = Node(value)
        parent.add(first)
        first = parent
    assert last.parent() is not None
    del first, parent
    assert last.parent() is None
