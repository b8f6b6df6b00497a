"""Classes of the fixture as Python's `tvm_ffi.dataclasses.c_class` declares them."""

import copy
import inspect
import sys
from typing import Any, Optional

import conftest
import pytest
import tvm_ffi
from tvm_ffi.dataclasses import c_class, fields

MODULE = tvm_ffi.load_module(conftest.library_path("classes"))


@c_class("fixture_classes.IntPair", eq=True)
class IntPair(tvm_ffi.Object):
    a: int
    b: int


@c_class("fixture_classes.Shape")
class Shape(tvm_ffi.Object):
    name: str


@c_class("fixture_classes.Circle")
class Circle(Shape):
    radius: float


@c_class("fixture_classes.PlacedCircle")
class PlacedCircle(Circle):
    x: float


@c_class("fixture_classes.Point", eq=True, unsafe_hash=True)
class Point(tvm_ffi.Object):
    x: int
    y: int
    label: str


@c_class("fixture_classes.Node")
class Node(tvm_ffi.Object):
    value: int
    children: Any
    next: "Optional[Node]"


def of_name(name, *exposed):
    body = {"__annotations__": dict.fromkeys(exposed, Any), "__module__": __name__}
    return c_class(f"fixture_classes.{name}")(type(name, (tvm_ffi.Object,), body))


@pytest.mark.parametrize(
    "name, exposed, arguments",
    [
        ("Line", ("from", "to"), (Point(1), Point(2))),
        ("Table", ("name",), ("t",)),
        ("ClonedTable", ("name",), ("t",)),
        ("Counting", ("name",), ("c",)),
        ("Sealed", ("name",), ("s",)),
        ("Empty", (), ()),
        ("Failing", ("panics_when_cloned", "small", "large"), ("here",)),
    ],
)
def test_every_class_can_be_declared(name, exposed, arguments):
    cls = of_name(name, *exposed)
    made = cls(*arguments)
    assert type(made) is cls
    assert [field.name for field in fields(cls)] == list(exposed)
    for field in exposed:
        getattr(made, field)


def test_a_class_without_constructor(raises):
    cls = of_name("NoInit", "value")
    made = MODULE["make_no_init"](3)
    assert type(made) is cls and made.value == 3
    with raises(TypeError, "`fixture_classes.NoInit` has no constructor"):
        cls(3)


def test_every_type_of_field():
    cls = of_name("EveryType", *(field.name for field in field_infos("fixture_classes.EveryType")))
    made = cls()
    assert (made.text, list(made.numbers), made.renamed) == ("text", [1, 2], 5)


def field_infos(key):
    return tvm_ffi.core._lookup_or_register_type_info_from_type_key(key).fields


def test_match_by_name_and_by_place():
    assert IntPair.__match_args__ == ("a", "b")
    assert Point.__match_args__ == ("x", "y", "label")
    assert PlacedCircle.__match_args__ == ("name", "radius", "x")
    if sys.version_info < (3, 10):
        return
    names = {"Circle": Circle, "IntPair": IntPair, "PlacedCircle": PlacedCircle, "Shape": Shape}
    exec(
        """
def kind(value):
    match value:
        case PlacedCircle(x=x):
            return ("placed", x)
        case Circle(name, radius):
            return (name, radius)
        case Shape(name):
            return name
        case IntPair(1, b):
            return b
        case IntPair(a=a):
            return a
""",
        names,
    )
    values = [PlacedCircle("p", 1.0, 5.0), Circle("c", 2.0), Shape("s"), IntPair(1, 2), IntPair(3, 4)]
    assert [names["kind"](value) for value in values] == [("placed", 5.0), ("c", 2.0), "s", 2, 3]


def test_replace():
    replace = getattr(copy, "replace", lambda value, **changes: value.__replace__(**changes))
    pair = IntPair(1, 2)
    again = replace(pair, a=5)
    assert type(again) is IntPair and (again.a, again.b, pair.a) == (5, 2, 1)
    point = replace(Point(1, 2, "here"), label="there")
    assert (point.x, point.y, point.label) == (1, 2, "there")
    with pytest.raises((AttributeError, TypeError)):
        replace(pair, c=1)
    with pytest.raises(TypeError):
        replace(pair, a="x")


def test_read_only_fields_are_replaced_while_the_copy_is_nobody_elses():
    pair = IntPair(1, 2).__replace__(b=9)
    assert (pair.a, pair.b, pair.sum()) == (1, 9, 10)
    with pytest.raises(AttributeError):
        pair.b = 3


def test_comparison_and_hash():
    assert Point(1, 2, "left") == Point(1, 2, "right") and Point(1, 2) != Point(1, 3)
    assert len({Point(1, 2), Point(1, 2, "other"), Point(2, 2)}) == 2
    assert IntPair(1, 2) == IntPair(1, 2) and IntPair(1, 2) != IntPair(1, 3)


def test_copies_keep_the_class():
    node = Node(1)
    node.next = Node(2)
    again = copy.deepcopy(node)
    assert type(again) is Node and again.next.value == 2 and not again.next.same_as(node.next)
    assert copy.copy(node).next.same_as(node.next)


def test_constructor_takes_what_the_signature_says():
    assert list(inspect.signature(Point).parameters) == ["x", "y", "label"]
    point = Point(1, 2, label="here")
    assert (point.x, point.y, point.label) == (1, 2, "here")
    assert Point(1).label == ""
