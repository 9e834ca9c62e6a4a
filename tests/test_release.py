"""The release: one version everywhere, valid files, tested bounds of versions."""

from __future__ import annotations

import hashlib
import importlib.util
import re
import tomllib
from pathlib import Path

import pytest

import facevalue as fv

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
VERSION = PROJECT["project"]["version"]


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


def lowest(requirements):
    """Packages and the lowest versions that requirements allow."""
    found = (re.match(r"([\w-]+)>=([\d.]+)", each) for each in requirements)
    return {match[1]: match[2] for match in found}


def is_same_version(one, other):
    """Whether two versions differ only in zeros at the end."""
    short, long = sorted((one.split("."), other.split(".")), key=len)
    return [*short, *["0"] * (len(long) - len(short))] == long


def test_the_version_is_the_same_everywhere():
    assert fv.__version__ == VERSION
    assert f"\nversion: {VERSION}\n" in text_of("CITATION.cff")
    assert f"\n## {VERSION} (" in text_of("CHANGELOG.md")


def test_no_other_file_of_the_package_contains_the_version():
    sources = [*(ROOT / "src").rglob("*.py"), ROOT / "CMakeLists.txt"]
    assert not [path for path in sources if VERSION in path.read_text(encoding="utf-8")]


def test_the_lowest_versions_that_are_tested_are_those_that_are_allowed():
    lines = text_of("packaging/lowest.txt").splitlines()
    tested = dict(line.split("==") for line in lines if not line.startswith("#"))
    allowed = lowest(PROJECT["project"]["dependencies"])
    for extra in ("data", "gym", "images", "sheet", "web"):
        allowed |= lowest(EXTRAS[extra])
    allowed.pop("font-source-sans-pro")  # it has one version
    assert allowed.keys() == tested.keys()
    assert all(is_same_version(tested[name], allowed[name]) for name in allowed)


def test_nothing_that_users_install_has_an_upper_bound():
    for extra in ("", *(EXTRAS.keys() - {"adapters-test", "bench", "dev", "docs", "notebooks"})):
        requirements = EXTRAS[extra] if extra else PROJECT["project"]["dependencies"]
        assert not [each for each in requirements if re.search(r"<|==|~=", each)]


def test_developers_install_no_framework_that_only_adapters_need():
    names = {re.match(r"[\w-]+", each)[0] for each in EXTRAS["dev"]}
    adapters = {re.match(r"[\w-]+", each)[0] for each in EXTRAS["adapters-test"]}
    assert names.isdisjoint(adapters)


@pytest.fixture
def filled(tmp_path):
    """The recipe and the formula for a small file that is called like an sdist."""
    place = ROOT / "packaging" / "fill.py"
    spec = importlib.util.spec_from_file_location("fill", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sdist = tmp_path / "facevalue-1.2.3.tar.gz"
    sdist.write_bytes(b"24")
    with pytest.raises(ValueError, match="VERSION"):
        module.fill(tmp_path / "other-1.2.3.tar.gz", tmp_path)
    return [path.read_text(encoding="utf-8") for path in module.fill(sdist, tmp_path / "filled")]


def test_the_recipe_and_the_formula_get_the_version_and_the_digest(filled):
    for text in filled:
        assert "1.2.3" in text
        assert hashlib.sha256(b"24").hexdigest() in text
        assert "@VERSION@" not in text
        assert "@SHA256@" not in text


def test_the_recipe_and_pyproject_have_the_same_requirements(filled):
    recipe = filled[0]
    requirements = [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"]]
    for name, version in lowest(requirements).items():
        assert f"- {name} >={version}\n" in recipe
