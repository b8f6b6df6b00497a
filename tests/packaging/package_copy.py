"""Copies of the example package, and what is built of them."""

import os
import pathlib
import re
import shutil
import tarfile

from environments import ROOT, run

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent
EXAMPLE = REPOSITORY / "examples" / "packaging"
LIBRARY = "libmy_ffi_extension.so"

# The workspace's own build has all crates that the example needs, in the same versions.
OFFLINE = {"CARGO_NET_OFFLINE": "true"}


class PackageCopy:
    """A folder with the package's sources; cargo builds into a folder beside it, which is kept between runs."""

    def __init__(self, folder, tools):
        self.folder = folder
        self.target = folder.with_name(f"{folder.name}-target")
        self.out = folder.with_name(f"{folder.name}-out")
        self.tools = tools
        shutil.rmtree(self.out, ignore_errors=True)

    @classmethod
    def of_example(cls, name, tools):
        folder = ROOT / name
        shutil.rmtree(folder, ignore_errors=True)
        left_out = shutil.ignore_patterns("target", "dist", "__pycache__", ".mypy_cache")
        shutil.copytree(EXAMPLE, folder, ignore=left_out)
        manifest = folder / "Cargo.toml"
        text = manifest.read_text(encoding="utf-8")
        assert text.count('path = "../../ffi-runtime"') == 1
        runtime = (REPOSITORY / "ffi-runtime").as_posix()
        manifest.write_text(text.replace("../../ffi-runtime", runtime), encoding="utf-8")
        return cls(folder, tools)

    @classmethod
    def unpacked(cls, sdist, name, tools):
        folder = ROOT / name
        shutil.rmtree(folder, ignore_errors=True)
        with tarfile.open(sdist) as archive:
            archive.extractall(ROOT / f"{name}-unpacked")
        (inner,) = (ROOT / f"{name}-unpacked").iterdir()
        inner.rename(folder)
        # All files of an sdist have one time, by which cargo would not see that they have changed.
        for path in folder.rglob("*"):
            path.touch()
        return cls(folder, tools)

    def environment(self, **more):
        return {**OFFLINE, "CARGO_TARGET_DIR": str(self.target), **more}

    def wheel(self, out="", **environment):
        """The one wheel that pip makes."""
        folder = self.out / f"wheel{out}"
        shutil.rmtree(folder, ignore_errors=True)
        self.tools.pip("wheel", "--no-deps", "-w", folder, self.folder, env=self.environment(**environment))
        (wheel,) = folder.iterdir()
        return wheel

    def sdist(self):
        folder = self.out / "sdist"
        self.tools.command(
            "python", "-m", "build", "--sdist", "-o", folder, self.folder,
            env=self.environment(PATH=self.tools.search_path()),
        )
        (sdist,) = folder.iterdir()
        return sdist

    def library(self):
        return self.target / "release" / LIBRARY

    def renamed(self, old, new):
        """Gives the package another name, in every file."""
        for path in sorted(self.folder.rglob("*"), reverse=True):
            if path.is_file() and "vendor" not in path.parts:
                text = path.read_text(encoding="utf-8")
                for spelled in (str, lambda name: name.replace("_", "-")):
                    text = text.replace(spelled(old), spelled(new))
                path.write_text(text, encoding="utf-8")
            if path.name == old:
                path.rename(path.with_name(new))
        return self


def remap_flags(folder):
    """The flags that the package's CMakeLists.txt gives to cargo, so that another command can share its build."""
    home = os.environ.get("CARGO_HOME", str(pathlib.Path.home() / ".cargo"))
    return f"--remap-path-prefix={home}=cargo --remap-path-prefix={folder}=."


def needed_libraries(library):
    """The NEEDED entries of a library."""
    return re.findall(r"\(NEEDED\).*\[(.+)\]", run("readelf", "--dynamic", "--wide", library))
