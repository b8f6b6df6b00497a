"""The example library of kernels, beside PyTorch's own; skipped where torch is not installed."""

import os
import pathlib
import sys
import xml.etree.ElementTree

import pytest

if os.environ.get("FFI_TEST_TORCH") == "1":
    import torch
else:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed; FFI_TEST_TORCH=1 installs it")

# Half floats may differ by two units in the last place: torch rounds at other steps.
TOLERANCE = {torch.float32: 4e-6, torch.float64: 1e-13, torch.float16: 2e-3, torch.bfloat16: 1.6e-2}
DTYPES = list(TOLERANCE)
SHAPES = [(0, 5), (1, 1), (3, 31), (2, 3, 130), (8, 4096), (1, 200_001)]


def numbers(shape, dtype, seed=0):
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed)).to(dtype)


def close(got, expected):
    tolerance = TOLERANCE[got.dtype]
    torch.testing.assert_close(got, expected, rtol=tolerance, atol=tolerance)


def layouts(x):
    """The same numbers in several layouts."""
    wide = torch.zeros(*x.shape[:-1], 2 * x.shape[-1], dtype=x.dtype)
    wide[..., ::2] = x
    return [x, wide[..., ::2], x.transpose(0, -1).contiguous().transpose(0, -1)]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_rms_norm(example_kernels, shape, dtype):
    x, weight = numbers(shape, dtype), numbers(shape[-1:], dtype, 1)
    expected = torch.nn.functional.rms_norm(x, shape[-1:], weight, eps=1e-5)
    for layout in layouts(x):
        y = torch.empty_like(x)
        example_kernels.rms_norm(layout, weight, y, 1e-5)
        close(y, expected)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("temperature", [1.0, 0.7])
def test_softmax(example_kernels, shape, dtype, temperature):
    x = numbers(shape, dtype)
    expected = torch.softmax(x.double() / temperature, -1).to(dtype)
    for layout in layouts(x):
        for y in layouts(torch.empty_like(x)):
            example_kernels.softmax(layout, y, temperature)
            close(y, expected)
    y = torch.empty_like(x)
    example_kernels.softmax(x, y)
    close(y, torch.softmax(x, -1))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(0, 2, 4), (5, 2, 64), (2, 7, 3, 34)])
def test_rotary(example_kernels, shape, dtype):
    x = numbers(shape, dtype)
    table = torch.float64 if dtype is torch.float64 else torch.float32
    angles = torch.rand(shape[-3], shape[-1] // 2, dtype=table) * 6 - 3
    y = torch.empty_like(x)
    example_kernels.rotary(x, angles.cos(), angles.sin(), y)
    low, high = x.to(table).chunk(2, -1)
    cos, sin = angles.cos()[:, None], angles.sin()[:, None]
    close(y, torch.cat([low * cos - high * sin, high * cos + low * sin], -1).to(dtype))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("shape", [(0, 3), (1, 1), (4, 33), (2, 3, 1000)])
def test_int8(example_kernels, shape, dtype):
    x = numbers(shape, dtype) * 3
    q, scale = torch.empty(shape, dtype=torch.int8), torch.empty(shape[:-1])
    example_kernels.quantize_int8(x, q, scale)
    wide = x.float()
    if x.numel():
        assert torch.equal(scale, wide.abs().amax(-1) / 127)
    assert torch.equal(q, torch.round(wide / scale[..., None]).to(torch.int8))
    y = torch.empty_like(x)
    example_kernels.dequantize_int8(q, scale, y)
    close(y, (q * scale[..., None]).to(dtype))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("shape", "k"), [((0, 4), 2), ((1,), 1), ((4, 1000), 10), ((2, 3, 900), 600), ((1, 70_000), 50)])
def test_top_k(example_kernels, shape, k, dtype):
    x = numbers(shape, dtype)
    for layout in layouts(x):
        values = torch.empty(*shape[:-1], k, dtype=dtype)
        indices = torch.empty(*shape[:-1], k, dtype=torch.int64)
        example_kernels.top_k(layout, values, indices)
        # Which of equal elements are taken is torch's own choice.
        assert torch.equal(values, torch.topk(x, k).values)
        assert torch.equal(x.gather(-1, indices), values)


def test_in_place(example_kernels):
    x = numbers((3, 5), torch.float32)
    expected = x.clamp(-0.5, 0.5)
    example_kernels.clamp(x, x, -0.5, 0.5)
    assert torch.equal(x, expected)


def test_the_threads_of_torch(example_kernels):
    example_kernels.set_num_threads(torch.get_num_threads())
    assert 1 <= example_kernels.num_threads() <= torch.get_num_threads()
    example_kernels.set_num_threads(0)


def test_the_benchmark(example_kernels_path, monkeypatch, tmp_path, capsys):
    monkeypatch.syspath_prepend(pathlib.Path(__file__).resolve().parents[2] / "examples/kernels/bench")
    import compare

    monkeypatch.setattr(compare, "SIZES", [1 << 10, 1 << 14])
    chart = tmp_path / "chart.svg"
    threads = torch.get_num_threads()
    monkeypatch.setattr(sys, "argv", ["compare.py", example_kernels_path, str(chart), "--rounds", "1"])
    compare.main()
    assert torch.get_num_threads() == threads
    xml.etree.ElementTree.parse(chart)
    printed = capsys.readouterr().out
    assert all(f"\n{kernel.__name__}" in printed for kernel in compare.KERNELS)
