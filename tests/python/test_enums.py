"""Unions, choices by name or number, and functions whose types are known."""

import pytest
import tvm_ffi
from tvm_ffi import testing  # noqa: F401 - registers the functions

UNION = "float | int | int | str | Array[int] | None"


@pytest.mark.parametrize(
    "value, variant",
    [(1, "Int"), (1.5, "Float"), (True, "Float"), ("x", "Text"), ([1, 2], "Items"), ((), "Items"), (None, "Nothing")],
)
def test_the_exact_variant_comes_first(containers, value, variant):
    assert containers.variant_of(value) == variant


@pytest.mark.parametrize("value", [3, 2.5, "text", "a longer text", None])
def test_unions_round_trip(containers, value):
    result = containers.echo_union(value)
    assert result == value
    assert isinstance(result, type(value))


def test_a_value_of_no_variant(containers, raises):
    with raises(TypeError, UNION, "`bytes`"):
        containers.variant_of(b"x")
    with raises(TypeError, UNION, "`Array`"):
        containers.variant_of(["x"])


PLAIN = [1, -(2**63), True, False, 1.5, None, "", "text", "a longer text", b"bytes", b"longer bytes", [], [1, 2], [1, "x"]]


def outcome(function, value):
    """What a call gives, with its type, or the kind of its error."""
    try:
        result = function(value)
    except Exception as error:
        return type(error)
    return type(result), list(result) if isinstance(result, tvm_ffi.Array) else result


@pytest.mark.parametrize("name", ["schema_id_variant_int_str", "schema_variant_mix"])
@pytest.mark.parametrize("value", PLAIN, ids=repr)
def test_variants_choose_as_libtvm_ffi_does(containers, name, value):
    theirs = tvm_ffi.get_global_func(f"testing.{name}")
    assert outcome(containers[name], value) == outcome(theirs, value)


def test_unions_inside_of_containers(containers, raises):
    assert containers.sum_of_unions([1, "four", 10]) == 15
    assert containers.sum_of_unions(tvm_ffi.List([1, "four", 10])) == 15
    with raises(TypeError, "[1]", "int | str", "float"):
        containers.sum_of_unions([1, 2.5])


@pytest.mark.parametrize("value, name", [("Relu", "Relu"), ("Gelu", "Gelu"), (0, "Relu"), (7, "Gelu")])
def test_choices_by_name_and_number(containers, value, name):
    assert containers.echo_choice(value) == name


def test_a_choice_that_is_none(containers, raises):
    for value, shown in [(3, "3"), ("relu", '"relu"')]:
        with raises(ValueError, '"Relu" (0)', '"Gelu" (7)', shown):
            containers.echo_choice(value)
    with raises(TypeError, "Activation", "float"):
        containers.echo_choice(0.5)


def test_typed_functions(containers, raises):
    assert containers.call_typed(lambda value, text: value / 2 + len(text), 3) == 4.5
    assert containers.make_typed(4)(5) == 9
    with raises(TypeError, "float", "str"):
        containers.call_typed(lambda value, text: text, 3)
    with raises(TypeError, "Function[(int, str) -> float]", "int"):
        containers.call_typed(5, 3)


def test_schemas(containers):
    def schema(name):
        return containers.get_function_metadata(name)["type_schema"]

    union = '{"type":"Variant","args":[{"type":"int"},{"type":"ffi.String"}]}'
    assert schema("echo_int_or_str") == (
        '{"type":"ffi.Function","named_args":{"return":[' + union + '],"params":[' + union + "]}}"
    )
    typed = '{"type":"ffi.Function","named_args":{"return":[{"type":"int"}],"params":[{"type":"int"}]}}'
    assert typed in schema("make_typed")


def nested(depth):
    value = 1
    for _ in range(depth):
        value = [value, 1]
    return value


def test_a_union_that_holds_itself(containers, raises):
    import time

    assert containers.sum_of_tree(nested(60)) == 61
    started = time.monotonic()
    with raises(TypeError, "sum_of_tree(tree: int | Array[Tree])"):
        containers.sum_of_tree([nested(40), "text"])
    # Each level that tried its variants twice would double the time: 2^40 steps never end.
    assert time.monotonic() - started < 30


def test_the_schema_of_a_union_that_holds_itself(containers):
    schema = containers.get_function_metadata("sum_of_tree")["type_schema"]
    assert '"params":[{"type":"Variant","args":[{"type":"int"},{"type":"ffi.Array"}]}]' in schema


def test_a_union_that_nests_too_deep(containers, raises):
    with pytest.raises((TypeError, ValueError)):
        containers.sum_of_tree(nested(200))
    itself = tvm_ffi.List([1])
    itself.append(itself)
    with pytest.raises((TypeError, ValueError)):
        containers.sum_of_tree(itself)
    itself.clear()


def test_exact_matches_look_into_containers(containers):
    assert list(containers.floats_or_ints([2**53 + 1])) == [2**53 + 1]
    assert list(containers.floats_or_ints([1.5, 2.5])) == [1.5, 2.5]
    assert list(containers.floats_or_ints([1, 2.5])) == [1.0, 2.5]
