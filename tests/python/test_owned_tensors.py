"""Strided access, owned tensors, half floats, `ndarray` arrays, DLPack and streams."""

import ctypes
import gc
import os
import threading

import numpy as np
import pytest
import tvm_ffi

if os.environ.get("FFI_TEST_TORCH") == "1":
    import torch
else:
    try:
        import torch
    except ImportError:
        torch = None

needs_torch = pytest.mark.skipif(torch is None, reason="PyTorch is not installed; FFI_TEST_TORCH=1 installs it")


def strided_views(dtype):
    """Views of one array with strides of every kind that DLPack carries."""
    x = np.arange(60, dtype=dtype).reshape(3, 4, 5)
    strided = np.lib.stride_tricks.as_strided
    return {
        "contiguous": x,
        "transposed": x.transpose(2, 0, 1),
        "columns": x[:, ::2, 1::3],
        "rows": x[1:],
        "backwards": x[::-1, :, ::-1],
        "broadcast": strided(x, shape=(2, 4), strides=(0, x.itemsize)),
        "windows": strided(x, shape=(4, 3), strides=(x.itemsize, x.itemsize)),
        "size one": strided(x, shape=(1, 5), strides=(99 * x.itemsize, x.itemsize)),
        "fortran": np.asfortranarray(x),
        "zero dimensions": x[1, 2, 3, ...],
        "empty": x[:, 2:2],
    }


def memory(view):
    """The array that a view is one of."""
    while getattr(view, "base", None) is not None:
        view = view.base
    return view


VIEWS = list(strided_views("int64"))
DISTINCT = [name for name in VIEWS if name not in ("broadcast", "windows")]


@pytest.mark.parametrize("name", VIEWS)
def test_elements_in_row_major_order(tensors, name):
    x = strided_views("int64")[name]
    assert list(tensors.elements(x)) == x.flatten().tolist()
    y = strided_views("float64")[name]
    assert tensors.sum(y) == y.sum()
    for index in np.ndindex(x.shape):
        assert tensors.get(x, index) == x[index]


@pytest.mark.parametrize("name", DISTINCT)
def test_writing_through_strides(tensors, name):
    x, expected = strided_views("int64")[name], strided_views("int64")[name]
    source = np.arange(1000, 1000 + x.size).reshape(x.shape[::-1]).transpose()
    tensors.copy(source, x)
    expected[...] = source
    assert x.tolist() == expected.tolist()
    assert memory(x).tolist() == memory(expected).tolist()
    tensors.fill(x, -1)
    expected[...] = -1
    for number, index in enumerate(np.ndindex(x.shape)):
        tensors.set(x, index, number)
        expected[index] = number
    assert memory(x).tolist() == memory(expected).tolist()


def test_strided_access_that_is_refused(tensors, raises):
    x = np.arange(6).reshape(2, 3)
    for index in ([2, 0], [0, -1], [0], [0, 0, 0]):
        with raises(IndexError, str(index), "[2, 3]"):
            tensors.get(x, index)
        with raises(IndexError, str(index), "[2, 3]"):
            tensors.set(x, index, 1)
    with raises(ValueError, "`y`", "shape [2, 3]", "shape [3, 2]"):
        tensors.copy(x, np.zeros((3, 2), "int64"))
    with raises(ValueError, "`x`", "`y`", "overlap"):
        tensors.copy(x, x)
    assert x.tolist() == [[0, 1, 2], [3, 4, 5]]
    raw = np.array([0, 1, 7, 1], dtype="uint8")
    with raises(ValueError, "bool"):
        tensors.count_true(raw.view("bool")[::2])
    assert tensors.count_true(raw.view("bool")[1::2]) == 2


@pytest.mark.parametrize(
    ("dtype", "shape", "size"),
    [
        ("float32", [2, 3], 24),
        ("int8", [], 1),
        ("uint64", [4, 0, 4], 0),
        ("bfloat16", [5], 10),
        ("float8_e4m3fn", [3], 3),
        ("float4_e2m1fn", [3], 2),
        ("float4_e2m1fnx2", [3], 3),
        ("float6_e3m2fn", [4], 3),
        ("int4", [7], 4),
        ("float16x4", [2], 16),
    ],
)
def test_zeros_of_any_dtype(tensors, dtype, shape, size):
    x = tensors.zeros(dtype, shape)
    assert str(x.dtype) == dtype and list(x.shape) == shape
    assert tensors.byte_size(x) == size


def test_zeros_that_do_not_fit(tensors, raises):
    for shape in ([2**40, 2**40], [2**62], [-1, 3]):
        with raises(ValueError, str(shape), "float64"):
            tensors.zeros("float64", shape)
    with raises(MemoryError, str(2**50)):
        tensors.zeros("float64", [2**50])


def test_half_floats(tensors, raises):
    values = [0.5, -2.0, 1 / 3, 65504.0, 6e-8]
    x = np.array(values, dtype="float16")
    assert tensors.sum_f16(x) == x.astype("float64").sum()
    tensors.double_f16(x)
    with np.errstate(over="ignore"):
        assert x.tolist() == (np.array(values, dtype="float16") * np.float16(2)).tolist()
    for value in [*values, 2049.0, 1e6, float("inf")]:
        with np.errstate(over="ignore"):
            assert tensors.round_f16(value) == float(np.float16(value))
    assert np.isnan(tensors.round_f16(float("nan")))
    assert tensors.round_f16(3) == 3.0
    made = np.from_dlpack(tensors.make_f16([1.5, 2.5]))
    assert made.dtype == np.float16 and made.tolist() == [1.5, 2.5]
    with raises(TypeError, "Tensor[float16]", "Tensor[float32]"):
        tensors.sum_f16(np.zeros(3, "float32"))
    with raises(TypeError, "Tensor[bfloat16]", "Tensor[float16]"):
        tensors.sum_bf16(x)
    with raises(TypeError, "float", "str"):
        tensors.round_f16("x")


@needs_torch
def test_half_floats_of_torch(tensors):
    values = [0.5, -2.0, 1 / 3, 3e38, 1e-40]
    for dtype, name in [(torch.float16, "f16"), (torch.bfloat16, "bf16")]:
        x = torch.tensor(values).to(dtype)
        assert tensors[f"sum_{name}"](x) == x.double().sum()
        expected = x * 2
        tensors[f"double_{name}"](x)
        assert torch.equal(x, expected)
        assert tensors[f"sum_{name}"](x.reshape(5, 1).t()) == x.double().sum()
        made = torch.from_dlpack(tensors[f"make_{name}"](values))
        assert made.dtype == dtype and torch.equal(made, torch.tensor(values).to(dtype))
    for value in values:
        assert tensors.round_bf16(value) == torch.tensor(value, dtype=torch.float64).to(torch.bfloat16).item()
    x = torch.arange(24.0).reshape(2, 3, 4).to(torch.bfloat16)
    assert tensors.array_sum_bf16(x.permute(2, 0, 1)[1:, :, ::2]) == x.permute(2, 0, 1)[1:, :, ::2].double().sum()


@pytest.mark.parametrize("name", VIEWS)
def test_array_views_of_any_strides(tensors, name):
    x = strided_views("float64")[name]
    assert list(tensors.array_shape(x)) == list(x.shape)
    assert list(tensors.array_elements(x)) == x.flatten().tolist()


@pytest.mark.parametrize("name", DISTINCT)
def test_mutable_array_views_of_any_strides(tensors, name):
    x, expected = strided_views("float64")[name], strided_views("float64")[name]
    tensors.scale(x, -3.0)
    expected[...] *= -3.0
    assert x.tolist() == expected.tolist()
    assert memory(x).tolist() == memory(expected).tolist()


def test_mutable_array_views_that_are_refused(tensors, raises):
    views = strided_views("float64")
    for name in ("broadcast", "windows"):
        with raises(ValueError, "`x`", "share no memory", f"shape {list(views[name].shape)}"):
            tensors.scale(views[name], 2.0)
        assert views[name].tolist() == strided_views("float64")[name].tolist()
    x = np.arange(8.0)
    for a, b in [(x, x), (x[:4], x[3:7]), (x[::-1], x)]:
        with raises(ValueError, "`x`", "`y`", "overlap"):
            tensors.add_scaled(2.0, a, b)
    tensors.add_scaled(2.0, x[::2], x[1::2])
    assert x.tolist() == [0, 1, 2, 7, 4, 13, 6, 19]
    x.flags.writeable = False
    with pytest.raises((BufferError, ValueError)):
        tensors.scale(x, 2.0)


def test_numbers_of_dimensions(tensors, raises):
    for ndim in (0, 1, 2, 3, 6):
        x = np.arange(2.0**ndim).reshape((2,) * ndim)
        assert tensors[f"sum_{ndim}d"](x) == x.sum()
        for other in (0, 1, 2, 3, 6):
            if other != ndim:
                expected, got = f"{other} dimensions", f"one of {ndim} (shape {[2] * ndim})"
                with raises(ValueError, "`x`", expected, got, f"sum_{other}d(x: Tensor[float64]) -> float"):
                    tensors[f"sum_{other}d"](x)
    with raises(TypeError, "Tensor[float64]", "Tensor[float32]"):
        tensors.sum_1d(np.zeros(2, "float32"))
    with raises(TypeError, "Tensor[float64]", "int"):
        tensors.sum_1d(3)
    odd = np.frombuffer(np.zeros(33, "uint8").data, dtype="float64", count=4, offset=1)
    with raises(ValueError, "aligned"):
        tensors.sum_1d(odd)
    raw = np.array([1, 3], dtype="uint8")
    with raises(ValueError, "bool"):
        tensors.all_true(raw.view("bool"))


def test_returned_arrays(tensors, raises):
    a, b = np.arange(6.0).reshape(2, 3), np.arange(12.0).reshape(4, 3)
    assert np.array_equal(np.from_dlpack(tensors.product(a, b.T)), a @ b.T)
    with raises(ValueError) as raised:
        tensors.product(a, b)
    assert raised.message == "a has 3 columns, b has 4 rows"
    columns = np.from_dlpack(tensors.make_columns(2, 3))
    assert columns.tolist() == [[0, 2, 4], [1, 3, 5]] and columns.strides == (8, 16)
    assert np.from_dlpack(tensors.make_reversed(4)).tolist() == [3, 2, 1, 0]
    for shape in ([], [3], [2, 0], [1, 2, 3, 4]):
        ones = np.from_dlpack(tensors.make_ones(shape))
        assert list(ones.shape) == shape and (ones == 1).all() and ones.dtype == np.float32


@needs_torch
def test_arrays_of_torch(tensors):
    x = torch.arange(24.0, dtype=torch.float64).reshape(2, 3, 4)
    y = x.permute(2, 0, 1)[1:, :, ::2]
    assert list(tensors.array_elements(y)) == y.flatten().tolist()
    expanded = torch.arange(3.0, dtype=torch.float64).expand(2, 3)
    assert list(tensors.array_elements(expanded)) == [0, 1, 2, 0, 1, 2]
    tensors.scale(y, 10.0)
    assert x.sum() == 276 + 9 * y.sum() / 10
    assert torch.from_dlpack(tensors.make_columns(2, 3)).tolist() == [[0, 2, 4], [1, 3, 5]]
    assert torch.from_dlpack(tensors.make_reversed(3)).tolist() == [2, 1, 0]
    assert torch.from_dlpack(tensors.product(x[0], x[1].t())).equal(x[0] @ x[1].t())


def test_the_callers_kind_of_tensor(tensors):
    x = np.arange(6, dtype="float32").reshape(2, 3)[:, ::2]
    assert np.from_dlpack(tensors.doubled(x)).tolist() == (x * 2).tolist()


@needs_torch
def test_torch_gets_its_own_tensors(tensors):
    x = torch.arange(6.0).reshape(2, 3).t()
    result = tensors.doubled(x)
    assert isinstance(result, torch.Tensor)
    assert torch.equal(result, x * 2)


def test_read_only(tensors, raises):
    x = tensors.make_read_only([1.0, 2.0, 3.0])
    assert tensors.is_read_only(x)
    assert tensors.sum_f32(x) == 6
    with raises(ValueError, "argument #0 `x`", "read-only"):
        tensors.fill_f32(x, 0.0)
    assert tensors.sum_f32(x) == 6
    del x
    gc.collect()
    y = tensors.zeros("float32", [3])
    assert not tensors.is_read_only(y)
    tensors.fill_f32(y, 2.0)
    assert tensors.sum_f32(y) == 6


def test_a_deleter_that_calls_back(tensors, raises):
    freed = []

    def on_delete(count):
        other = tensors.make_read_only([1.0] * count)
        with raises(ValueError, "read-only"):
            tensors.fill_f32(other, 0.0)
        freed.append((tensors.sum_f32(other), threading.get_ident()))

    x = tensors.make_with_deleter([1.0, 2.0], on_delete)
    assert np.from_dlpack(x).tolist() == [1, 2]
    y = np.zeros(5, "float32")
    box = [x]
    del x
    with raises(KeyError, "freed before 5 elements"):
        tensors.free_then_fail(box.clear, y)
    assert [total for total, _ in freed] == [2.0]
    # Freed on another thread, and while another tensor's deleter runs.
    inner = tensors.make_with_deleter([1.0], on_delete)
    holder = [inner]
    outer = tensors.make_with_deleter([1.0, 1.0, 1.0], lambda _: holder.clear())
    del inner
    box = [outer]
    del outer
    thread = threading.Thread(target=box.clear)
    thread.start()
    thread.join()
    gc.collect()
    assert [total for total, _ in freed] == [2.0, 1.0]
    assert freed[1][1] != freed[0][1]


OUTLIVES = """
import gc, sys, threading
import numpy as np
import tvm_ffi

module = tvm_ffi.load_module(sys.argv[1], keep_module_alive=sys.argv[2] == "True")
freed = []
made = module.zeros("float32", [3])
array = module.make_columns(2, 2)
half = module.make_f16([0.5])
read_only = module.make_read_only([1.0, 2.0])
foreign = module.make_with_deleter([1.0, 2.0], lambda count: freed.append(count))
view = np.from_dlpack(array)
fill = module["fill_f32"]
del module, array
gc.collect()
assert view.tolist() == [[0, 2], [1, 3]]
assert np.from_dlpack(half).tolist() == [0.5]
fill(made, 4.0)
assert np.from_dlpack(made).tolist() == [4, 4, 4]
try:
    fill(read_only, 1.0)
except ValueError as error:
    assert "read-only" in str(error)
else:
    raise AssertionError("written")
del fill
if sys.argv[3] == "drop":
    box = [foreign, half, made, view, read_only]
    del foreign, half, made, view, read_only
    thread = threading.Thread(target=box.clear)
    thread.start()
    thread.join()
    gc.collect()
    assert freed == [2]
print("done")
"""


@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize("end", ["drop", "hold"])
def test_tensors_outlive_the_module(run_script, tensors_path, keep, end):
    assert run_script(OUTLIVES, tensors_path, keep, end) == "done\n"


def test_streams(tensors, raises):
    first, second = tvm_ffi.device("cuda:0"), tvm_ffi.device("cuda:1")
    assert not tensors.stream(first) and not tensors.stream("cpu")
    with tvm_ffi.use_raw_stream(second, 0x1000):
        assert address(tensors.stream(second)) == 0x1000
        assert not tensors.stream(first)
        assert address(tensors.set_stream(second, ctypes.c_void_p(0x2000))) == 0x1000
        assert tvm_ffi.get_raw_stream(second) == 0x2000
        assert address(tensors.stream("cuda:1")) == 0x2000
        threads = []
        thread = threading.Thread(target=lambda: threads.append(tensors.stream(second)))
        thread.start()
        thread.join()
        assert not threads[0]
    assert not tensors.stream(second)


def address(pointer):
    return pointer.value if isinstance(pointer, ctypes.c_void_p) else pointer
