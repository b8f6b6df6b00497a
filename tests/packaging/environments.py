"""Python environments of the tests, and running commands in them."""

import os
import pathlib
import shutil
import subprocess
import sys

# Everything that is built lies below the target folder.
ROOT = pathlib.Path(os.environ["FFI_PACKAGING_FOLDER"])

# What pip says where it cannot reach an index.
UNREACHABLE = ("NewConnectionError", "Could not find a version", "Max retries", "ProxyError", "Temporary failure")


def run(*command, expected=0, **options):
    """Runs a command that must end with the expected code, and returns what it printed."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    environment.update(PYTHONDONTWRITEBYTECODE="1", **options.pop("env", {}))
    finished = subprocess.run(
        [str(part) for part in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env=environment,
        **options,
    )
    if finished.returncode != expected:
        line = " ".join(map(str, command))
        text = f"`{line}` ended with {finished.returncode}, not {expected}\n{finished.stdout}"
        if any(sign in finished.stdout for sign in UNREACHABLE):
            text = f"make a package index reachable, or set FFI_SKIP_HOSTS=1\n{text}"
        raise AssertionError(text)
    return finished.stdout


class Environment:
    """A virtual environment; the pip of the tools installs into it."""

    def __init__(self, folder, tools, python=None):
        shutil.rmtree(folder, ignore_errors=True)
        run(python or sys.executable, "-m", "venv", "--without-pip", folder)
        self.folder = folder
        self.python = folder / "bin" / "python"
        self.tools = tools

    def install(self, *packages, expected=0, **options):
        return self.tools.pip(
            "--python", self.python, "install", *packages, expected=expected, **options
        )

    def run(self, *arguments, **options):
        """Runs the interpreter, away from the sources."""
        return run(self.python, *arguments, **{"cwd": self.folder, **options})

    def script(self, text, **options):
        return self.run("-c", text, **options)

    @property
    def site_packages(self):
        (found,) = self.folder.glob("lib/python*/site-packages")
        return found


class Tools(Environment):
    """The environment of the tools, made anew only where their list has changed."""

    def __init__(self, folder, requirements):
        stamp = folder / "installed.txt"
        wanted = sys.version + requirements.read_text(encoding="utf-8")
        self.folder = folder
        self.python = folder / "bin" / "python"
        self.tools = self
        if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
            shutil.rmtree(folder, ignore_errors=True)
            run(sys.executable, "-m", "venv", folder)
            run(self.python, "-m", "pip", "install", "--quiet", "-r", requirements)
            stamp.write_text(wanted, encoding="utf-8")

    def pip(self, *arguments, **options):
        return run(self.python, "-m", "pip", "--disable-pip-version-check", *arguments, **options)

    def command(self, name, *arguments, **options):
        """Runs one of the installed programs; it finds the others on its path."""
        return run(self.folder / "bin" / name, *arguments, **{"env": {"PATH": self.search_path()}, **options})

    def search_path(self):
        return f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
