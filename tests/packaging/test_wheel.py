"""The wheel and the sdist: what is in them, and that they can be made anywhere, with the same bytes."""

import hashlib
import re
import tarfile
import zipfile

from environments import ROOT
from package_copy import EXAMPLE, LIBRARY, REPOSITORY, needed_libraries

MEGABYTE = 1 << 20


def test_one_wheel_for_every_python(wheel):
    assert re.fullmatch(r"my_ffi_extension-0\.1\.0-py3-none-linux_\w+\.whl", wheel.name)
    assert wheel.stat().st_size < MEGABYTE
    with zipfile.ZipFile(wheel) as archive:
        files = {name for name in archive.namelist() if ".dist-info/" not in name}
        metadata = archive.read("my_ffi_extension-0.1.0.dist-info/METADATA").decode()
        tags = archive.read("my_ffi_extension-0.1.0.dist-info/WHEEL").decode()
    names = ("__init__.py", "_ffi_api.py", "base.py", "py.typed", LIBRARY)
    assert files == {f"my_ffi_extension/{name}" for name in names}
    assert "Requires-Dist: apache-tvm-ffi>=0.1.11" in metadata
    assert "Root-Is-Purelib: false" in tags


def test_the_required_version_is_the_one_that_the_loader_asks_for():
    loader = (EXAMPLE / "python/my_ffi_extension/base.py").read_text(encoding="utf-8")
    oldest = re.search(r"_OLDEST = \((\d+), (\d+), (\d+)\)", loader).groups()
    project = (EXAMPLE / "pyproject.toml").read_text(encoding="utf-8")
    assert f'"apache-tvm-ffi>={".".join(oldest)}"' in project


def test_the_audit_passes(wheel, tools, tmp_path):
    tools.command("auditwheel", "repair", "--exclude", "libtvm_ffi.so", "-w", tmp_path, wheel)
    (repaired,) = tmp_path.glob("*.whl")
    assert "py3-none-manylinux" in repaired.name
    with zipfile.ZipFile(repaired) as archive:
        # Nothing was put beside the library, since it needs nothing but the C library.
        assert not [name for name in archive.namelist() if ".libs/" in name]
        archive.extract(f"my_ffi_extension/{LIBRARY}", tmp_path)
    needed = needed_libraries(tmp_path / "my_ffi_extension" / LIBRARY)
    assert "libc.so.6" in needed
    for word in ("tvm_ffi", "python", "stdc++", "testing"):
        assert not [name for name in needed if word in name], needed


def test_the_sdist_builds_elsewhere_and_twice_the_same(wheels_of_sdist, unpacked):
    first, second = wheels_of_sdist
    assert hashlib.sha256(first.read_bytes()).digest() == hashlib.sha256(second.read_bytes()).digest()
    # The two were built in folders of different names; neither is in the library, nor the repository's.
    content = zipfile.ZipFile(first).read(f"my_ffi_extension/{LIBRARY}")
    for path in (ROOT, REPOSITORY, *(copy.folder for copy in unpacked)):
        assert str(path).encode() not in content


def test_the_sdist_has_the_runtime(sdist):
    with tarfile.open(sdist) as archive:
        names = archive.getnames()
        manifest = archive.extractfile("my_ffi_extension-0.1.0/Cargo.toml").read().decode()
    for crate in ("ffi-runtime", "ffi-macros"):
        assert f"my_ffi_extension-0.1.0/vendor/{crate}/Cargo.toml" in names
        assert f'{crate} = {{ path = "vendor/{crate}" }}' in manifest
    assert str(REPOSITORY) not in manifest
    assert not [name for name in names if "/target/" in name]


def test_an_sdist_of_an_sdist_has_it_too(unpacked):
    with tarfile.open(unpacked[0].sdist()) as archive:
        assert "my_ffi_extension-0.1.0/vendor/ffi-runtime/Cargo.toml" in archive.getnames()


def test_the_dependencies_are_those_of_the_workspace():
    def packages(path):
        text = (path / "Cargo.lock").read_text(encoding="utf-8")
        return set(re.findall(r'name = "(.+)"\nversion = "(.+)"', text))

    missing = packages(EXAMPLE) - packages(REPOSITORY) - {("my-ffi-extension", "0.1.0")}
    assert not missing, "run `cargo update` in examples/packaging"
