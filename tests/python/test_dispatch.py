"""Generic functions, one instance of which the dtypes of the tensors choose."""

import json

import numpy
import pytest
import tvm_ffi
from tvm_ffi.core import TypeSchema

SCALE = "scale(x: Tensor[float32 | float64 | int32 | float16 | bfloat16], y: Tensor[float32 | float64 | int32 | float16 | bfloat16], k: float | int) -> None"


@pytest.mark.parametrize(
    ("dtype", "k"), [("float32", 0.5), ("float64", 0.1), ("int32", 3), ("float16", 0.25), ("float32", 2)]
)
def test_the_dtype_chooses(kernels, dtype, k):
    x = numpy.arange(6, dtype=dtype).reshape(2, 3)
    y = numpy.zeros_like(x)
    kernels.scale(x, y, k)
    numpy.testing.assert_array_equal(y, x * numpy.asarray(k, dtype=dtype))


def test_an_owned_tensor_chooses(kernels):
    x = tvm_ffi.from_dlpack(numpy.arange(3.0))
    y = numpy.zeros(3)
    kernels.scale(x, y, 2)
    assert y.tolist() == [0, 2, 4]


def test_a_dtype_that_is_not_listed(kernels, raises):
    x = numpy.zeros(3, dtype="int64")
    with raises(TypeError) as raised:
        kernels.scale(x, x.copy(), 1)
    assert raised.message == (
        f"Mismatched type on argument #0 when calling: `{SCALE}`. "
        "Expected a tensor of float32, float64, int32, float16 or bfloat16 but got int64"
    )


def test_a_tensor_that_disagrees(kernels, raises):
    with raises(TypeError) as raised:
        kernels.scale(numpy.zeros(3, dtype="float32"), numpy.zeros(3, dtype="float64"), 1)
    assert raised.message == (
        f"Mismatched type on argument #1 when calling: `{SCALE}`. "
        "Expected `Tensor[float32]` as argument `x` is but got `Tensor[float64]`"
    )


@pytest.mark.parametrize(("x", "name"), [(1, "int"), (None, "None"), ("x", "str"), ([1.0], "Array")])
def test_no_tensor(kernels, raises, x, name):
    with raises(TypeError) as raised:
        kernels.scale(x, numpy.zeros(3), 1)
    assert raised.message == (
        f"Mismatched type on argument #0 when calling: `{SCALE}`. "
        "Expected `Tensor[float32 | float64 | int32 | float16 | bfloat16]` "
        f"but got `{name}`"
    )


def test_another_argument_is_no_tensor(kernels, raises):
    with raises(TypeError, "argument #1", "Expected `Tensor[float64]` as argument `x` is but got `int`"):
        kernels.scale(numpy.zeros(3), 1, 1)


def test_a_scalar_of_the_type(kernels, raises):
    x = numpy.zeros(3, dtype="int32")
    with raises(TypeError, "argument #2", "Expected `int` but got `float`"):
        kernels.scale(x, x.copy(), 0.5)
    with raises(ValueError, "argument #2 `k`", "an integer from -2147483648 to 2147483647 but got 2147483648"):
        kernels.scale(x, x.copy(), 2**31)


def test_overlap_comes_first(kernels, raises):
    x = numpy.zeros(3, dtype="int64")
    with raises(ValueError, "Overlapping"):
        kernels.scale(x, x, 1)


def test_two_type_parameters(kernels, raises):
    for index in ["int32", "int64"]:
        places = numpy.array([0, 2, 2], dtype=index)
        assert kernels.gather_sum(places, numpy.arange(3, dtype="float32")) == 4
        assert kernels.gather_sum(places, numpy.arange(3, dtype="int64"), 10) == 14
    with raises(TypeError, "argument #0", "Expected a tensor of int32 or int64 but got int8"):
        kernels.gather_sum(numpy.zeros(1, dtype="int8"), numpy.zeros(1, dtype="float32"))
    with raises(TypeError, "argument #1", "Expected a tensor of float32 or int64 but got float64"):
        kernels.gather_sum(numpy.zeros(1, dtype="int64"), numpy.zeros(1))
    with raises(IndexError, "an index is out of range"):
        kernels.gather_sum(numpy.array([3]), numpy.zeros(3, dtype="int64"))


def test_stacked_attributes_share_the_types(kernels):
    function = tvm_ffi.get_global_func("fixture_kernels.gather_sum")
    assert function(numpy.array([1]), numpy.arange(3)) == 1


def test_a_global(kernels, raises):
    first = tvm_ffi.get_global_func("fixture_kernels.first")
    assert first(numpy.array([3, 4], dtype="int8")) == 3
    assert first(numpy.array([0.5])) == 0.5
    assert first(numpy.array([True])) is True
    with raises(TypeError, "`fixture_kernels.first(x: Tensor[int8 | float64 | bool]) -> int | float | bool`"):
        first(numpy.zeros(1, dtype="float32"))


def test_optional_tensors(kernels, raises):
    single, double = numpy.zeros(1, dtype="float32"), numpy.zeros(1)
    assert kernels.chosen(single, None) == "float32 [true, false, false]"
    assert kernels.chosen(None, double) == "float64 [false, true, false]"
    assert kernels.chosen(None, None, double) == "float64 [false, false, true]"
    assert kernels.chosen(single, single, single) == "float32 [true, true, true]"
    with raises(TypeError) as raised:
        kernels.chosen(None, None)
    assert raised.message.endswith(
        "Expected a tensor as argument `a` or `b` or `c`, which chooses `T`, but got None"
    )
    with raises(
        TypeError, "argument #1", "Expected `Optional[Tensor[float64]]` as argument `a` is but got `Tensor[float32]`"
    ):
        kernels.chosen(double, single)
    with raises(TypeError, "argument #1", "Expected a tensor of float32 or float64 but got int64"):
        kernels.chosen(None, numpy.zeros(1, dtype="int64"))
    with raises(TypeError, "argument #0", "Expected `Optional[Tensor[float32]]` as argument `b` is but got `int`"):
        kernels.chosen(3, single)


def test_an_optional_tensor_before_one_that_must_be_given(kernels, raises):
    single, double = numpy.zeros(1, dtype="float32"), numpy.zeros(2)
    assert list(kernels.chosen_or_second(None, double)) == [8, 0, 2]
    assert list(kernels.chosen_or_second(single, single)) == [4, 1, 1]
    with raises(TypeError, "argument #1", "Expected `Tensor[float32 | float64]` but got `None`"):
        kernels.chosen_or_second(None, None)
    with raises(TypeError, "argument #1", "Expected `Tensor[float32]` as argument `a` is but got `None`"):
        kernels.chosen_or_second(single, None)


def test_metadata(kernels):
    metadata = kernels.get_function_metadata("gather_sum")
    assert metadata["dispatch"] == {
        "T": {"dtypes": ["float32", "int64"], "arguments": ["x"]},
        "I": {"dtypes": ["int32", "int64"], "arguments": ["index"]},
    }
    assert metadata["parameters"] == [
        {"name": "index"},
        {"name": "x"},
        {"name": "start", "default": "T::default()"},
    ]
    schema = TypeSchema.from_json_str(metadata["type_schema"])
    assert str(schema) == "Callable[[Tensor, Tensor, float | int], float | int]"
    assert json.loads(metadata["type_schema"])["type"] == "ffi.Function"
