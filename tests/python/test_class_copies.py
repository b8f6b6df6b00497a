"""Copies, pickles, JSON, comparison and hashes of classes, as the host makes them."""

import copy
import pickle

import pytest
import tvm_ffi
from class_registry import ClonedTable, Counting, EveryType, IntPair, Line, Node, Point, Sealed, Table
from tvm_ffi.serialization import from_json_graph_str, to_json_graph_str

deep_copy = tvm_ffi.get_global_func("ffi.DeepCopy")
recursive_equal = tvm_ffi.get_global_func("ffi.RecursiveEq")
recursive_hash = tvm_ffi.get_global_func("ffi.RecursiveHash")


@pytest.mark.parametrize(
    "duplicate",
    [copy.copy, copy.deepcopy, deep_copy, lambda x: pickle.loads(pickle.dumps(x)), lambda x: from_json_graph_str(to_json_graph_str(x))],
    ids=["copy", "deepcopy", "DeepCopy", "pickle", "json"],
)
def test_duplicates(duplicate):
    pair = IntPair(1, 2)
    pair.scaled(1)
    again = duplicate(pair)
    assert type(again) is IntPair and not again.same_as(pair)
    assert (again.a, again.b, again.sum(), again.scaled(3)) == (1, 2, 3, 6)
    again.a = 5
    assert (pair.a, again.a) == (1, 5)
    line = Line(Point(1, 2, "start"), Point(3, 4))
    again = duplicate(line)
    # `from` is a keyword of Python's.
    start = getattr(again, "from")
    assert (start.x, start.y, start.label, again.to.x) == (1, 2, "start", 3)


def test_deep_copies_are_deep():
    line = Line(Point(1, 2), Point(3, 4))
    again = deep_copy(line)
    assert not getattr(again, "from").same_as(getattr(line, "from"))
    assert not again.to.same_as(line.to)
    shared = Point(0)
    again = deep_copy(Line(shared, shared))
    assert getattr(again, "from").same_as(again.to)


def test_shared_objects_stay_shared_in_json():
    shared = Point(1)
    again = from_json_graph_str(to_json_graph_str(Line(shared, shared)))
    assert getattr(again, "from").same_as(again.to)


def test_what_is_hidden_decides(raises):
    assert Table("x").get("x") == 1
    for duplicate in (copy.copy, pickle.dumps, to_json_graph_str, deep_copy):
        with pytest.raises((TypeError, RuntimeError)):
            duplicate(Table("x"))
    again = deep_copy(ClonedTable("x"))
    assert (again.name, again.get("x")) == ("x", 1)
    with pytest.raises(TypeError):
        pickle.dumps(ClonedTable("x"))
    counting = Counting("c")
    assert [counting.count(), counting.count()] == [1, 2]
    again = copy.copy(counting)
    assert (again.name, again.count()) == ("c", 1)
    with pytest.raises(TypeError):
        to_json_graph_str(Sealed("s"))


def test_json_that_does_not_fit(raises):
    text = to_json_graph_str(IntPair(1, 2))
    assert '"a":1' in text.replace(" ", "")
    with pytest.raises(TypeError, match="Required field `b` not set"):
        from_json_graph_str(text.replace(" ", "").replace(',"b":2', ""))
    with pytest.raises(Exception):
        from_json_graph_str(text.replace(" ", "").replace('"b":2', '"b":"x"'))
    # A default stands in for what is missing.
    text = to_json_graph_str(Point(1, 2)).replace(" ", "").replace('"y":2', '"other":3')
    assert from_json_graph_str(text).y == 0


def test_cycles():
    first, second = Node(1), Node(2)
    first.next, second.next = second, first
    again = deep_copy(first)
    assert again.next.next.same_as(again)
    assert not again.same_as(first)
    first.next = None


def test_equality_and_hashes():
    left, right, other = Point(1, 2, "left"), Point(1, 2, "right"), Point(1, 3)
    assert recursive_equal(left, right) and not recursive_equal(left, other)
    assert recursive_hash(left) == recursive_hash(right)
    assert tvm_ffi.structural_equal(left, right) and not tvm_ffi.structural_equal(left, other)
    assert tvm_ffi.structural_hash(left) == tvm_ffi.structural_hash(right)
    assert tvm_ffi.structural_equal(Line(left, other), Line(right, other))
    assert not tvm_ffi.structural_equal(Line(left, other), Line(other, other))


def test_points_as_keys(classes):
    table = tvm_ffi.Map({Point(1, 2): "a", Point(3, 4): "b"})
    assert table[Point(1, 2)] == "a"
    assert Point(5, 6) not in table
    assert classes["distinct"]([Point(1), Point(1), Point(2)]) == 2


def test_dataclass_decorator():
    @tvm_ffi.dataclasses.c_class("fixture_classes.ClonedTable")
    class Again(tvm_ffi.Object):
        name: str

    table = Again("x")
    assert copy.copy(table).get("x") == 1
    assert copy.deepcopy(table).get("x") == 1


def test_every_type_survives():
    every = EveryType()
    every.text = "changed"
    every.numbers = [3, 4, 5]
    again = deep_copy(every)
    assert (again.text, list(again.numbers), again.type, again.renamed) == ("changed", [3, 4, 5], "kind", 5)
