"""Type schemas, string for string those of libtvm_ffi's own test functions."""

import pytest
import tvm_ffi
from tvm_ffi import testing  # noqa: F401 - registers the functions

# Signatures without a counterpart, and why.
WITHOUT_COUNTERPART = {
    # A pointer to the caller's tensor as a result has no owner, which the ABI wants of results.
    "schema_id_dltensor",
    # A packed function has no signature; exported functions always have one.
    "schema_packed",
}

PREFIX = "testing."
NAMES = sorted(
    name.removeprefix(PREFIX)
    for name in tvm_ffi.registry.list_global_func_names()
    if name.startswith(PREFIX + "schema_")
)


def test_all_functions_are_known():
    """A function that neither the fixture nor the list above has fails the comparison below."""
    assert len(NAMES) >= 37
    assert WITHOUT_COUNTERPART <= set(NAMES)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in WITHOUT_COUNTERPART])
def test_the_schema_is_libtvm_ffi_s(containers, name):
    expected = tvm_ffi.get_global_func_metadata(PREFIX + name)["type_schema"]
    metadata = containers.get_function_metadata(name)
    assert metadata is not None, f"the fixture has no counterpart of `{PREFIX}{name}`"
    assert metadata["type_schema"] == expected


@pytest.mark.parametrize("name", sorted(WITHOUT_COUNTERPART))
def test_what_is_left_out_is_really_missing(containers, name):
    assert containers.get_function_metadata(name) is None
