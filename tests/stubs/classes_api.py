"""The classes and functions of the fixture, as an author writes the file before `tvm-ffi-stubgen` fills it in."""

# The generator shows the constructor under a second name, which a derived class has with other parameters.
# mypy: disable-error-code=override

# tvm-ffi-stubgen(begin): import-section
# tvm-ffi-stubgen(end)

import os

import tvm_ffi

LIBRARY = tvm_ffi.load_module(os.environ["FFI_FIXTURE_CLASSES"])

# tvm-ffi-stubgen(begin): global/fixture_classes
# tvm-ffi-stubgen(end)


@tvm_ffi.register_object("fixture_classes.IntPair")
class IntPair(tvm_ffi.Object):
    """Two integers."""

    # tvm-ffi-stubgen(begin): object/fixture_classes.IntPair
    # tvm-ffi-stubgen(end)


@tvm_ffi.register_object("fixture_classes.Shape")
class Shape(tvm_ffi.Object):
    """What all shapes have."""

    # tvm-ffi-stubgen(begin): object/fixture_classes.Shape
    # tvm-ffi-stubgen(end)


@tvm_ffi.register_object("fixture_classes.Circle")
class Circle(Shape):
    """A shape with a radius."""

    # tvm-ffi-stubgen(begin): object/fixture_classes.Circle
    # tvm-ffi-stubgen(end)


@tvm_ffi.register_object("fixture_classes.Node")
class Node(tvm_ffi.Object):
    """A node of a tree."""

    # tvm-ffi-stubgen(begin): object/fixture_classes.Node
    # tvm-ffi-stubgen(end)


@tvm_ffi.register_object("fixture_classes.Point")
class Point(tvm_ffi.Object):
    """A point with a label."""

    # tvm-ffi-stubgen(begin): object/fixture_classes.Point
    # tvm-ffi-stubgen(end)


@tvm_ffi.register_object("fixture_classes.NoInit")
class NoInit(tvm_ffi.Object):
    """Comes from functions only."""

    # tvm-ffi-stubgen(begin): object/fixture_classes.NoInit
    # tvm-ffi-stubgen(end)
