"""What functions demand of tensors beside the dtype: shapes with symbols, devices, layouts."""

import numpy
import pytest
import tvm_ffi


def zeros(*shape, dtype="float32"):
    return numpy.zeros(shape, dtype=dtype)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("sizes", [(4, 5, 6), (1, 1, 1), (0, 3, 2), (3, 0, 2)])
def test_symbols_are_values(kernels, dtype, sizes):
    n, k, m = sizes
    a = numpy.arange(n * k, dtype=dtype).reshape(n, k)
    b = numpy.arange(k * m, dtype=dtype).reshape(k, m)
    out = numpy.ones((n, m), dtype=dtype)
    kernels.matmul(a, b, out)
    numpy.testing.assert_array_equal(out, a @ b)


MATMUL = (
    "`matmul(a: Tensor[float32 | float64], b: Tensor[float32 | float64], out: Tensor[float32 | float64]) -> None`"
)


@pytest.mark.parametrize(
    ("a", "b", "out", "index", "message"),
    [
        ((5, 5), (4, 6), (5, 6), 1, "argument `b` has shape (4, 6); expected (k, m) with k = 5 from argument `a`"),
        ((5, 5), (5,), (5, 6), 1, "argument `b` has shape (5,); expected (k, m) with k = 5 from argument `a`"),
        (
            (4, 5),
            (5, 6),
            (6, 4),
            2,
            "argument `out` has shape (6, 4); expected (n, m) with n = 4 from argument `a`, m = 6 from argument `b`",
        ),
        ((4, 5, 1), (5, 6), (4, 6), 0, "argument `a` has shape (4, 5, 1); expected (n, k)"),
        ((), (5, 6), (4, 6), 0, "argument `a` has shape (); expected (n, k)"),
    ],
)
def test_shapes_that_do_not_fit(kernels, raises, a, b, out, index, message):
    before = kernels.runs()
    with raises(ValueError) as raised:
        kernels.matmul(zeros(*a), zeros(*b), zeros(*out))
    assert raised.message == f"Mismatched shape on argument #{index} when calling: {MATMUL}: {message}"
    assert kernels.runs() == before


def test_types_come_before_shapes(kernels, raises):
    with raises(TypeError, "argument #2"):
        kernels.matmul(zeros(1), zeros(1), 3)


def test_literals_and_any(kernels, raises):
    assert kernels.literal(zeros(3, 7)) == 21
    for shape, shown in [((2, 7), "(2, 7)"), ((3,), "(3,)"), ((3, 1, 1), "(3, 1, 1)")]:
        with raises(ValueError, f"argument `x` has shape {shown}; expected (3, _)"):
            kernels.literal(zeros(*shape))


def test_no_dimension(kernels, raises):
    assert kernels.scalar(numpy.array(1.0)) == 1
    with raises(ValueError, "argument `x` has shape (1,); expected ()"):
        kernels.scalar(zeros(1))


def test_a_rest(kernels, raises):
    assert kernels.at_least(zeros(4, 2)) == 4008
    assert kernels.at_least(zeros(4, 2, 3, 5)) == 4120
    for shape, shown in [((4,), "(4,)"), ((4, 3), "(4, 3)"), ((4, 3, 2), "(4, 3, 2)")]:
        with raises(ValueError, f"argument `x` has shape {shown}; expected (n, 2, ..)"):
            kernels.at_least(zeros(*shape))


def test_a_symbol_twice_in_one_shape(kernels, raises):
    assert kernels.square(zeros(3, 3)) == 12
    with raises(ValueError, "argument `x` has shape (3, 4); expected (n, n) with n = 3"):
        kernels.square(zeros(3, 4))


def test_a_named_rest(kernels, raises):
    assert kernels.same_shape(zeros(2, 3), zeros(2, 3)) == 12
    assert kernels.same_shape(numpy.array(1.0), numpy.array(1.0)) == 2
    for shape, shown in [((3, 2), "(3, 2)"), ((2,), "(2,)"), ((2, 3, 1), "(2, 3, 1)"), ((), "()")]:
        with raises(
            ValueError, f"argument `y` has shape {shown}; expected (..s) with s = (2, 3) from argument `x`"
        ):
            kernels.same_shape(zeros(2, 3), zeros(*shape))
    assert kernels.batched(zeros(7, 2, 3), zeros(2, 3)) == 7048
    with raises(ValueError, "`weight` has shape (3,); expected (..inner) with inner = (2, 3) from argument `x`"):
        kernels.batched(zeros(7, 2, 3), zeros(3))
    with raises(ValueError, "`x` has shape (); expected (b, ..inner)"):
        kernels.batched(zeros(), zeros(3))


def test_arithmetic(kernels, raises):
    assert kernels.arithmetic(zeros(6, 7, 6, 1), zeros(3, 4)) == 252 + 12
    expected = "expected (2*n, n + m, (m - 1)*2, n/2) with n = 3 from argument `y`, m = 4 from argument `y`"
    for shape in [(5, 7, 6, 1), (6, 8, 6, 1), (6, 7, 5, 1), (6, 7, 6, 2)]:
        with raises(ValueError, f"argument `x` has shape {shape}; {expected}"):
            kernels.arithmetic(zeros(*shape), zeros(3, 4))
    with raises(ValueError, "argument `x` has shape (6, 7); expected (2*n, n + m, (m - 1)*2, n/2)"):
        kernels.arithmetic(zeros(6, 7), zeros(3, 4))


def test_optional_tensors(kernels, raises):
    x = zeros(3, 4)
    assert kernels.optional(None, x) == 3 + 12
    assert kernels.optional(zeros(3), x) == 3 + 12 + 3
    # Nothing says what q is.
    assert kernels.optional(None, x, zeros(9)) == 3 + 12 + 9
    assert kernels.optional(None, x, zeros(9), zeros(5)) == 3 + 12 + 14
    with raises(ValueError, "`scale` has shape (9,); expected (m + q,) with m = 4 from argument `x`, q = 6 from arg"):
        kernels.optional(None, x, zeros(9), zeros(6))
    with raises(ValueError, "`x` has shape (3, 4); expected (n, m) with n = 2 from argument `bias`"):
        kernels.optional(zeros(2), x)


def test_devices(kernels, raises):
    assert kernels.on_cpu(zeros(3)) == 3
    with raises(ValueError) as raised:
        kernels.on_cuda(zeros(3))
    assert raised.message == (
        "Mismatched device on argument #0 when calling: `on_cuda(x: Tensor) -> int`: argument `x` is on cpu:0; "
        "expected cuda"
    )
    assert kernels.on_same_device(zeros(3), zeros(4)) == 7


def test_contiguous(kernels, raises):
    assert kernels.contiguous(zeros(3, 4)) == 12
    assert kernels.contiguous(zeros(3, 4)[:1]) == 4
    assert kernels.contiguous(zeros(0, 4).T) == 0
    with raises(ValueError) as raised:
        kernels.contiguous(zeros(3, 4).T)
    assert raised.message == (
        "Mismatched layout on argument #0 when calling: `contiguous(x: Tensor) -> int`: argument `x` has shape (4, 3) "
        "and strides (1, 4); expected contiguous memory"
    )


def test_aligned(kernels, raises):
    memory = zeros(64)
    first = (-memory.ctypes.data // 4) % 16
    assert kernels.aligned(memory[first : first + 8]) == 8
    with raises(ValueError, "Mismatched alignment on argument #0", "argument `x` begins at address 0x", "of 64"):
        kernels.aligned(memory[first + 1 : first + 8])
    # Without elements there is nothing to align.
    assert kernels.aligned(memory[first + 1 : first + 1]) == 0


def test_other_types(kernels, raises):
    owned = tvm_ffi.from_dlpack(zeros(3))
    assert kernels.other_types(owned, zeros(3)) == 9
    with raises(ValueError, "argument `array` has shape (4,); expected (n,) with n = 3 from argument `owned`"):
        kernels.other_types(owned, zeros(4))


def test_symbols_are_not_passed(kernels, raises):
    metadata = kernels.get_function_metadata("matmul")
    assert [parameter["name"] for parameter in metadata["parameters"]] == ["a", "b", "out"]
    with raises(TypeError, "Expected 3 but got 6"):
        kernels.matmul(zeros(1, 1), zeros(1, 1), zeros(1, 1), 1, 1, 1)


def test_methods(kernels, raises):
    @tvm_ffi.register_object("fixture_kernels.Window")
    class Window(tvm_ffi.Object):
        pass

    window = Window(zeros(5))
    assert window.size == 6
    assert window.apply(zeros(7, 2)) == 6009
    assert window.apply(zeros(7, 2), zeros(7)) == 6016
    with raises(ValueError, "argument `weights` has shape (5, 1); expected (size,)"):
        Window(zeros(5, 1))
    with raises(ValueError, "argument `y` has shape (6,); expected (n,) with n = 7 from argument `x`"):
        window.apply(zeros(7, 2), zeros(6))
