"""Uses the generated stubs as they allow: mypy has nothing to say, and it runs."""

from typing import Mapping, Optional, Sequence

from classes_api import Circle, IntPair, Node, Point, Shape, pair_map

pair: IntPair = IntPair(1, 2)
by_name: IntPair = IntPair(b=2, a=1)
shorter: IntPair = IntPair(1)
pair.a = pair.b + pair.sum() + pair.scaled(2, 1) + len(pair)
one: IntPair = IntPair.unit().itself()

circle: Circle = Circle("round", radius=1.5)
shape: Shape = circle
shape.name = circle.shouted()
area: float = circle.area() + circle.radius

node: Node = Node(1)
node.add(Node(2))
node.next = Node(3)
children: Sequence[Node] = node.children
values: int = sum(child.value for child in children) + node.total()
parent: Optional[Node] = children[0].parent()
assert parent is not None
parent.next = None

point: Point = Point(1, 2, "here")
points = [Point(1), Point(1, label="there"), Point(x=1, y=2)]
label: str = point.label + points[1].label

pairs: Mapping[str, IntPair] = pair_map(["a", "bb"])
lengths: Sequence[int] = [value.a for value in pairs.values()]

print(pair.a, one.sum(), shape.name, values, label, lengths)
