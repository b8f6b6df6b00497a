"""Objects that Python moves in: the function has the only reference, unless something else of the call is the object too."""

import gc

import numpy as np
import pytest
import tvm_ffi
from tvm_ffi.core import ObjectRValueRef


def live(containers):
    gc.collect()
    return containers["live_objects"]()


def is_empty(handle):
    return handle.__chandle__() == 0


# The handle that Python holds, and what refers to it beside the functions' own reference.
KINDS = {
    "any": lambda: tvm_ffi.Array([1]),
    "array": lambda: tvm_ffi.Array([1, "a"]),
    "array_int": lambda: tvm_ffi.Array([1, 2]),
    "list": lambda: tvm_ffi.List([1, 2]),
    "map": lambda: tvm_ffi.Map({"k": 1}),
    "dict": lambda: tvm_ffi.Dict({"k": 1}),
    "tensor": lambda: tvm_ffi.from_dlpack(np.zeros(3, "float32")),
    "option": lambda: tvm_ffi.Array([1, 2]),
    "union": lambda: tvm_ffi.Array([1, 2]),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_moved_handle_is_the_only_reference(containers, kind):
    references = containers[f"references_{kind}"]
    handle = KINDS[kind]()
    assert references(handle) == 2
    assert not is_empty(handle)
    assert references(ObjectRValueRef(handle)) == 1
    assert is_empty(handle)


@pytest.mark.parametrize("kind", ["any", "function", "typed"])
def test_functions_stay(containers, kind):
    function = tvm_ffi.convert(lambda value: value)
    assert containers[f"references_{kind}"](ObjectRValueRef(function)) == 2
    assert function(3) == 3


def test_a_function_that_is_moved_into_itself(containers):
    text = "a text of more than seven bytes"
    function = containers["dropping"](text)
    assert function(ObjectRValueRef(function)) == text
    assert function(None) == text


def test_other_references_stay(containers):
    items = tvm_ffi.Array([1, 2])
    holder = tvm_ffi.Array([items])
    assert containers["references_array"](items._move()) == 2
    assert is_empty(items)
    assert list(holder[0]) == [1, 2]


def test_what_borrows_or_copies_leaves_the_handle(containers):
    items = tvm_ffi.Array([1, 2])
    assert containers["references_view"](items._move()) == 1
    assert containers["echo_vec_int"](items._move()) == (1, 2)
    assert containers["echo_list_int"](items._move()) == [1, 2]
    assert list(containers["echo_shape"](items._move())) == [1, 2]
    texts = tvm_ffi.Array(["a" * 20, "b" * 20])
    assert containers["join"](texts._move(), "-") == "a" * 20 + "-" + "b" * 20
    assert containers["references_union"](texts._move()) == 102
    assert list(items) == [1, 2]
    assert list(texts) == ["a" * 20, "b" * 20]
    numbers = tvm_ffi.List([1, 2])
    assert containers["references_array_int"](numbers._move()) == 1
    assert list(numbers) == [1, 2]


def test_one_object_in_two_arguments_is_not_taken(containers):
    observe = containers["references_of_all"]
    items, other = tvm_ffi.Array([1]), tvm_ffi.Array([2])
    # A reference in Python, and one for each parameter that keeps it.
    assert list(observe(items._move(), items, other, other, other)) == [3, 3, 2, 2]
    assert list(observe(items, items._move(), other, other, other)) == [3, 3, 2, 2]
    assert list(observe(items._move(), items._move(), items._move(), items._move(), items._move())) == [4] * 4
    assert list(observe(items._move(), None, items._move(), other, other)) == [2, 0, 2, 2]
    assert list(observe(items._move(), None, other, other, items)) == [2, 0, 2, 2]
    assert list(items) == [1]
    assert list(observe(items._move(), None, other, None, other)) == [1, 0, 1, 0]
    assert is_empty(items)
    assert list(other) == [2]


def test_borrowed_elements_survive(containers):
    def made():
        return tvm_ffi.Array(["a" * 20, "b" * 20])

    texts = made()
    assert tuple(containers["references_beside_borrowed"](texts._move(), texts)) == (2, "a" * 20 + "b" * 20)
    assert list(texts) == list(made())
    assert tuple(containers["references_beside_borrowed"](made()._move(), texts)) == (1, "a" * 20 + "b" * 20)


def test_moved_out_twice(containers, raises):
    items = tvm_ffi.Array([1])
    moved = items._move()
    assert containers["references_array"](moved) == 1
    with raises(TypeError):
        containers["references_array"](moved)
    with raises(ValueError, "moved out"):
        containers["references_any"](moved)


def test_failed_conversions_lose_nothing(containers, raises):
    before = live(containers)
    for _ in range(50):
        # C++ drops what was taken before a later argument fails; so does this.
        items = containers["reserved"](tvm_ffi.Array([1]), 3)
        with raises(TypeError, "argument #1"):
            containers["references_beside_number"](items._move(), "bad")
        assert is_empty(items)
        items = containers["reserved"](tvm_ffi.Array([1]), 3)
        # What fails itself, or was not reached, stays.
        with raises(TypeError, "argument #0", "[0]"):
            containers["references_beside_borrowed"](items._move(), ())
        with raises(TypeError, "argument #1"):
            containers["references_of_all"](tvm_ffi.Array([1]), "bad", None, items._move(), ())
        assert list(items) == [1]
    del items
    after = live(containers)
    if before is not None:
        assert after == before


def test_what_is_passed_on_is_lent(containers):
    take = tvm_ffi.get_global_func("testing.schema_id_any")
    items = tvm_ffi.Array([1, 2])
    result, references = containers["pass_on"](take, items._move())
    # C++ takes what is moved into an Any, but what it was given here was lent.
    assert list(result) == [1, 2]
    assert references == 2
    assert list(items) == [1, 2]
    assert take(items._move()).same_as(result)
    assert is_empty(items)


def test_arrays_change_in_place(containers):
    items = containers["reserved"]((1, 2), 3)
    items, in_place = containers["append"](items, 3)
    assert not in_place
    items, in_place = containers["append"](items._move(), 4)
    assert in_place
    assert list(items) == [1, 2, 3, 4]


def test_growing_is_amortised(containers):
    items = tvm_ffi.Array([])
    copies = 0
    for value in range(1000):
        items, in_place = containers["append"](items._move(), value)
        copies += not in_place
    assert list(items) == list(range(1000))
    assert copies < 12


@pytest.mark.parametrize("moved", [True, False])
def test_arrays_of_any_language_change(containers, moved):
    def passed(items):
        return items._move() if moved else items

    inner = tvm_ffi.Array([1])
    # Python's are made by C++.
    items = tvm_ffi.Array([inner, "b" * 20, 3])
    result, in_place = containers["replace"](passed(items), 1, "c" * 20)
    assert in_place == moved
    assert result[0].same_as(inner)
    assert list(result)[1:] == ["c" * 20, 3]
    last, result, first, in_place = containers["peel"](passed(result))
    assert in_place == moved
    assert (last, first.same_as(inner), list(result)) == (3, True, ["c" * 20])
    result, in_place = containers["emptied"](passed(result))
    assert in_place == moved
    assert list(result) == []
    if not moved:
        assert list(items)[1:] == ["b" * 20, 3]
    # Python's, the element that was removed, and the function's own.
    del items, result, first
    gc.collect()
    assert containers["references_array"](inner) == 2


def test_changes_keep_shared_arrays(containers, raises):
    items = tvm_ffi.Array([1, 2])
    result, in_place = containers["append"](items, 3)
    assert not in_place
    assert (list(items), list(result)) == ([1, 2], [1, 2, 3])
    with raises(IndexError, "index 2 is behind the end of an array of 2"):
        containers["replace"](items, 2, 0)
    with raises(IndexError):
        containers["peel"]([1])


def test_a_tensor_of_the_library_that_came_back(containers, raises):
    tensor = containers["new_tensor"](3)
    with raises(ValueError, "shared"):
        containers["filled"](tensor, 1.0)
    reader = np.from_dlpack(tensor)
    with raises(ValueError, "shared"):
        containers["filled"](ObjectRValueRef(tensor), 1.0)
    # It was taken, and dropped with the error.
    assert is_empty(tensor)
    assert reader.tolist() == [0, 0, 0]
    tensor = containers["new_tensor"](3)
    address = tensor.data_ptr() if hasattr(tensor, "data_ptr") else None
    result = containers["filled"](ObjectRValueRef(tensor), 2.0)
    assert is_empty(tensor)
    assert np.from_dlpack(result).tolist() == [2, 2, 2]
    if address is not None:
        assert result.data_ptr() == address


def test_tensors_of_frameworks_stay_read(containers, raises):
    tensor = tvm_ffi.from_dlpack(np.zeros(3, "float32"))
    with raises(ValueError, "another library"):
        containers["filled"](ObjectRValueRef(tensor), 1.0)


def test_a_tensor_beside_a_view_of_it(containers):
    tensor = containers["new_tensor"](3)
    assert tuple(containers["references_of_tensor_beside"](ObjectRValueRef(tensor), tensor)) == (2, 3)
    assert tensor.shape == (3,)


def test_many_calls_lose_nothing(containers):
    before = live(containers)
    for value in range(200):
        items = containers["reserved"](tvm_ffi.Array([value]), value % 5)
        items, _ = containers["append"](items._move(), value)
        items, _ = containers["replace"](items, 0, "x" * 20)
        containers["peel"](items._move())
        containers["filled"](ObjectRValueRef(containers["new_tensor"](value)), 1.0)
    del items
    after = live(containers)
    if before is not None:
        assert after == before
