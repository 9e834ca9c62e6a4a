"""The release: one version everywhere, valid files, tested bounds of versions."""

import hashlib
import importlib.util
import json
import re
import subprocess
import tomllib
from fnmatch import fnmatch
from importlib import metadata
from pathlib import Path

import pytest

import facevalue as fv
from tests.paths import ROOT

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
    for extra in (
        "",
        *(EXTRAS.keys() - {"adapters-test", "bench", "dev", "docs", "notebooks", "test"}),
    ):
        requirements = EXTRAS[extra] if extra else PROJECT["project"]["dependencies"]
        assert not [each for each in requirements if re.search(r"<|==|~=", each)]


def names_in(extra):
    return {re.match(r"[\w-]+", each)[0] for each in EXTRAS[extra]}


def test_developers_install_no_framework_that_only_adapters_need():
    assert names_in("adapters-test").isdisjoint(names_in("dev") | names_in("test"))


def test_the_extra_dev_is_the_extra_test_and_more():
    assert "facevalue[test]" in EXTRAS["dev"]
    assert names_in("dev") & names_in("test") == {"facevalue"}


def script(name):
    """A script of the folder packaging, as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "packaging" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def filled(tmp_path):
    """The recipe and the formula for a small file that is called like an sdist."""
    module = script("fill")
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


WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_pin_every_action_to_a_commit_and_name_its_version(path):
    used = re.findall(r"\buses: *(.*)", path.read_text(encoding="utf-8"))
    assert used
    for action in used:
        assert re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action


def test_an_action_has_the_same_commit_and_version_everywhere():
    used = [each for path in WORKFLOWS for each in re.findall(r"uses: *(.*)", text_of(path))]
    assert len({action.partition("@")[0] for action in used}) == len(set(used))


def test_workflows_pin_every_package_that_they_install():
    for path in WORKFLOWS:
        for words in re.findall(
            r"(?:pip install|pipx run) (.*?)(?: &&|$)", text_of(path), re.MULTILINE
        ):
            assert "==" in words or words == '-e ".[test]"', words


PARTS = script("third_party").PARTS
LISTED = [name for part in PARTS["data"] for name in part["files"]]
PLACES = ("src/", "js/", "tests/vectors/", "tests/transcripts/", "benchmarks/")
SOURCE_CODE = {".css", ".html", ".js", ".md", ".mjs", ".py", ".pyi", ".ts"}


def test_notice_is_made_from_the_list_of_parts():
    assert text_of("NOTICE") == script("third_party").notice()


def test_every_part_of_others_is_in_notice_with_its_licence_and_source():
    for part in (*PARTS["code"], *PARTS["data"]):
        for words in (part["name"], part["license"], part["source"]):
            assert words in text_of("NOTICE")
        for licence in re.findall(r"[\w.-]+", part["license"]):
            if licence not in {"AND", "WITH", "NOASSERTION", "CC0-1.0", "CC-BY-SA-4.0"}:
                assert (ROOT / "packaging" / "licenses" / f"{licence}.txt").is_file()


def test_the_files_that_notice_names_exist():
    assert not [name for name in LISTED if not (ROOT / name).is_file()]


def test_every_file_of_data_is_listed_as_ours_or_made_by_others():
    tracked = subprocess.run(
        ["git", "ls-files"], check=False, cwd=ROOT, capture_output=True, text=True
    )
    if tracked.returncode:
        pytest.skip("not a checkout with git")
    data = [
        name
        for name in tracked.stdout.splitlines()
        if name.startswith(PLACES) and Path(name).suffix not in SOURCE_CODE
    ]
    known = (*PARTS["own"], *LISTED)
    assert [] == [name for name in data if not any(fnmatch(name, each) for each in known)]


def test_the_bill_of_materials_lists_every_part_and_every_requirement(tmp_path):
    header = tmp_path / "include" / "nanobind" / "nanobind.h"
    header.parent.mkdir(parents=True)
    version = zip(("MAJOR", "MINOR", "PATCH"), (3, 1, 4), strict=True)
    header.write_text("".join(f"#define NB_VERSION_{part} {n}\n" for part, n in version))
    bill = json.loads(json.dumps(script("third_party").sbom(tmp_path)))
    assert bill["metadata"]["component"]["version"] == VERSION
    found = {each["name"]: each for each in bill["components"]}
    required = [re.match(r"[\w-]+", each)[0] for each in PROJECT["project"]["dependencies"]]
    parts = [part["name"] for part in (*PARTS["code"], *PARTS["data"])]
    assert [*parts, *required] == list(found)
    assert found["nanobind"]["version"] == "3.1.4"


def test_an_installation_contains_notice_the_licences_and_a_bill_of_materials():
    installed = {path.name for path in metadata.files("facevalue")}
    licences = {path.name for path in (ROOT / "packaging" / "licenses").iterdir()}
    assert {"LICENSE", "NOTICE", "facevalue.cdx.json", *licences} <= installed


def test_every_source_of_a_prompt_is_in_notice():
    sources = {template.source for template in fv.datasets.TEMPLATES.values() if template.source}
    assert len(sources) == 4
    for source in sources:
        project = re.search(r"TinyZero|stream-of-search|reasoning-gym", source)[0]
        assert project in text_of("NOTICE")


def test_the_compiler_that_notice_names_is_the_pinned_one():
    (zig,) = [part for part in PARTS["code"] if part["name"] == "zig"]
    assert f"ziglang=={zig['version']}" in EXTRAS["dev"]
