"""Type schemas, string for string those of libtvm_ffi's own test functions."""

import pytest
import tvm_ffi
from tvm_ffi import testing  # noqa: F401 - registers the functions

# Signatures that have no counterpart yet: any object, unions, pointers to tensors as results, and functions
# without a signature.
WITHOUT_COUNTERPART = {
    "schema_id_arr_obj",
    "schema_id_dltensor",
    "schema_id_list_obj",
    "schema_id_map_str_obj",
    "schema_id_object",
    "schema_id_opt_obj",
    "schema_id_variant_int_str",
    "schema_packed",
    "schema_variant_mix",
}

PREFIX = "testing."
NAMES = sorted(
    name.removeprefix(PREFIX)
    for name in tvm_ffi.registry.list_global_func_names()
    if name.startswith(PREFIX + "schema_")
)


def test_all_functions_are_known():
    assert len(NAMES) >= 37
    assert WITHOUT_COUNTERPART <= set(NAMES)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in WITHOUT_COUNTERPART])
def test_the_schema_is_libtvm_ffi_s(containers, name):
    expected = tvm_ffi.get_global_func_metadata(PREFIX + name)["type_schema"]
    assert containers.get_function_metadata(name)["type_schema"] == expected


@pytest.mark.parametrize("name", sorted(WITHOUT_COUNTERPART))
def test_what_is_left_out_is_really_missing(containers, name):
    assert containers.get_function_metadata(name) is None
