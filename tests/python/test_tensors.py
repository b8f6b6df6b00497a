"""Tensor views of NumPy arrays."""

import ctypes

import numpy as np
import pytest
import tvm_ffi

SUMS = {
    "i8": "int8",
    "i16": "int16",
    "i32": "int32",
    "i64": "int64",
    "u8": "uint8",
    "u16": "uint16",
    "u32": "uint32",
    "u64": "uint64",
    "f32": "float32",
    "f64": "float64",
}


def odd_address(count, dtype="float32"):
    """An array whose first element lies at an odd address."""
    size = np.dtype(dtype).itemsize
    memory = np.zeros(count * size + 2, dtype="uint8")
    offset = 1 - memory.ctypes.data % 2
    return np.frombuffer(memory.data, dtype=dtype, count=count, offset=offset)


def test_add_one(basics):
    x = np.arange(1, 6, dtype="float32")
    y = np.empty_like(x)
    assert basics.add_one(x, y) is None
    assert y.tolist() == [2, 3, 4, 5, 6]
    assert x.tolist() == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("name", SUMS)
def test_every_dtype(basics, name):
    x = np.array([1, 2, 3, 100], dtype=SUMS[name])
    assert basics[f"sum_{name}"](x) == 106
    assert basics[f"sum_{name}"](x[:0]) == 0
    assert basics[f"sum_{name}"](x.reshape(2, 2)) == 106


@pytest.mark.parametrize("name", SUMS)
def test_every_wrong_dtype_is_a_type_error(basics, raises, name):
    for dtype in SUMS.values():
        if dtype != SUMS[name]:
            with raises(TypeError, SUMS[name], dtype, f"sum_{name}"):
                basics[f"sum_{name}"](np.zeros(3, dtype=dtype))
    with raises(TypeError, SUMS[name], "complex64"):
        basics[f"sum_{name}"](np.zeros(3, dtype="complex64"))


def test_no_tensor_at_all(basics, raises):
    for value in (3, "text", None):
        with raises(TypeError, "Tensor"):
            basics.sum_f32(value)


def test_bool(basics, raises):
    x = np.array([True, False, True, True])
    assert basics.count_true(x) == 3
    basics.flip_in_place(x)
    assert x.tolist() == [False, True, False, False]
    with raises(TypeError, "bool", "uint8"):
        basics.count_true(np.ones(3, dtype="uint8"))


def test_a_bool_byte_of_another_value_is_true_or_refused(basics):
    """A byte that is neither 0 nor 1 must not become a Rust `bool`."""
    raw = np.array([0, 1, 2, 255], dtype="uint8")
    try:
        count = basics.count_true(raw.view("bool"))
    except ValueError:
        return
    assert count == 3


def test_the_slice_starts_at_the_offset(basics):
    x = np.arange(8, dtype="float32")
    assert basics.first_f32(x[2:]) == 2
    assert basics.sum_f32(x[2:5]) == 9


def test_byte_offset_of_dlpack(basics):
    """NumPy moves the pointer; this view leaves it and sets `byte_offset`."""
    memory = np.arange(8, dtype="float32")
    view = OffsetView(memory, 8, 4)
    assert basics.first_f32(view) == 2
    assert basics.sum_f32(view) == 2 + 3 + 4 + 5


def test_zero_dimensions(basics):
    x = np.array(4, dtype="float32")
    assert basics.sum_f32(x) == 4
    assert basics.slice_length_f32(x) == 1
    text = basics.describe(x)
    assert "shape=[]" in text and "ndim=0" in text and "numel=1 " in text and "contiguous=true" in text


def test_empty(basics):
    for shape in ((0,), (4, 0, 4), (0, 0)):
        x = np.zeros(shape, dtype="float32")
        assert basics.sum_f32(x) == 0
        text = basics.describe(x)
        assert f"shape={list(shape)}" in text and "numel=0 " in text and "contiguous=true" in text
    basics.add_one(np.zeros((4, 0), "float32"), np.zeros((4, 0), "float32"))
    assert basics.sum_f32(np.zeros((4, 0, 4), "float32").transpose()) == 0


def test_strided(basics, raises):
    x = np.arange(12, dtype="float32").reshape(3, 4)
    with raises(ValueError, "x", "contiguous"):
        basics.sum_f32(x[:, ::2])
    with raises(ValueError, "x", "contiguous"):
        basics.sum_f32(x.T)
    assert basics.sum_strided(x[:, ::2]) == float(x[:, ::2].sum())
    assert basics.element_of_matrix(x[:, ::2], 1, 1) == 6
    assert basics.element_of_matrix(x.T, 1, 2) == 9
    with raises(IndexError, "[3, 0]", "[3, 4]"):
        basics.element_of_matrix(x, 3, 0)
    assert "strides=[4, 2]" in basics.describe(x[:, ::2])
    assert "contiguous=false" in basics.describe(x.T)
    assert basics.sum_f32(x[1:]) == 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11


def test_negative_strides(basics, raises):
    x = np.arange(4, dtype="float32")[::-1]
    try:
        basics.describe(x)
    except (BufferError, ValueError):
        return
    with raises(ValueError, "contiguous"):
        basics.sum_f32(x)


def test_stride_of_a_dimension_of_size_one(basics):
    x = np.lib.stride_tricks.as_strided(np.arange(3, dtype="float32"), shape=(1, 3), strides=(99 * 4, 4))
    assert "contiguous=true" in basics.describe(x)
    assert basics.sum_f32(x) == 3


def test_odd_address(basics, raises):
    x = odd_address(4)
    assert x.ctypes.data % 2 == 1
    with raises(ValueError, "x", "align"):
        basics.sum_f32(x)
    with raises(ValueError, "y", "align"):
        basics.add_one_in_place(x)
    assert basics.sum_f32(x[:0]) == 0
    assert basics.sum_u8(odd_address(4, "uint8")) == 0


def test_shape_mismatch(basics, raises):
    with raises(ValueError) as raised:
        basics.add_one(np.zeros(3, "float32"), np.zeros(4, "float32"))
    assert raised.message == "x has shape [3], y has [4]"


def test_in_place(basics):
    x = np.arange(3, dtype="float32")
    basics.add_one_in_place(x)
    assert x.tolist() == [1, 2, 3]
    basics.fill(x.view("uint8"), 0)
    assert x.tolist() == [0, 0, 0]


def test_overlap(basics, raises):
    memory = np.arange(8, dtype="float32")
    for x, y in [
        (memory, memory),
        (memory[:4], memory[3:7]),
        (memory[3:7], memory[:4]),
        (memory[1:2], memory[1:2]),
    ]:
        with raises(ValueError, "x", "y", "overlap"):
            basics.add_one(x, y)
        with raises(ValueError, "x", "y", "overlap"):
            basics.swap(x, y)
        # Two shared views of one memory are fine.
        assert basics.dot(x, y) == float((x * y).sum()) if x.shape == y.shape else True
    assert memory.tolist() == list(range(8))
    basics.add_one(memory[:4], memory[4:])
    assert memory.tolist() == [0, 1, 2, 3, 1, 2, 3, 4]
    basics.swap(memory[:2], memory[2:4])
    assert memory.tolist() == [2, 3, 0, 1, 1, 2, 3, 4]


def test_empty_views_do_not_overlap(basics):
    memory = np.arange(4, dtype="float32")
    basics.add_one(memory[2:2], memory[2:2])


def test_read_only(basics):
    x = np.arange(3, dtype="float32")
    x.flags.writeable = False
    with pytest.raises((BufferError, ValueError)):
        basics.add_one_in_place(x)
    assert x.tolist() == [0, 1, 2]


def test_typed(basics, raises):
    assert basics.sum_typed(np.arange(4, dtype="float32")) == 6
    with raises(TypeError, "float32", "float64"):
        basics.sum_typed(np.arange(4, dtype="float64"))


def test_optional_view(basics):
    assert basics.option_view(None) == -1
    assert basics.option_view(np.zeros(5, "float32")) == 5


def test_returned_tensors(basics):
    tensor = basics.make_tensor(4)
    array = np.from_dlpack(tensor)
    assert array.tolist() == [0, 1, 2, 3] and array.dtype == np.float32
    assert basics.sum_f32(tensor) == 6
    assert basics.sum_tensor(tensor) == 6
    zeros = np.from_dlpack(basics.make_zeros(2, 3))
    assert zeros.shape == (2, 3) and zeros.dtype == np.float64 and not zeros.any()
    del tensor
    assert array.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize(("rows", "columns"), [(0, 0), (4, 0), (0, 4)])
def test_returned_empty_tensors(basics, rows, columns):
    zeros = np.from_dlpack(basics.make_zeros(rows, columns))
    assert zeros.shape == (rows, columns)


def test_a_negative_extent(basics, raises):
    with raises(ValueError, "-1"):
        basics.make_tensor(-1)
    with raises(ValueError, "-3"):
        basics.make_zeros(2, -3)
    with pytest.raises((ValueError, MemoryError)):
        basics.make_zeros(2**40, 2**40)


def test_a_kept_tensor_outlives_its_argument(basics):
    kept = basics.keep_tensor(tvm_ffi.from_dlpack(np.arange(5, dtype="float32")))
    junk = [np.full(5, 9, "float32") for _ in range(100)]
    assert np.from_dlpack(kept()).tolist() == [0, 1, 2, 3, 4]
    del junk


class Device(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int32), ("id", ctypes.c_int32)]


class DataType(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class ManagedTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", Device),
        ("ndim", ctypes.c_int32),
        ("dtype", DataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    ]


class OffsetView:
    """A 1-d float32 view that is exported with a `byte_offset` and NULL strides."""

    def __init__(self, memory, byte_offset, count):
        self.memory = memory
        self.shape = (ctypes.c_int64 * 1)(count)
        self.managed = ManagedTensor(
            memory.ctypes.data, Device(1, 0), 1, DataType(2, 32, 1), self.shape, None, byte_offset, None, None
        )

    def __dlpack_device__(self):
        return (1, 0)

    def __dlpack__(self, **_):
        new = ctypes.pythonapi.PyCapsule_New
        new.restype = ctypes.py_object
        new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return new(ctypes.addressof(self.managed), b"dltensor", None)


def test_a_huge_tensor_without_memory_is_an_error(basics, raises):
    huge = np.lib.stride_tricks.as_strided(np.zeros(1, "float32"), (2**45,), (0,))
    with raises(MemoryError, str(2**45)):
        basics.sum_strided(huge)
    with raises(ValueError, "fits into memory", str(2**31)):
        basics.make_zeros(2**31, 2**31)


def test_a_bytearray_is_copied_before_a_tensor_of_it_is_written_to(basics):
    memory = bytearray(b"some memory that is shared")
    tensor = np.frombuffer(memory, "uint8")
    basics.fill_with_first(memory, tensor)
    assert set(memory) == {ord("s")}


def test_an_element_outside_of_the_shape(basics, raises):
    matrix = np.zeros((2, 3), "float32")
    with raises(IndexError, "`x`", "[2, 0]", "[2, 3]", "element_of_matrix("):
        basics.element_of_matrix(matrix, 2, 0)
