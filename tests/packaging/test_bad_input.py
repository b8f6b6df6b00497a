"""What is wrong with an installation is an ImportError that says so."""

import platform

import pytest

from package_copy import LIBRARY


def import_error(environment, **options):
    """The last line of what Python says."""
    printed = environment.script("import my_ffi_extension", expected=1, **options)
    line = printed.strip().splitlines()[-1]
    assert line.startswith("ImportError: my_ffi_extension "), printed
    return line


@pytest.fixture
def bare(new_environment, wheel):
    """The wheel alone, without what it needs."""
    environment = new_environment()
    environment.install("--no-deps", wheel)
    return environment


def test_without_tvm_ffi(bare):
    assert "pip install --upgrade 'apache-tvm-ffi>=0.1.11'" in import_error(bare)


@pytest.mark.parametrize("version", ["0.1.10", "0.1.0"])
def test_a_tvm_ffi_that_is_too_old(bare, version):
    bare.install(f"apache-tvm-ffi=={version}")
    line = import_error(bare)
    assert f"needs a newer apache-tvm-ffi than {version}" in line
    assert "apache-tvm-ffi>=0.1.11" in line


def test_pip_refuses_a_tvm_ffi_that_is_too_old(new_environment, wheel):
    printed = new_environment().install(wheel, "apache-tvm-ffi==0.1.10", expected=1)
    assert "apache-tvm-ffi>=0.1.11" in printed


def test_the_oldest_tvm_ffi(new_environment, wheel):
    from test_install import check_example

    environment = new_environment()
    environment.install(wheel, "apache-tvm-ffi==0.1.11", "numpy")
    check_example(environment)


@pytest.fixture
def library(environment):
    """The installed library, to be spoilt."""
    path = environment.site_packages / "my_ffi_extension" / LIBRARY
    content = path.read_bytes()
    yield path
    path.write_bytes(content)


def test_a_missing_library(environment, library):
    library.unlink()
    line = import_error(environment)
    assert LIBRARY in line and "cannot load its library" in line


def other_machine(content):
    """The same file for a machine that does not exist here: `e_machine` of its header is changed."""
    arm, intel = (183).to_bytes(2, "little"), (62).to_bytes(2, "little")
    return content[:18] + (intel if content[18:20] == arm else arm) + content[20:]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(other_machine, id="another processor"),
        pytest.param(lambda content: b"\xcf\xfa\xed\xfe" + content[4:], id="macOS"),
        pytest.param(lambda content: b"MZ" + content[2:], id="Windows"),
        pytest.param(lambda content: content[:0], id="empty"),
    ],
)
def test_the_wrong_platform_s_library(environment, library, change):
    content = library.read_bytes()
    # Not in place: the file may be mapped.
    library.unlink()
    library.write_bytes(change(content))
    line = import_error(environment)
    assert f"cannot load its library on linux {platform.machine()}" in line and LIBRARY in line
