"""A wheel for glibc 2.17, linked by zig."""

import os
import pathlib
import platform
import re
import zipfile

import pytest

from environments import ROOT, Tools, run
from package_copy import LIBRARY

pytestmark = pytest.mark.skipif(
    os.environ.get("FFI_TEST_TORCH") != "1", reason="FFI_TEST_TORCH=1 installs what is large, zig here"
)


def test_manylinux2014(package, tools, environment, tmp_path):
    from test_install import check_example

    zig = Tools(ROOT / "zig", pathlib.Path(__file__).with_name("requirements-zig.txt"))
    machine = platform.machine()
    triple = f"{machine}-unknown-linux-gnu"
    wheel = package.wheel(
        "-zig",
        CARGO_BUILD_TARGET=triple,
        **{f"CARGO_TARGET_{triple.upper().replace('-', '_')}_LINKER": str(package.folder / "zig-linker")},
        ZIG_PYTHON=str(zig.python),
        ZIG_TARGET=f"{machine}-linux-gnu.2.17",
    )
    tools.command(
        "auditwheel", "repair", "--plat", f"manylinux2014_{machine}", "--exclude", "libtvm_ffi.so",
        "-w", tmp_path, wheel,
    )  # fmt: skip
    (repaired,) = tmp_path.glob("*.whl")
    assert f"manylinux2014_{machine}" in repaired.name
    assert repaired.stat().st_size < 1 << 20
    with zipfile.ZipFile(repaired) as archive:
        library = archive.extract(f"my_ffi_extension/{LIBRARY}", tmp_path)
    versions = re.findall(r"GLIBC_(\d+)\.(\d+)", run("readelf", "--version-info", "--wide", library))
    assert max(tuple(map(int, version)) for version in versions) <= (2, 17)
    environment.install("--no-deps", "--force-reinstall", repaired)
    check_example(environment)
