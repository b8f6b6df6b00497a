"""The fixture's classes as Python classes, registered once for all files of tests."""

import conftest
import tvm_ffi

MODULE = tvm_ffi.load_module(conftest.library_path("classes"))


def register(name, base=tvm_ffi.Object):
    return tvm_ffi.register_object(f"fixture_classes.{name}")(type(name, (base,), {"__doc__": None, "__module__": __name__}))


IntPair = register("IntPair")
Shape = register("Shape")
Circle = register("Circle", Shape)
PlacedCircle = register("PlacedCircle", Circle)
Square = register("Square", Shape)
Node = register("Node")
Point = register("Point")
Line = register("Line")
Table = register("Table")
ClonedTable = register("ClonedTable")
Counting = register("Counting")
Sealed = register("Sealed")
NoInit = register("NoInit")
Empty = register("Empty")
Failing = register("Failing")
EveryType = register("EveryType")
Blocks = register("Blocks")
