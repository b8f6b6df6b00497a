"""Containers in both directions: values, mismatches with their place, sharing, and input that is meant to harm."""

import math

import pytest
import tvm_ffi


def plain(value):
    """A container as Python's own types."""
    if isinstance(value, (tvm_ffi.Array, tvm_ffi.List, tvm_ffi.Shape)):
        return [plain(element) for element in value]
    if isinstance(value, (tvm_ffi.Map, tvm_ffi.Dict)):
        return {key: plain(item) for key, item in value.items()}
    return value


LONG = "longer than seven bytes, ü 世 🦀"
SEQUENCES = {
    "array": [1, "two", LONG, 3.5, None, True, b"bytes", [1, [2, [3]]]],
    "array_int": [1, -(2**63), 2**63 - 1],
    "list": [1, "two", None],
    "list_int": [3, 2, 1],
    "vec_int": [1, 2, 3],
    "vec_u8": [0, 255],
    "vec_float": [1.5, math.inf, -0.0],
    "vec_string": ["", "short", LONG, "\0"],
    "vec_bytes": [b"", b"\xff\0", b"x" * 1000],
    "vec_option": [1, None, 3],
    "three": [1, 2, 3],
    "single": [1],
    "tuple": [1, LONG, 2.5],
    "eight": [1, 2, 3, 4, 5, 6, 7, 8],
    "nested": [{"k": [1, [2.5]], LONG: [2, None]}, {}],
}
EMPTY = ["array", "array_int", "list", "vec_int", "vec_string", "vec_bytes", "nested", "hash_set", "list_of_maps"]
MAPPINGS = {
    "map": {"b": 1, "a": [1, 2], 3: None, 2.5: "x", b"k": {"inner": True}},
    "map_str_int": {"b": 1, LONG: 2, "": 3},
    "dict": {"b": 1, 7: [1]},
    "dict_str_int": {"b": 1, "a": 2},
    "hash_map": {"b": 1, LONG: 2},
    "btree_map": {1: "x", 2: LONG},
}


@pytest.mark.parametrize("name", SEQUENCES)
@pytest.mark.parametrize("make", [list, tuple, tvm_ffi.Array, tvm_ffi.List])
def test_sequences_round_trip(containers, name, make):
    value = SEQUENCES[name]
    result = containers[f"echo_{name}"](make(value))
    assert plain(result) == value
    assert type(result) is (tvm_ffi.List if name.startswith("list") else tvm_ffi.Array)
    for got, sent in zip(plain(result), value):
        assert type(got) is type(sent) or isinstance(got, type(sent))


@pytest.mark.parametrize("name", EMPTY)
def test_empty_sequences(containers, name):
    for make in (list, tuple, tvm_ffi.Array, tvm_ffi.List):
        assert len(containers[f"echo_{name}"](make([]))) == 0


@pytest.mark.parametrize("name", MAPPINGS)
@pytest.mark.parametrize("make", [dict, tvm_ffi.Map, tvm_ffi.Dict])
def test_mappings_round_trip(containers, name, make):
    value = MAPPINGS[name]
    result = containers[f"echo_{name}"](make(value))
    assert plain(result) == value
    assert type(result) is (tvm_ffi.Dict if name.startswith("dict") else tvm_ffi.Map)
    if name != "hash_map":
        assert list(result.keys()) == list(value.keys())
    empty = containers[f"echo_{name}"](make({}))
    assert len(empty) == 0 and list(empty.items()) == []


def test_sets_drop_repetitions(containers):
    assert sorted(containers["echo_hash_set"]([3, 1, 3, 2, 1])) == [1, 2, 3]
    assert plain(containers["echo_btree_set"](["b", "a", "b"])) == ["a", "b"]


def test_shapes(containers):
    for value in ([2, 3], [], (2**40,)):
        for make in (tvm_ffi.Shape, list):
            result = containers["echo_shape"](make(value))
            assert type(result) is tvm_ffi.Shape and list(result) == list(value)


def test_borrowed_elements(containers, raises):
    assert containers["join"](["a", LONG, ""], "-") == f"a-{LONG}-"
    assert containers["total_length"]([LONG, "abc"]) == len(LONG.encode()) + 3
    assert containers["total_length"](tvm_ffi.List([LONG])) == len(LONG.encode())
    assert containers["sum_of_pairs"]([(1, 2), [3, 4]]) == 10
    # The list may change during the call, so that its elements cannot be borrowed.
    with raises(TypeError, "Expected `Array[str] (borrowed, so no List)` but got `List`"):
        containers["join"](tvm_ffi.List(["a"]), "-")


def test_arrays_and_lists_are_passed_on_without_a_copy(containers):
    for value in (tvm_ffi.Array([1, 2]), tvm_ffi.List([1, 2]), tvm_ffi.Map({"a": 1}), tvm_ffi.Dict({"a": 1})):
        for name in ("any", f"{type(value).__name__.lower()}"):
            assert containers[f"echo_{name}"](value).same_as(value)


MISMATCHES = [
    ("vec_int", [1, "x"], TypeError, "`[1]`: Expected `int` but got `str`"),
    ("array_int", [1, 2, None], TypeError, "`[2]`: Expected `int` but got `None`"),
    ("list_int", [2.5], TypeError, "`[0]`: Expected `int` but got `float`"),
    ("vec_u8", [1, 256], ValueError, "`[1]`: Expected an integer from 0 to 255 but got 256"),
    ("vec_option", [None, "x"], TypeError, "`[1]`: Expected `Optional[int]` but got `str`"),
    ("vec_string", 3, TypeError, "Expected `Array[str]` but got `int`"),
    ("three", [1, 2], ValueError, "Expected a sequence of 3 but got one of 2"),
    ("tuple", [1, "x"], ValueError, "Expected a sequence of 3 but got one of 2"),
    ("tuple", [1, 2, 3.0], TypeError, "`[1]`: Expected `str` but got `int`"),
    ("map_str_int", {"k": "v"}, TypeError, '`["k"]`: Expected `int` but got `str`'),
    ("map_str_int", {"a": 1, 2: 3}, TypeError, "`[key 2]`: Expected `str` but got `int`"),
    ("dict_str_int", {"a": 1, None: 3}, TypeError, "`[key None]`: Expected `str` but got `None`"),
    ("hash_map", {"a": 1, 2.5: 3}, TypeError, "`[key 2.5]`: Expected `str` but got `float`"),
    ("btree_map", {1: "x", 2: 3}, TypeError, "`[2]`: Expected `str` but got `int`"),
    ("hash_map", [1], TypeError, "Expected `Map[str, int]` but got `Array`"),
    ("vec_int", {"a": 1}, TypeError, "Expected `Array[int]` but got `Map`"),
    ("nested", [{}, {"k": (1, [2.5, "x"])}], TypeError, '`[1]["k"][1][1]`: Expected `float` but got `str`'),
    ("list_of_maps", [{"k": 1}, {"k": "v"}], TypeError, '`[1]["k"]`: Expected `int` but got `str`'),
    ("shape", [1, "x"], TypeError, "`[1]`: Expected `int` but got `str`"),
]


@pytest.mark.parametrize("name, value, kind, message", MISMATCHES)
def test_a_mismatch_names_its_place(containers, raises, name, value, kind, message):
    with raises(kind, message, f"echo_{name}"):
        containers[f"echo_{name}"](value)


def test_integers_that_the_abi_has_not_name_their_place(containers, raises):
    top = str(2**64 - 1)
    with raises(ValueError, "`[1]`", top):
        containers["largest_u64_in_vec"]()
    with raises(ValueError, '`["large"]`', top):
        containers["largest_u64_in_map"]()
    with raises(ValueError, "`[1][1][1]`", top):
        containers["largest_u64_in_tuple"]()
    with raises(ValueError, "`[key 1]`", top):
        containers["largest_u64_as_key"]()
    assert plain(containers["u64_in_vec"](2**61)) == [1, 2**62]


def test_a_list_is_shared(containers, raises):
    values = containers["make_list"]()
    assert type(values) is tvm_ffi.List and plain(values) == [0, 1, 2]
    same = containers["echo_list_int"](values)
    containers["list_push"](values, 3)
    same.append(4)
    containers["list_set"](same, 0, -1)
    assert plain(values) == plain(same) == [-1, 1, 2, 3, 4]
    for index in range(1000):
        containers["list_push"](values, index)
        same.insert(0, index)
    assert len(values) == 2005
    with raises(IndexError, "2005"):
        containers["list_set"](values, 2005, 0)
    containers["list_clear"](values)
    assert plain(same) == []


def test_a_list_that_changes_while_it_is_read(containers, raises):
    values = tvm_ffi.List([1, 2, 3])
    assert containers["list_sum_while"](values, lambda value: values.append(10) if value < 3 else None) == 26
    assert containers["list_sum_while"](values, lambda _: values.clear()) == 1
    values.extend([1, 2])
    with raises(RuntimeError, "element 1 of a list"):
        containers["list_sum_while"](values, lambda _: values.__setitem__(1, "x"))
    texts = tvm_ffi.List([LONG, LONG])
    assert plain(containers["texts_after"](texts, texts.clear)) == [LONG, LONG]


def test_a_dict_is_shared(containers):
    entries = containers["make_dict"]()
    assert type(entries) is tvm_ffi.Dict and list(entries.items()) == [("b", 1), ("a", 2)]
    containers["dict_insert"](entries, LONG, 3)
    entries["b"] = 10
    assert containers["dict_get"](entries, "b") == 10
    assert containers["dict_get"](entries, "none") is None
    containers["dict_remove"](entries, "a")
    containers["dict_remove"](entries, "a")
    assert list(entries.items()) == [("b", 10), (LONG, 3)]


def test_map_values_are_containers(containers):
    entries = {"a": [1, 2], "b": []}
    assert plain(containers["map_get"](entries, "a")) == [1, 2]
    assert containers["map_get"](entries, "c") is None
    assert plain(containers["map_keys"]({3: 1, "x": 2, None: 3})) == [3, "x", None]


def test_optional_is_not_defaulted(containers, raises):
    assert containers["echo_option_int"](None) is None
    assert containers["echo_option_int"](3) == 3
    with raises(TypeError, "Expected `Optional[int]` but got `str`"):
        containers["echo_option_int"]("x")
    with raises(TypeError, "Expected 1 but got 0"):
        containers["echo_option_int"]()
    assert containers["option_with_default"]() == 7
    assert containers["option_with_default"](None) is None
    assert containers["option_with_default"](3) == 3
    assert containers["int_with_default"]() == 7
    with raises(TypeError, "Expected `int` but got `None`"):
        containers["int_with_default"](None)
    assert containers["echo_option_array"](None) is None
    assert plain(containers["echo_option_array"]([1])) == [1]
    with raises(TypeError, "`[0]`: Expected `int` but got `str`"):
        containers["echo_option_array"](["x"])


def test_a_list_that_contains_itself(containers, raises):
    values = tvm_ffi.List([1])
    values.append(values)
    assert containers["echo_any"](values).same_as(values)
    with raises(TypeError, "`[1]`: Expected `int` but got `List`"):
        containers["echo_vec_int"](values)
    with raises(TypeError, "`[0]`: Expected `Array[Any]` but got `int`"):
        containers["count_in_two_levels"](values)
    assert containers["debug"](values) == "[1, <List>]"
    values.clear()


def test_a_million_levels(containers, raises):
    deep = containers["nest"](1_000_000)
    assert containers["echo_any"](deep).same_as(deep)
    assert containers["count_in_two_levels"](deep) == 1
    with raises(TypeError, "`[0]`: Expected `int` but got `Array`"):
        containers["echo_vec_int"](deep)
    assert containers["debug"](deep) == "[<Array>]"
    del deep


@pytest.mark.parametrize("end", ["drop", "hold"])
@pytest.mark.parametrize("keeps", [[True], [False], [True, False], [False, True]])
def test_containers_outlive_their_module(run_script, containers_path, keeps, end):
    """In one process, which ends with the containers alive, or with all of them freed."""
    run_script(
        """
import gc, sys, tvm_ffi
held = []
for keep in map("True".__eq__, sys.argv[3:]):
    module = tvm_ffi.load_module(sys.argv[1], keep_module_alive=keep)
    array = module["echo_nested"]([{"k": (1, [2.5])}])
    values, entries, deep = module["make_list"](), module["make_dict"](), module["nest"](100_000)
    del module
    gc.collect()
    values.append(3)
    assert array[0]["k"][1][0] == 2.5 and list(values) == [0, 1, 2, 3] and entries["a"] == 2
    if sys.argv[2] == "hold":
        held.append((array, values, entries, deep))
    del array, values, entries, deep
    gc.collect()
""",
        containers_path,
        end,
        *keeps,
    )


@pytest.fixture
def tensors():
    numpy = pytest.importorskip("numpy")
    arrays = [numpy.full(4, value, dtype="float32") for value in (1, 2, 3)]
    return arrays, [tvm_ffi.from_dlpack(array) for array in arrays]


def test_tensors_in_containers(containers, tensors):
    arrays, (x, y, z) = tensors
    containers["add_all"](x, [y, z, y])
    assert arrays[0].tolist() == [8.0] * 4
    containers["fill_all"]([x, y], 5.0)
    assert arrays[0].tolist() == arrays[1].tolist() == [5.0] * 4
    (back,) = containers["echo_vec_tensor"]([z])
    assert back.same_as(z)


def test_written_memory_is_reached_by_no_container(containers, tensors, raises):
    _, (x, y, z) = tensors
    with raises(ValueError, "argument #0 `y`", "argument #1 `xs`", "overlap"):
        containers["add_all"](x, [y, x])
    cycle = tvm_ffi.List([y])
    cycle.append(cycle)
    for context in ([[x]], {"k": x}, tvm_ffi.Dict({1: [x]}), tvm_ffi.List([{"a": (1, x)}])):
        with raises(ValueError, "argument #0 `y`", "argument #1 `context`"):
            containers["write_beside"](x, context)
    for context in ([[y]], {"k": z}, {}, [], cycle, tvm_ffi.Dict({1: [z, "text"]})):
        containers["write_beside"](x, context)
    cycle.append(x)
    with raises(ValueError, "argument #1 `context`"):
        containers["write_beside"](x, cycle)
    cycle.clear()
    with raises(ValueError, "[0] and [2], which overlap"):
        containers["fill_all"]([x, y, x], 1.0)
