"""scikit-build-core's backend; its sdists also hold the crates that `Cargo.toml` names by a path.

A path such as `../../ffi-runtime` leads nowhere once the sdist is unpacked elsewhere. So the sdist gets those
crates under `vendor`, as cargo would publish them, and its `Cargo.toml` says that they are there. Where every
dependency comes from a registry, this adds nothing, and `scikit_build_core.build` can be named directly.
"""

import gzip
import io
import json
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path, PurePosixPath

from scikit_build_core import build as _scikit_build
from scikit_build_core.build import *  # noqa: F403

_PATH = re.compile(r'\bpath\s*=\s*"([^"]*)"\s*,?\s*')

# The time of every file in a wheel, unless the variable is set: what is built twice is the same twice.
os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800")


def build_sdist(sdist_directory, config_settings=None):
    """Makes the sdist, self-contained."""
    name = _scikit_build.build_sdist(sdist_directory, config_settings)
    crates = _local_crates()
    if crates:
        _add_crates(Path(sdist_directory, name), crates)
    return name


def _cargo(*arguments):
    home = os.environ.get("CARGO_HOME", str(Path.home() / ".cargo"))
    cargo = shutil.which("cargo") or shutil.which("cargo", path=str(Path(home, "bin")))
    if cargo is None:
        raise SystemExit("making the sdist needs Rust: install it, with rustup for instance")
    finished = subprocess.run([cargo, *arguments], stdout=subprocess.PIPE, check=False)
    if finished.returncode != 0:
        raise SystemExit(f"`cargo {' '.join(arguments)}` failed")
    return finished.stdout


def _package(manifest):
    """What cargo knows of one package; it downloads nothing for this."""
    known = json.loads(_cargo("metadata", "--no-deps", "--format-version=1", "--manifest-path", str(manifest)))
    return next(found for found in known["packages"] if Path(found["manifest_path"]).samefile(manifest))


def _local_crates():
    """The name and the manifest of every dependency that lies outside of this folder, sorted."""
    here = Path.cwd().resolve()
    found, left = {}, [(here / "Cargo.toml", True)]
    while left:
        manifest, is_root = left.pop()
        for dependency in _package(manifest)["dependencies"]:
            if "path" not in dependency or (dependency["kind"] == "dev" and not is_root):
                continue
            crate = Path(dependency["path"], "Cargo.toml").resolve()
            if dependency["name"] not in found and here not in crate.parents:
                found[dependency["name"]] = crate
                left.append((crate, False))
    return sorted(found.items())


def _packed(crates):
    """The files of the crates as cargo publishes them: each name below `vendor`, and its bytes."""
    files = {}
    with tempfile.TemporaryDirectory() as target:
        roots = sorted({str(manifest) for _, manifest in crates})
        selected = [f"--package={name}" for name, _ in crates]
        # One command for all, so that cargo finds the crates that need each other.
        _cargo(
            "package", "--no-verify", "--allow-dirty", "--exclude-lockfile", "--quiet",
            "--target-dir", target, "--manifest-path", roots[0], *selected,
        )
        for name, _ in crates:
            (archive,) = Path(target, "package").glob(f"{name}-[0-9]*.crate")
            with tarfile.open(archive) as crate:
                for member in crate.getmembers():
                    inner = PurePosixPath(*PurePosixPath(member.name).parts[1:])
                    if member.isfile() and inner.name not in ("Cargo.toml.orig", ".cargo_vcs_info.json"):
                        files[f"vendor/{name}/{inner}"] = crate.extractfile(member).read()
    return files


def _without_paths(text, crates):
    """The manifest with no path to one of the crates; its other paths stay."""
    folders = {manifest.parent for _, manifest in crates}

    def left(match):
        return "" if Path(match.group(1)).resolve() in folders else match.group(0)

    return _PATH.sub(left, text)


def _add_crates(sdist, crates):
    files = _packed(crates)
    with tarfile.open(sdist) as archive:
        members = [
            (member, archive.extractfile(member).read() if member.isfile() else None)
            for member in archive.getmembers()
        ]
    root = PurePosixPath(members[0][0].name).parts[0]
    patch = "".join(f'{name} = {{ path = "vendor/{name}" }}\n' for name, _ in crates)
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for member, content in members:
            if member.name == f"{root}/Cargo.toml":
                text = content.decode()
                content = f"{_without_paths(text, crates)}\n[patch.crates-io]\n{patch}".encode()
                member.size = len(content)
            archive.addfile(member, io.BytesIO(content) if content is not None else None)
        for name, content in sorted(files.items()):
            member = tarfile.TarInfo(f"{root}/{name}")
            member.size = len(content)
            member.mtime = members[0][0].mtime
            archive.addfile(member, io.BytesIO(content))
    with open(sdist, "wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as compressed:
        compressed.write(out.getvalue())
