"""Mistakes that the generated stubs let mypy find: each line that has one names mypy's code for it."""

from classes_api import Circle, IntPair, NoInit, Node, Point, Shape, pair_map

IntPair("x")  # mypy: arg-type
IntPair(1, 2, 3)  # mypy: call-arg
IntPair()  # mypy: call-arg
IntPair(1, c=2)  # mypy: call-arg
IntPair(1).a = "x"  # mypy: assignment
IntPair(1).c  # mypy: attr-defined
IntPair(1).scaled("x", 1)  # mypy: arg-type
text: str = IntPair(1).sum()  # mypy: assignment
name: int = Circle("c", 1.0).name  # mypy: assignment
circle: Circle = Shape("s")  # mypy: assignment
Circle(1.0, "c")  # mypy: arg-type arg-type
node: Node = Node(1).parent()  # mypy: assignment
Node(1).next.value  # mypy: union-attr
Node(1).add(Shape("s"))  # mypy: arg-type
Point(1, "here")  # mypy: arg-type
NoInit(1)  # mypy: call-arg
pair_map(["a"])["a"].missing  # mypy: attr-defined
pair_map([1])  # mypy: list-item
