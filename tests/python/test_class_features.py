"""What Python itself offers for objects: signatures, help, repr, subclasses, pickles, the end of the interpreter."""

import gc
import inspect
import pickle
import pydoc
import threading

import pytest
import tvm_ffi
from class_registry import Circle, Failing, IntPair, Line, Node, PlacedCircle, Point

REGISTER = """
import sys, tvm_ffi
module = tvm_ffi.load_module(sys.argv[1])

@tvm_ffi.register_object("fixture_classes.IntPair")
class IntPair(tvm_ffi.Object):
    pass

@tvm_ffi.register_object("fixture_classes.Node")
class Node(tvm_ffi.Object):
    pass
"""


def parameters(cls):
    """The parameters of a constructor as Python shows them: name, whether it can be left out, whether by name only."""
    empty, by_name = inspect.Parameter.empty, inspect.Parameter.KEYWORD_ONLY
    listed = inspect.signature(cls).parameters.values()
    return [(one.name, one.default is not empty, one.kind is by_name) for one in listed]


def test_signatures():
    assert parameters(IntPair) == [("a", False, False), ("b", True, False)]
    assert parameters(Point) == [("x", False, False), ("y", True, False), ("label", True, False)]
    assert parameters(PlacedCircle) == [("name", False, False), ("radius", False, False), ("x", False, False)]
    # `from` cannot be shown, so the place of `to` is not its own.
    assert parameters(Line) == [("to", False, True)]
    # What is no field cannot be shown either.
    assert parameters(Failing) == []


def test_a_constructors_default_is_no_fields_default(raises):
    """It is in the signature, but whoever rebuilds an object still has to say everything."""
    field = next(field for field in IntPair.__tvm_ffi_type_info__.fields if field.name == "b")
    assert field.c_has_default
    with raises(TypeError, "Required field `b` not set in type `fixture_classes.IntPair`"):
        field.c_default_factory()
    field = next(field for field in Point.__tvm_ffi_type_info__.fields if field.name == "y")
    assert field.c_default == 0


def test_help():
    text = pydoc.render_doc(IntPair, renderer=pydoc.plaintext)
    for line in ["Sum of both fields.", "The first one, which can be set.", "The pair of ones."]:
        assert line in text
    assert "Readonly properties" in text or "readonly properties" in text.lower()

    @tvm_ffi.register_object("fixture_classes.Empty")
    class Documented(tvm_ffi.Object):
        """Python's own words."""

    assert Documented.__doc__ == "Python's own words."


def test_repr_of_nested_and_cyclic_objects():
    assert repr(Line(Point(1), Point(2, 3, "end"))) == (
        'fixture_classes.Line(from=fixture_classes.Point(x=1, y=0, label=""), '
        'to=fixture_classes.Point(x=2, y=3, label="end"))'
    )
    first, second = Node(1), Node(2)
    first.next, second.next = second, first
    assert repr(first) == (
        "fixture_classes.Node(value=1, children=(), next=fixture_classes.Node(value=2, children=(), next=...))"
    )
    first.next = None


def test_python_subclasses_with_methods_of_their_own(classes):
    class Doubling(IntPair):
        def double(self):
            return 2 * self.sum()

    class Square(IntPair):
        def __init__(self, side):
            self.__ffi_init__(side, b=side)

        def area(self):
            return self.a * self.b

    pair, square = Doubling(1, b=2), Square(3)
    assert (type(pair), pair.double(), len(pair)) == (Doubling, 6, 2)
    assert (type(square), square.area(), square.sum()) == (Square, 9, 6)
    pair.a = 5
    assert classes["total"](pair) == 7 and classes["sum_of_pairs"]([pair, square]) == 13
    # The object is one of the registered class; Python's subclass is only a view of it.
    again = square.itself()
    assert type(again) is IntPair and again.same_as(square)


def test_pickles_travel_between_processes(run_script, classes_path, tmp_path):
    path = tmp_path / "objects"
    path.write_bytes(pickle.dumps([IntPair(1, 2), Point(3, 4, "here")]))
    output = run_script(
        """
import pathlib, pickle, sys, types
import tvm_ffi
tvm_ffi.load_module(sys.argv[1])
registry = sys.modules["class_registry"] = types.ModuleType("class_registry")
for name in ["IntPair", "Point"]:
    cls = type(name, (tvm_ffi.Object,), {"__module__": "class_registry"})
    setattr(registry, name, tvm_ffi.register_object(f"fixture_classes.{name}")(cls))
path = pathlib.Path(sys.argv[2])
pair, point = pickle.loads(path.read_bytes())
assert (pair.a, pair.b, pair.sum(), pair.scaled(10)) == (1, 2, 3, 20)
print(point.label)
pair.a = 10
path.write_bytes(pickle.dumps(pair))
""",
        classes_path,
        path,
    )
    assert output.strip() == "here"
    back = pickle.loads(path.read_bytes())
    assert type(back) is IntPair and (back.a, back.b) == (10, 2)


@pytest.mark.parametrize(
    "script",
    [
        "pair = IntPair(1, 2)\nprint(pair.sum())",
        """
import atexit
pair = IntPair(1, 2)
atexit.register(lambda: print(pair.sum()))
""",
        """
class Holder:
    pass

holder = Holder()
holder.itself, holder.pair = holder, IntPair(1, 2)
print(holder.pair.sum())
del holder
""",
        """
first, second = Node(1), Node(2)
first.next, second.next = second, first
print(first.value + second.value)
""",
        """
class Holder:
    def __init__(self):
        self.pair = IntPair(1, 2)

    def __del__(self):
        self.pair.a = self.pair.sum() - self.pair.b
        print(self.pair.sum(), flush=True)

holder = Holder()
holder.itself = holder
""",
        """
class Loud(IntPair):
    def __del__(self):
        print(self.sum(), flush=True)

loud = Loud(1, 2)
""",
    ],
    ids=["global", "atexit", "cycle", "native-cycle", "del-in-cycle", "del-of-subclass"],
)
def test_objects_at_the_end_of_the_interpreter(run_script, classes_path, script):
    assert run_script(REGISTER + script, classes_path).strip() == "3"


def test_objects_before_their_class_is_registered(run_script, classes_path):
    run_script(
        """
import sys, tvm_ffi
module = tvm_ffi.load_module(sys.argv[1])
early = module["make_pair"](1, 2)
assert isinstance(early, tvm_ffi.Object) and "IntPair" in type(early).__name__, type(early)
assert (early.a, early.b, early.sum(), module["total"](early)) == (1, 2, 3, 3)
early.a = 5
assert "fixture_classes.IntPair(a=5, b=2)" == repr(early)

@tvm_ffi.register_object("fixture_classes.IntPair")
class IntPair(tvm_ffi.Object):
    pass

late = module["make_pair"](3, 4)
assert type(late) is IntPair and late.sum() == 7
assert early.sum() == 7 and type(early.itself()) is IntPair and early.itself().same_as(early)
assert module["sum_of_pairs"]([early, late, IntPair(1)]) == 7 + 7 + 8
""",
        classes_path,
    )


def test_a_base_that_is_registered_after_its_derived_class(run_script, classes_path):
    run_script(
        """
import sys, tvm_ffi
module = tvm_ffi.load_module(sys.argv[1])
early = module["circle_as_shape"](2.0)
assert early.radius == 2.0 and early.shouted() == "ROUND"

class Shape(tvm_ffi.Object):
    pass

@tvm_ffi.register_object("fixture_classes.Circle")
class Circle(Shape):
    pass

circle = Circle("c", 1.0)
assert (circle.radius, circle.area()) == (1.0, 3.141592653589793)
tvm_ffi.register_object("fixture_classes.Shape")(Shape)
for one in [circle, Circle("c", 1.0), module["circle_as_shape"](1.0)]:
    assert isinstance(one, Circle) and isinstance(one, Shape)
    one.name = "d"
    assert one.shouted() == "D" and module["name_of"](one) == "d"
assert type(Shape("s")) is Shape and Shape("s").shouted() == "S"
""",
        classes_path,
    )


def test_eight_threads_make_and_drop():
    parent = Node(0)
    failures = []

    def work():
        try:
            for number in range(100):
                node = Node(number)
                node.next = Node(number + 1)
                parent.next = node
                parent.add(node)
                assert node.parent().same_as(parent)
                assert IntPair(number, b=1).itself().sum() == number + 1
                circle = Circle("c", 1.0)
                circle.name = "d"
                del node, circle
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[0]
    assert len(parent.children) == 8 * 100
    children = list(parent.children)
    del parent
    gc.collect()
    assert all(child.parent() is None for child in children)
