"""Nested values of every kind, sent from Rust through Python and back: equal, and nothing is lost."""

import ctypes
import gc

import numpy
import pytest
import tvm_ffi

SEEDS = 3000
SIZE = 40


class Pairs:
    """What the constructors of mappings need, with keys that Python would take for the same, such as 1 and True."""

    def __init__(self, pairs):
        self.pairs = pairs

    def items(self):
        return self.pairs


def rebuild(value):
    """The same value made anew by Python, with every part in Python's own types on the way."""
    if isinstance(value, tvm_ffi.List):
        return tvm_ffi.List([rebuild(element) for element in value])
    if isinstance(value, tvm_ffi.Array):
        return tuple(rebuild(element) for element in value)
    if isinstance(value, (tvm_ffi.Map, tvm_ffi.Dict)):
        return type(value)(Pairs([(rebuild(key), rebuild(item)) for key, item in value.items()]))
    if isinstance(value, tvm_ffi.Shape):
        return tvm_ffi.Shape(list(value))
    if isinstance(value, tvm_ffi.dtype):
        return tvm_ffi.dtype(str(value))
    if isinstance(value, tvm_ffi.Device):
        return tvm_ffi.device(value.type, value.index)
    if isinstance(value, tvm_ffi.Tensor):
        return tvm_ffi.from_dlpack(numpy.from_dlpack(value).copy())
    if isinstance(value, tvm_ffi.Function):
        return lambda number: value(number)
    if isinstance(value, ctypes.c_void_p):
        return ctypes.c_void_p(value.value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, bytes):
        return bytes(value)
    return value


def live(containers):
    gc.collect()
    return containers["live_objects"]()


@pytest.mark.parametrize("through", [lambda value: value, rebuild], ids=["identity", "rebuilt"])
def test_values_come_back_equal_and_are_freed(containers, through):
    generate, check = containers["generate"], containers["check"]
    before = live(containers)
    for seed in range(SEEDS):
        size = seed % SIZE
        check(seed, size, through(generate(seed, size)))
    after = live(containers)
    if before is not None:
        assert after == before


def test_a_value_that_does_not_come_back_is_seen(containers):
    with pytest.raises(AssertionError):
        for seed in range(20):
            containers["check"](seed, SIZE, containers["generate"](seed + 1, SIZE))


def test_failed_conversions_lose_nothing(containers, raises):
    before = live(containers)
    for _ in range(100):
        with raises(TypeError, "[2]"):
            containers["echo_vec_string"](["a" * 20, "b" * 20, 3])
        with raises(ValueError, '["large"]'):
            containers["largest_u64_in_map"]()
        with raises(TypeError):
            containers["echo_nested"]([{"k": (1, [1.0])}, {"k": (1, ["x"])}])
    after = live(containers)
    if before is not None:
        assert after == before
