"""Calls: arity, default arguments, options and metadata."""

import json

import pytest

PLUS = "add(a: int, b: int = 1) -> int"


def schema(result, *parameters):
    """The metadata's schema of a function, with one entry for a plain type."""

    def entry(name):
        return {"type": name} if isinstance(name, str) else name

    types = [entry(result), *map(entry, parameters)]
    return {"type": "ffi.Function", "args": types}


def test_add(basics):
    assert basics.add(40, 2) == 42
    assert basics.add(41) == 42
    assert basics.calls_an_export() == 42


def test_arity(basics, raises):
    with raises(TypeError) as raised:
        basics.add(1, 2, 3)
    assert raised.message == f"Mismatched number of arguments when calling: `{PLUS}`. Expected 1 to 2 but got 3"
    with raises(TypeError) as raised:
        basics.add()
    assert raised.message == f"Mismatched number of arguments when calling: `{PLUS}`. Expected 1 to 2 but got 0"
    with raises(TypeError) as raised:
        basics.echo_i64()
    assert raised.message == (
        "Mismatched number of arguments when calling: `echo_i64(value: int) -> int`. Expected 1 but got 0"
    )
    with raises(TypeError) as raised:
        basics.nothing(1)
    assert "Expected 0 but got 1" in raised.message


def test_eleven_arguments(basics, raises):
    values = [3, -1, 4, 1, -5, 9, 2, 6, -5, 3, 5]
    assert basics.eleven(*values) == sum(weight * value for weight, value in enumerate(values, 1))
    with raises(TypeError, "Expected 11 but got 10"):
        basics.eleven(*values[:10])
    with raises(TypeError, "k: int", "Expected `int` but got `str`"):
        basics.eleven(*values[:10], "x")


def test_defaults_are_evaluated_in_order(basics):
    assert basics.two_defaults(1) == "1 20 three"
    assert basics.two_defaults(1, 2) == "1 2 three"
    assert basics.two_defaults(1, 2, "x") == "1 2 x"


def test_option(basics, raises):
    assert basics.option_i64(None) is None
    assert basics.option_i64(3) == 3
    with raises(TypeError, "value", "int", "`str`"):
        basics.option_i64("x")
    # Optional is not the same as defaulted.
    with raises(TypeError, "Expected 1 but got 0"):
        basics.option_i64()
    assert basics.option_str("x") == "x"
    assert basics.option_str(None) is None


def test_option_with_default(basics):
    assert basics.option_with_default() == 7
    assert basics.option_with_default(None) is None
    assert basics.option_with_default(3) == 3
    assert basics.option_with_none() is None
    assert basics.option_with_none(3) == 3


def test_callbacks(basics, raises):
    assert basics.call_with(lambda value: value * 10, 4) == 40
    assert basics.call_without(lambda: "done") == "done"
    assert basics.call_without(lambda: None) is None
    assert basics.call_many(lambda *values: repr(values), 9) == "(1, 2.5, True, 'text', 9)"
    assert basics.call_optional(None) == -1
    assert basics.call_optional(lambda: 5) == 5
    with raises(TypeError, "int", "str"):
        basics.call_with(lambda value: "text", 4)
    with raises(TypeError, "function"):
        basics.call_with(3, 4)


def test_callback_from_another_thread(basics):
    assert basics.call_from_thread(lambda value: value + 1, 4) == 5


def test_closures(basics, raises):
    add_five = basics.make_adder(5)
    assert add_five(1) == 6
    assert basics.call_with(add_five, 2) == 7
    with raises(TypeError, "int", "str"):
        add_five("x")
    with raises(TypeError, "1", "2"):
        add_five(1, 2)
    counter = basics.make_counter()
    other = basics.make_counter()
    assert [counter(), counter(), other(), counter()] == [1, 2, 1, 3]


def test_closures_are_dropped(basics):
    before = basics.count_tracked()
    tracked = [basics.make_tracked() for _ in range(3)]
    assert tracked[0]() == before + 3
    del tracked
    assert basics.count_tracked() == before


def test_docstrings(basics):
    assert basics.get_function_doc("add") == "Adds two integers."
    assert basics.get_function_doc("echo_i64") is None


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("add", schema("int", "int", "int")),
        ("nothing", schema("None")),
        ("echo_bool", schema("bool", "bool")),
        ("echo_i8", schema("int", "int")),
        ("echo_f32", schema("float", "float")),
        ("echo_any", schema("Any", "Any")),
        ("echo_data_type", schema("DataType", "DataType")),
        ("echo_device", schema("Device", "Device")),
        ("require_positive", schema("int", "int")),
    ],
)
def test_metadata(basics, name, expected):
    metadata = basics.get_function_metadata(name)
    found = json.loads(metadata["type_schema"])
    assert plain(found) == plain(expected)


def plain(node):
    """A schema without what only newer ones carry, such as parameter names."""
    if "named_args" in node:
        arguments = [node["named_args"]["return"][0], *node["named_args"]["params"]]
    else:
        arguments = node.get("args", [])
    return (node["type"], tuple(map(plain, arguments)))


def test_metadata_equals_that_of_the_reference(basics):
    import tvm_ffi

    for ours, reference in {
        "echo_i64": "testing.schema_id_int",
        "echo_f64": "testing.schema_id_float",
        "echo_bool": "testing.schema_id_bool",
        "echo_device": "testing.schema_id_device",
        "echo_data_type": "testing.schema_id_dtype",
        "echo_any": "testing.schema_id_any",
        "option_i64": "testing.schema_id_opt_int",
        "option_str": "testing.schema_id_opt_str",
        "echo_string": "testing.schema_id_string",
        "echo_bytes": "testing.schema_id_bytes",
        "nothing": "testing.schema_no_args_no_return",
    }.items():
        expected = json.loads(tvm_ffi.get_global_func_metadata(reference)["type_schema"])
        found = json.loads(basics.get_function_metadata(ours)["type_schema"])
        assert plain(found) == plain(expected), ours


def test_a_missing_function(basics):
    with pytest.raises(AttributeError):
        basics["no_such_function"]
    assert basics.get_function_metadata("no_such_function") is None
    assert not basics.implements_function("no_such_function")
    assert basics.implements_function("add")
