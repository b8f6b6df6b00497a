"""Scalars in and out: ranges, kinds and conversions."""

import ctypes

import pytest
import tvm_ffi

INTEGERS = {
    "i8": (-(2**7), 2**7 - 1),
    "i16": (-(2**15), 2**15 - 1),
    "i32": (-(2**31), 2**31 - 1),
    "i64": (-(2**63), 2**63 - 1),
    "isize": (-(2**63), 2**63 - 1),
    "u8": (0, 2**8 - 1),
    "u16": (0, 2**16 - 1),
    "u32": (0, 2**32 - 1),
    "u64": (0, 2**63 - 1),
    "usize": (0, 2**63 - 1),
}


@pytest.mark.parametrize("name", INTEGERS)
def test_integers_round_trip_up_to_their_bounds(basics, name):
    lowest, highest = INTEGERS[name]
    echo = basics[f"echo_{name}"]
    for value in {lowest, highest, 0, 1, 2, highest - 1}:
        result = echo(value)
        assert result == value
        assert type(result) is int


@pytest.mark.parametrize("name", [name for name in INTEGERS if not name.endswith(("64", "size"))])
def test_an_integer_out_of_range_is_a_value_error(basics, raises, name):
    lowest, highest = INTEGERS[name]
    echo = basics[f"echo_{name}"]
    for value in (lowest - 1, highest + 1, -(2**63), 2**63 - 1):
        with raises(ValueError, f"echo_{name}(", "value", str(value), str(lowest), str(highest)):
            echo(value)
    assert echo(1) == 1


@pytest.mark.parametrize("name", ["u64", "usize"])
def test_a_negative_number_into_a_wide_unsigned_one(basics, raises, name):
    for value in (-1, -(2**63)):
        with raises(ValueError, "value", str(value)):
            basics[f"echo_{name}"](value)


def test_an_integer_beyond_64_bits_is_refused_or_exact(basics):
    for name in ("i64", "u64"):
        for value in (2**64, -(2**63) - 1, 2**200):
            with pytest.raises((ValueError, TypeError, OverflowError)):
                basics[f"echo_{name}"](value)
    with pytest.raises((ValueError, TypeError, OverflowError)):
        basics["echo_i64"](2**63)


@pytest.mark.parametrize("name", ["largest_u64", "largest_usize"])
def test_a_returned_integer_never_wraps(basics, name):
    try:
        value = basics[name]()
    except ValueError as error:
        assert str(2**64 - 1) in str(error)
    else:
        assert value == 2**64 - 1


def test_the_largest_value_the_abi_holds(basics):
    assert basics["largest_representable_u64"]() == 2**63 - 1


def test_bool(basics, raises):
    assert basics["echo_bool"](True) is True
    assert basics["echo_bool"](False) is False
    for value in (1.0, "true", None):
        with raises(TypeError, "`bool`"):
            basics["echo_bool"](value)


def test_a_bool_is_an_integer_and_an_integer_a_float(basics):
    result = basics["echo_i64"](True)
    assert result == 1 and type(result) is int
    for name in ("echo_f32", "echo_f64"):
        result = basics[name](1)
        assert result == 1.0 and type(result) is float


def test_a_float_is_no_integer(basics, raises):
    for value in (2.5, 2.0):
        with raises(TypeError, "Expected `int` but got `float`"):
            basics["echo_i64"](value)


def test_floats(basics):
    for value in (0.0, -0.0, 1.5, -2.25, float("inf"), float("-inf"), 1e300, 5e-324):
        result = basics["echo_f64"](value)
        assert result == value and type(result) is float
    assert str(basics["echo_f64"](-0.0)) == "-0.0"
    assert basics["echo_f64"](float("nan")) != basics["echo_f64"](float("nan"))
    assert basics["echo_f32"](0.1) == ctypes.c_float(0.1).value
    assert basics["echo_f32"](float("inf")) == float("inf")


def test_unit_is_none(basics):
    assert basics["nothing"]() is None


def test_any_keeps_every_value(basics):
    for value in (None, True, 3, -(2**63), 2.5, "text", "x" * 1000, b"", b"y" * 1000):
        result = basics["echo_any"](value)
        assert result == value
    assert basics["echo_any"](True) is True


def test_data_type_and_device(basics, raises):
    for text in ("float32", "int8", "bfloat16", "float8_e4m3fn", "float4_e2m1fnx2", "bool", "int32x4"):
        assert basics["echo_data_type"](tvm_ffi.dtype(text)) == text
    for device in (tvm_ffi.device("cpu", 0), tvm_ffi.device("cuda", 3)):
        assert basics["echo_device"](device) == device
    with raises(TypeError, "`int`"):
        basics["echo_device"](3)


def test_pointers(basics):
    assert basics["echo_pointer"](ctypes.c_void_p(4096)).value == 4096
    assert basics["echo_pointer"](ctypes.c_void_p(0)).value in (None, 0)


def test_numpy_scalars(basics):
    import numpy

    assert basics["echo_i64"](numpy.int32(7)) == 7
    assert basics["echo_f64"](numpy.float32(0.5)) == 0.5


@pytest.mark.parametrize("value", [2**63, 2**64 - 1])
def test_an_unsigned_integer_of_64_bits_is_taken(basics, raises, value):
    # Returning it is an error: the ABI's plain integers are signed.
    with raises(ValueError, "Invalid return value", str(value)):
        basics.echo_u64(value)


def test_a_big_integer_is_named_with_its_value(basics, raises):
    with raises(ValueError, "from 0 to 18446744073709551615", str(2**64)):
        basics.echo_u64(2**64)
    with raises(ValueError, str(2**63)):
        basics.echo_i64(2**63)
    with raises(ValueError, "an integer of 256 bits"):
        basics.echo_i64(2**200)


def test_big_integers_become_floats(basics):
    assert basics.echo_f64(2**64) == 2.0**64
    assert basics.echo_f64(-(2**100)) == -(2.0**100)
