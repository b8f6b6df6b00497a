"""Dtypes parse and print as libtvm_ffi's do."""

import pytest
import tvm_ffi

PLAIN = ["int", "uint", "float", "bfloat", "bool", "i", "u", "f", "bf", "handle"]
NARROW = [
    "float8_e3m4",
    "float8_e4m3",
    "float8_e4m3b11fnuz",
    "float8_e4m3fn",
    "float8_e4m3fnuz",
    "float8_e5m2",
    "float8_e5m2fnuz",
    "float8_e8m0fnu",
    "float6_e2m3fn",
    "float6_e3m2fn",
    "float4_e2m1fn",
]
BITS = ["", "0", "1", "2", "4", "8", "16", "32", "64", "128", "255", "256", "99999999999999999999"]
LANES = ["", "x", "x0", "x1", "x2", "x16", "x65535", "x65536", "xvscalex4", "xvscalex1", "xvscale", "x4x4", "_", "_x2", "q"]
SHORT = ["fp8_e4m3fn", "f8_e5m2", "fp6_e2m3fn", "f6_e3m2fn", "fp4_e2m1fn", "f4_e2m1fn", "fp8_", "f9_e4m3", "e4m3"]
OTHER = ["", "void", "complex64", "custom", "unknown", "Float32", " int8", "int8 ", "int-8", "größe"]


def theirs(name):
    """What libtvm_ffi makes of a name: the printed dtype, or None when it refuses it."""
    try:
        return str(tvm_ffi.core.DataType(name))
    except Exception:
        return None


def ours(basics, name):
    try:
        return str(basics.print_data_type(name))
    except ValueError:
        return None


NAMES = (
    [kind + bits + lanes for kind in PLAIN for bits in BITS for lanes in LANES]
    + [name + lanes for name in NARROW + SHORT for lanes in LANES]
    + OTHER
)


def test_names_parse_and_print_alike(basics):
    different = {}
    for name in NAMES:
        expected, got = theirs(name), ours(basics, name)
        if expected != got:
            different[name] = (expected, got)
    assert different == {}


@pytest.fixture(scope="module")
def custom_names():
    """Registers names of dtypes for the whole process; no other test uses them."""
    codes = {"abc": 129, "xyz": 200, "": 150, "low": 128, "tiny": 3, "wrap": 256 + 131, "größe": 255}
    names = {code & 255: name for name, code in codes.items()}
    tvm_ffi.register_global_func("dtype.get_custom_type_code", codes.__getitem__)
    tvm_ffi.register_global_func("dtype.get_custom_type_name", names.__getitem__)
    return [*codes, "zzz", "[abc", "abc]"]


def test_custom_names_parse_and_print_alike(basics, custom_names):
    different = {}
    for name in ["custom", "customabc", "custom[abc", "xcustom[abc]"] + [
        f"custom[{name}]{bits}{lanes}" for name in custom_names for bits in BITS for lanes in LANES
    ]:
        expected, got = theirs(name), ours(basics, name)
        # A code below the custom ones that nobody knows has no name; here it prints as what it is.
        if expected != got and not (expected is None and got is not None and got.startswith("unknown(code 128")):
            different[name] = (expected, got)
    assert different == {}
    assert ours(basics, "custom[abc]16x2") == "custom[abc]x2"


@pytest.mark.parametrize("name", ["int8", "float32x4", "bfloat16", "bool", "float8_e4m3fn", "float4_e2m1fnx2", "handle"])
def test_dtypes_print_alike(basics, name):
    dtype = tvm_ffi.dtype(name)
    assert basics.print_data_type(dtype) == str(tvm_ffi.core.DataType(name))
    assert basics.echo_data_type(dtype) == dtype
