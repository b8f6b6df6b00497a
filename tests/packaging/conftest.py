"""Builds the packages once and makes environments to install them into."""

import pathlib

import pytest

from environments import ROOT, Environment, Tools
from package_copy import PackageCopy

TESTS = pathlib.Path(__file__).resolve().parent


@pytest.fixture(scope="session")
def tools():
    """The tools of whoever makes wheels, in an environment of their own."""
    return Tools(ROOT / "tools", TESTS / "requirements.txt")


@pytest.fixture(scope="session")
def package(tools):
    """A copy of the example as a user has it: the path to the runtime is the one thing changed."""
    return PackageCopy.of_example("first", tools)


@pytest.fixture(scope="session")
def wheel(package):
    """The wheel of the copy."""
    return package.wheel()


@pytest.fixture(scope="session")
def sdist(package):
    return package.sdist()


@pytest.fixture(scope="session")
def unpacked(sdist, tools):
    """Two packages that were unpacked from the sdist, away from the repository."""
    return [PackageCopy.unpacked(sdist, name, tools) for name in ("one", "two")]


@pytest.fixture(scope="session")
def wheels_of_sdist(unpacked):
    return [copy.wheel() for copy in unpacked]


@pytest.fixture(scope="session")
def environment(tools, wheel):
    """An environment with the wheel and NumPy, as pip installs them."""
    made = Environment(ROOT / "installed", tools)
    made.install(wheel, "numpy")
    return made


@pytest.fixture
def new_environment(tools, tmp_path):
    """Makes an environment with nothing in it."""
    return lambda name="environment", python=None: Environment(tmp_path / name, tools, python)
