"""Strings and bytes of every length and content."""

import pytest

TEXTS = [
    "",
    "a",
    "1234567",
    "12345678",
    "grüße",
    "世界",
    "\U0001f980\U0001f40d",
    "a\0b",
    "\0",
    "interior\0and longer than small",
    "x" * 1_000_000,
    "é" * 500_000,
]


@pytest.mark.parametrize("name", ["echo_str", "echo_string"])
@pytest.mark.parametrize("text", TEXTS, ids=lambda text: f"{len(text)}")
def test_strings_round_trip(basics, name, text):
    result = basics[name](text)
    assert result == text
    assert isinstance(result, str)
    assert basics.count_characters(text) == len(text)


@pytest.mark.parametrize("name", ["echo_bytes", "echo_byte_slice"])
@pytest.mark.parametrize("size", [0, 1, 6, 7, 8, 9, 25, 1_000_000])
def test_bytes_round_trip(basics, name, size):
    data = bytes(index % 256 for index in range(size))
    result = basics[name](data)
    assert result == data
    assert isinstance(result, bytes)
    assert basics.count_bytes(data) == size


def test_a_bytearray_is_bytes(basics):
    assert basics.echo_bytes(bytearray(b"abc\xff")) == b"abc\xff"


def test_strings_that_outlive_their_source(basics):
    kept = [basics.echo_str(f"number {number} of a long text") for number in range(100)]
    assert kept == [f"number {number} of a long text" for number in range(100)]


def test_a_string_of_the_library_passes_back(basics):
    long = basics.repeat("ab", 50)
    assert long == "ab" * 50
    assert basics.count_characters(long) == 100
    assert basics.echo_str(long) == long


def test_constant_and_joined(basics):
    assert basics.constant() == "grüße, 世界"
    assert basics.join("first", "") == "first"
    assert basics.join("first", "second") == ""


@pytest.mark.parametrize("name", ["echo_str", "echo_string"])
@pytest.mark.parametrize("value", [3, 2.5, True, None], ids=repr)
def test_other_values_are_no_string(basics, raises, name, value):
    kind = {int: "int", float: "float", bool: "bool", type(None): "None"}[type(value)]
    with raises(TypeError, "`str`", f"`{kind}`", name):
        basics[name](value)


def test_bytes_are_no_string_and_strings_no_bytes(basics, raises):
    with raises(TypeError, "`str`", "`bytes`"):
        basics.echo_str(b"abc")
    with raises(TypeError, "`bytes`", "`str`"):
        basics.echo_bytes("abc")
    with raises(TypeError, "`bytes`", "`str`"):
        basics.echo_bytes("a text of more than seven bytes")


def test_invalid_utf8_is_a_value_error(basics_path, raises, basics):
    """Only a caller of the C symbol can send such a string."""
    import ctypes

    class AnyView(ctypes.Structure):
        _fields_ = [("type_index", ctypes.c_int32), ("padding", ctypes.c_uint32), ("value", ctypes.c_uint64)]

    class ByteArray(ctypes.Structure):
        _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t)]

    library = ctypes.CDLL(basics_path)
    host = ctypes.CDLL(None)
    call = library["__tvm_ffi_echo_str"]
    for raw in (b"\xff\xfe", b"valid and then \xc3(", b"\xed\xa0\x80 a surrogate"):
        text = ctypes.create_string_buffer(raw)
        argument = AnyView(8, 0, ctypes.addressof(text))  # kTVMFFIRawStr
        result = AnyView()
        code = call(None, ctypes.byref(argument), ctypes.c_int32(1), ctypes.byref(result))
        assert code == -1
        error = ctypes.c_void_p()
        host.TVMFFIErrorMoveFromRaised(ctypes.byref(error))
        kind, message = (ByteArray.from_address(error.value + 24 + 16 * index) for index in range(2))
        assert ctypes.string_at(kind.data, kind.size) == b"ValueError"
        text = ctypes.string_at(message.data, message.size).decode()
        assert "UTF-8" in text and "text" in text
        host.TVMFFIObjectDecRef(error)
