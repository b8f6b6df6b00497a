"""The example library of kernels, beside NumPy in float64."""

import os
import pathlib
import sys
import xml.etree.ElementTree

import numpy as np
import pytest

# The largest error of a result, relative and absolute: a few units in the last place of each type.
TOLERANCE = {np.float32: 2e-6, np.float64: 1e-14, np.float16: 2e-3}
DTYPES = list(TOLERANCE)
SHAPES = [(0,), (1,), (5,), (3, 0), (0, 7), (1, 1), (3, 31), (2, 3, 33), (4, 1000), (1, 100_003)]


def numbers(shape, dtype, seed=0):
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)


def close(got, expected, scale=1.0):
    tolerance = TOLERANCE[got.dtype.type] * scale
    np.testing.assert_allclose(got.astype(np.float64), expected, rtol=tolerance, atol=tolerance)


def strided(shape, dtype):
    """The same numbers in every layout: contiguous, every other one, reversed, and with the axes the other way."""
    x = numbers(shape, dtype)
    wide = np.zeros((*shape[:-1], 2 * shape[-1]), dtype)
    wide[..., ::2] = x
    turned = np.ascontiguousarray(x[..., ::-1])[..., ::-1]
    return x, [x, wide[..., ::2], turned, np.ascontiguousarray(x.T).T]


def rms_norm(x, weight, eps=1e-6):
    x = x.astype(np.float64)
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + eps) * weight.astype(np.float64)


def softmax(x, temperature=1.0):
    x = x.astype(np.float64) / temperature
    if x.size == 0:
        return x
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape[-1]])
def test_rms_norm(example_kernels, shape, dtype):
    x, weight = numbers(shape, dtype), numbers(shape[-1:], dtype, 1)
    y = np.empty_like(x)
    example_kernels.rms_norm(x, weight, y)
    close(y, rms_norm(x, weight), 4)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("temperature", [1.0, 0.3, 20.0])
def test_softmax(example_kernels, shape, dtype, temperature):
    x = numbers(shape, dtype) * 4
    y = np.empty_like(x)
    example_kernels.softmax(x, y, temperature)
    close(y, softmax(x, temperature), 4)


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_layout(example_kernels, dtype):
    x, layouts = strided((6, 70), dtype)
    weight = numbers((70,), dtype, 1)
    for layout in layouts:
        for y in strided((6, 70), dtype)[1]:
            example_kernels.softmax(layout, y)
            close(y, softmax(x), 4)
            example_kernels.rms_norm(layout, weight[::-1].copy()[::-1], y)
            close(y, rms_norm(x, weight), 4)


@pytest.mark.parametrize("width", [5, 70_000])
def test_softmax_of_what_is_no_number(example_kernels, width):
    rows = np.zeros((5, width), np.float32)
    rows[0, :] = -np.inf
    rows[1, 3] = np.nan
    rows[2, 1] = np.inf
    rows[3, : width // 2] = -np.inf
    rows[4, 2] = 1e30
    y = np.empty_like(rows)
    example_kernels.softmax(rows, y)
    assert np.isnan(y[:3]).all()
    assert (y[3, : width // 2] == 0).all()
    np.testing.assert_allclose(y[3, width // 2 :], 1 / (width - width // 2), rtol=1e-6)
    assert y[4, 2] == 1 and np.count_nonzero(y[4]) == 1


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(0, 2, 4), (1, 1, 2), (7, 3, 64), (2, 5, 3, 34), (3, 2, 0)])
def test_rotary(example_kernels, shape, dtype):
    x = numbers(shape, dtype)
    tokens, half = shape[-3], shape[-1] // 2
    table = np.float64 if dtype is np.float64 else np.float32
    angles = np.random.default_rng(1).uniform(-3, 3, (tokens, half))
    cos, sin = np.cos(angles).astype(table), np.sin(angles).astype(table)
    y = np.empty_like(x)
    example_kernels.rotary(x, cos, sin, y)
    low, high = x[..., :half].astype(np.float64), x[..., half:].astype(np.float64)
    cos, sin = cos[:, None].astype(np.float64), sin[:, None].astype(np.float64)
    close(y, np.concatenate([low * cos - high * sin, high * cos + low * sin], -1), 4)


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
@pytest.mark.parametrize("shape", [(0, 3), (1, 1), (4, 33), (2, 3, 64), (1, 50_000)])
def test_int8(example_kernels, shape, dtype):
    x = numbers(shape, dtype) * 3
    q, scale = np.empty(shape, np.int8), np.empty(shape[:-1], np.float32)
    example_kernels.quantize_int8(x, q, scale)
    wide = x.astype(np.float32)
    expected = np.abs(wide).max(-1, initial=0) / np.float32(127)
    np.testing.assert_array_equal(scale, expected)
    np.testing.assert_array_equal(q, np.rint(wide / expected[..., None]))
    y = np.empty_like(x)
    example_kernels.dequantize_int8(q, scale, y)
    close(y, q * scale.astype(np.float64)[..., None])


def test_int8_of_zeros(example_kernels):
    q, scale = np.ones((2, 4), np.int8), np.ones(2, np.float32)
    example_kernels.quantize_int8(np.zeros((2, 4), np.float32), q, scale)
    assert not q.any() and not scale.any()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(
    ("shape", "k"), [((0, 4), 2), ((1,), 1), ((3, 5), 0), ((3, 5), 5), ((4, 1000), 10), ((2, 3, 900), 700), ((1, 50_000), 50)]
)
def test_top_k(example_kernels, shape, k, dtype):
    x = numbers(shape, dtype)
    values, indices = np.empty((*shape[:-1], k), dtype), np.empty((*shape[:-1], k), np.int64)
    example_kernels.top_k(x, values, indices)
    expected = np.argsort(-x.astype(np.float64), axis=-1, kind="stable")[..., :k]
    np.testing.assert_array_equal(indices, expected)
    np.testing.assert_array_equal(values, np.take_along_axis(x, expected, -1))


def test_top_k_of_what_is_no_number(example_kernels):
    x = np.array([1, np.nan, -np.inf, np.inf, 2, -np.nan, 1], np.float32)
    values, indices = np.empty(5, np.float32), np.empty(5, np.int64)
    example_kernels.top_k(x, values, indices)
    assert indices.tolist() == [1, 5, 3, 4, 0]


def test_in_place(example_kernels, raises):
    x = np.array([-2, 0.5, 3], np.float32)
    y = np.empty_like(x)
    example_kernels.clamp(x, y, -1.0, 1.0)
    assert y.tolist() == [-1, 0.5, 1] and x.tolist() == [-2, 0.5, 3]
    example_kernels.clamp(x, x, -1.0, 1.0)
    assert x.tolist() == [-1, 0.5, 1]
    double = np.array([[-2, 0.5], [3, 4]])
    example_kernels.clamp(double.T, double.T, 0, 3.5)
    assert double.tolist() == [[0, 0.5], [3, 3.5]]
    with raises(ValueError, "low is above high"):
        example_kernels.clamp(x, x, 1.0, 0.0)
    memory = np.arange(4, dtype=np.float32)
    with raises(ValueError, "`x`", "`y`", "be the same tensor or to share no memory"):
        example_kernels.clamp(memory[:3], memory[1:], 0.0, 1.0)
    with raises(ValueError, "overlap"):
        example_kernels.softmax(memory, memory)
    square = np.arange(4, dtype=np.float32).reshape(2, 2)
    with raises(ValueError, "overlap"):
        example_kernels.clamp(square, square.T, 0.0, 1.0)


def test_messages(example_kernels, raises):
    x = np.zeros((2, 3), np.float32)
    with raises(TypeError, "int32", "float32", "bfloat16"):
        example_kernels.softmax(x.astype(np.int32), x.astype(np.int32))
    with raises(ValueError, "temperature"):
        example_kernels.softmax(x, x.copy(), 0.0)
    with raises(ValueError, "weight", "[4]", "[3]"):
        example_kernels.rms_norm(x, np.zeros(4, np.float32), x.copy())


def test_thread_count(example_kernels):
    before = example_kernels.num_threads()
    assert before >= 1
    example_kernels.set_num_threads(1)
    assert example_kernels.num_threads() == 1
    x = numbers((64, 4096), np.float32)
    one, many = np.empty_like(x), np.empty_like(x)
    example_kernels.softmax(x, one)
    example_kernels.set_num_threads(0)
    assert example_kernels.num_threads() == before
    example_kernels.softmax(x, many)
    np.testing.assert_array_equal(one, many)


SCRIPT = """
import os, sys
import numpy as np
import tvm_ffi

kernels = tvm_ffi.load_module(sys.argv[1])
assert kernels.num_threads() == 3
x = np.ones((64, 4096), np.float32)
y = np.zeros_like(x)
kernels.softmax(x, y)
child = os.fork()
if child == 0:
    # A child has no threads but its own, and must not wait for others.
    y[:] = 0
    kernels.softmax(x, y)
    os._exit(0 if kernels.num_threads() == 1 and abs(y.sum() - 64) < 1e-3 else 1)
assert os.waitpid(child, 0)[1] == 0
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
def test_thread_count_of_the_environment_and_a_fork(example_kernels_path, run_script, monkeypatch):
    monkeypatch.setitem(os.environ, "RAYON_NUM_THREADS", "3")
    run_script(SCRIPT, example_kernels_path)


BENCH = pathlib.Path(__file__).resolve().parents[2] / "examples/kernels/bench"


def test_the_chart_of_the_benchmark(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(BENCH)
    from chart import draw

    lines = {name: [(1 << 10, 1e-6), (1 << 20, 3e-5), (1 << 26, 2e-2)] for name in ("ours", "torch", "numpy", "copy")}
    draw({"softmax": lines, "a < b": lines}, "2 threads", tmp_path / "chart.svg")
    root = xml.etree.ElementTree.parse(tmp_path / "chart.svg").getroot()
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"softmax", "a < b", "1 KB", "64 MB", "1 \u00b5s", "2 threads"} <= set(texts)
    assert len(list(root.iter("{http://www.w3.org/2000/svg}polyline"))) == 8
