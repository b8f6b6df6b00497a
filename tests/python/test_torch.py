"""Tensor views of PyTorch tensors; skipped where torch is not installed."""

import os

import pytest

if os.environ.get("FFI_TEST_TORCH") == "1":
    import torch
else:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed; FFI_TEST_TORCH=1 installs it")


def test_add_one(basics):
    x = torch.arange(1.0, 6.0)
    y = torch.empty_like(x)
    basics.add_one(x, y)
    assert y.tolist() == [2, 3, 4, 5, 6]
    assert x.tolist() == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("name", "dtype"),
    [
        ("i8", torch.int8),
        ("i16", torch.int16),
        ("i32", torch.int32),
        ("i64", torch.int64),
        ("u8", torch.uint8),
        ("u16", torch.uint16),
        ("u32", torch.uint32),
        ("u64", torch.uint64),
        ("f32", torch.float32),
        ("f64", torch.float64),
    ],
)
def test_every_dtype(basics, raises, name, dtype):
    assert basics[f"sum_{name}"](torch.tensor([1, 2, 3], dtype=dtype)) == 6
    with raises(TypeError, "bfloat16", str(dtype).removeprefix("torch.")):
        basics[f"sum_{name}"](torch.zeros(3, dtype=torch.bfloat16))


def test_bool(basics, raises):
    assert basics.count_true(torch.tensor([True, False, True])) == 2
    with raises(TypeError, "bool", "uint8"):
        basics.count_true(torch.ones(3, dtype=torch.uint8))


@pytest.mark.parametrize("name", ["bfloat16", "float16", "float8_e4m3fn", "float8_e5m2"])
def test_dtypes_without_a_rust_type(basics, raises, name):
    dtype = getattr(torch, name)
    text = basics.describe(torch.zeros(2, 3, dtype=dtype))
    assert f"dtype={name} " in text and "shape=[2, 3]" in text and "numel=6 " in text
    assert basics.byte_size(torch.zeros(2, 3, dtype=dtype)) == 6 * dtype.itemsize
    with raises(TypeError, "float32", name):
        basics.sum_f32(torch.zeros(2, 3, dtype=dtype))


def test_float4(basics):
    if not hasattr(torch, "float4_e2m1fn_x2"):
        pytest.skip("this PyTorch has no float4")
    x = torch.zeros(4, dtype=torch.uint8).view(torch.float4_e2m1fn_x2)
    try:
        text = basics.describe(x)
    except (BufferError, RuntimeError, NotImplementedError):
        pytest.skip("this PyTorch does not export float4")
    assert "dtype=float4_e2m1fnx2 " in text
    assert basics.byte_size(x) == 4


def test_offset(basics):
    x = torch.arange(8.0)
    assert basics.first_f32(x[2:]) == 2
    assert basics.sum_f32(x[2:5]) == 9


def test_shapes(basics, raises):
    assert basics.sum_f32(torch.tensor(4.0)) == 4
    assert "shape=[]" in basics.describe(torch.tensor(4.0))
    empty = torch.zeros(4, 0, 4)
    assert basics.sum_f32(empty) == 0
    assert "numel=0 " in basics.describe(empty) and "contiguous=true" in basics.describe(empty)
    x = torch.arange(12.0).reshape(3, 4)
    for strided in (x.t(), x[:, ::2]):
        with raises(ValueError, "x", "contiguous"):
            basics.sum_f32(strided)
    assert "strides=[1, 4]" in basics.describe(x.t())
    assert basics.sum_f32(x.as_strided((1, 3), (99, 1))) == 3


def test_overlap(basics, raises):
    memory = torch.arange(8.0)
    for x, y in [(memory, memory), (memory[:4], memory[3:7])]:
        with raises(ValueError, "x", "y", "overlap"):
            basics.add_one(x, y)
    basics.add_one(memory[:4], memory[4:])
    assert memory.tolist() == [0, 1, 2, 3, 1, 2, 3, 4]


def test_in_place(basics):
    x = torch.zeros(3)
    basics.add_one_in_place(x)
    assert x.tolist() == [1, 1, 1]
    flags = torch.tensor([True, False])
    basics.flip_in_place(flags)
    assert flags.tolist() == [False, True]


def test_device_is_named(basics):
    assert "device=cpu" in basics.describe(torch.zeros(1))


def test_a_tensor_on_the_gpu_gives_no_slice(basics, raises):
    if not torch.cuda.is_available():
        pytest.skip("there is no GPU")
    x = torch.zeros(3, device="cuda")
    assert "device=cuda:0" in basics.describe(x)
    with raises(ValueError, "x", "cuda"):
        basics.sum_f32(x)


def test_returned_tensor(basics):
    result = torch.from_dlpack(basics.make_tensor(4))
    assert result.tolist() == [0, 1, 2, 3]
    assert result.dtype == torch.float32


def test_a_kept_tensor_outlives_its_argument(basics):
    kept = basics.keep_tensor(torch.arange(5.0))
    junk = [torch.full((5,), 9.0) for _ in range(100)]
    assert torch.from_dlpack(kept()).tolist() == [0, 1, 2, 3, 4]
    del junk


def test_requires_grad(basics):
    x = torch.zeros(3, requires_grad=True)
    assert basics.sum_f32(x.detach()) == 0


@pytest.mark.parametrize("name", ["float32", "float64", "int32", "float16", "bfloat16"])
def test_the_dtype_chooses_an_instance(kernels, name):
    dtype = getattr(torch, name)
    x = torch.arange(6).to(dtype).reshape(2, 3)
    y = torch.zeros_like(x)
    kernels.scale(x, y, 3)
    torch.testing.assert_close(y, x * 3, rtol=0, atol=0)


def test_a_dtype_that_no_instance_has(kernels, raises):
    x = torch.zeros(3, dtype=torch.complex64)
    with raises(TypeError, "Expected a tensor of float32, float64, int32, float16 or bfloat16 but got complex64"):
        kernels.scale(x, x.clone(), 1)
    with raises(TypeError, "Expected `Tensor[bfloat16]` as argument `x` is but got `Tensor[float16]`"):
        kernels.scale(torch.zeros(3, dtype=torch.bfloat16), torch.zeros(3, dtype=torch.float16), 1)


def test_shapes_that_do_not_fit(kernels, raises):
    with raises(ValueError, "argument `b` has shape (4, 6); expected (k, m) with k = 5 from argument `a`"):
        kernels.matmul(torch.zeros(5, 5), torch.zeros(4, 6), torch.zeros(5, 6))
