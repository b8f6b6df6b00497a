"""The example of a GPU kernel: it loads everywhere, and runs where there is a GPU."""

import numpy as np
import pytest


def test_a_machine_without_a_driver(example_cuda, raises):
    problem = example_cuda.driver_problem()
    x, y = np.ones(3, np.float32), np.zeros(3, np.float32)
    if problem is None:
        with raises(ValueError, "x is on device cpu:0", "CUDA"):
            example_cuda.scale(x, y, 2.0)
    else:
        assert "there is no CUDA driver" in problem
        with raises(RuntimeError, "there is no CUDA driver"):
            example_cuda.scale(x, y, 2.0)


def test_on_the_gpu(example_cuda):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed; FFI_TEST_TORCH=1 installs it")
    if not torch.cuda.is_available():
        pytest.skip("there is no GPU")
    x = torch.arange(1000.0, device="cuda")
    y = torch.empty_like(x)
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        example_cuda.scale(x, y, 2.0)
        example_cuda.scale(y, y, 0.5)
    stream.synchronize()
    assert torch.equal(x, y)
