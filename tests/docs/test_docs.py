"""The docs agree with the code: examples run, pages are fresh, every name has a heading."""

import doctest
import importlib.util
import inspect
import re
import tomllib
from collections import Counter
from operator import attrgetter

import attrs
import pytest

import facevalue as fv
from facevalue import datasets, poker
from facevalue.queries import QUERIES, Query
from tests.paths import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


PUBLIC = [
    *fv.__all__,
    *(f"puzzle.{name}" for name in fv.puzzle.__all__ if name not in fv.__all__),
    *(f"poker.{name}" for name in poker.__all__ if name not in fv.__all__),
    *(f"datasets.{name}" for name in datasets.__all__),
    *(f"stack.{name}" for name in fv.stack.__all__),
]


def maker(script):
    spec = importlib.util.spec_from_file_location("make_docs", ROOT / "docs" / script)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


DATA_FRAMES = {
    path: re.findall(r">>> import (pandas|polars)\b", path.read_text("utf-8")) for path in PAGES
}


@pytest.mark.few_quick(6)
@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=[pytest.mark.dev] * bool(DATA_FRAMES[path])) for path in PAGES],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_the_python_examples_of_a_page_run(path):
    for package in DATA_FRAMES[path]:
        pytest.importorskip(package, reason=f"{package} is in the extra dev")
    failed, _ = doctest.testfile(str(path), module_relative=False)
    assert failed == 0


MADE = [(script, name) for script in ("make.py", "drawings.py") for name in maker(script).PAGES]


@pytest.mark.optimized_away
@pytest.mark.parametrize(("script", "name"), MADE)
def test_a_generated_page_is_fresh(script, name):
    stale = f"stale: run python docs/{script}"
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == maker(script).PAGES[name](), stale


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_picture_has_a_description(path):
    pictures = re.findall(r"!\[([^]]*)\]\([^)]+\)", path.read_text(encoding="utf-8"))
    assert [] == [text for text in pictures if len(text) < 3]


def test_every_public_name_has_a_heading():
    pages = (ROOT / "docs" / "reference").glob("*.md")
    lines = Counter(line for page in pages for line in page.read_text("utf-8").splitlines())
    for name in PUBLIC:
        shown = (f"::: facevalue.{name}", f"## {name} {{ #facevalue.{name} }}")
        assert (name, 1) == (name, sum(lines[line] for line in shown))


def test_every_game_and_command_is_in_its_page():
    rules = (ROOT / "docs" / "puzzles" / "rules.md").read_text(encoding="utf-8")
    commands = (ROOT / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
    assert [name for name in fv.RULES if f"| `{name}` |" not in rules] == []
    games = (ROOT / "docs" / "poker" / "games.md").read_text(encoding="utf-8")
    assert [name for name in poker.GAMES if f"| `{name}` |" not in games] == []
    for verb in (
        "solve",
        "hint",
        "closest",
        "count",
        "candidates",
        "table",
        "rules",
        "reach",
        "check",
        "grade",
        "dataset audit",
        "dataset label",
        "hand",
        "showdown",
        "range",
        "equity",
        "deal",
        "play",
        "sheet",
        "stack",
        "dataset build",
    ):
        assert f"## facevalue {verb}" in commands


def test_every_page_is_in_the_menu():
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert [
        path.name for path in PAGES[1:] if f" {path.relative_to(ROOT / 'docs')}\n" not in menu
    ] == []


def test_links_between_pages_lead_to_pages_and_headings():
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        for address, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]+))?\)", text):
            page = path.parent / address if address else path
            assert page.exists(), f"{path.name} -> {address}"
            assert not anchor or anchor in anchors_of(page), f"{path.name} -> {address}#{anchor}"


def anchors_of(page):
    """The anchors of a page's headings, explicit or made from their words, and of its objects.

    A picture has the anchors that show it on light or on dark pages only.
    """
    if page.suffix == ".png":
        return {"only-light", "only-dark"}
    text = re.sub(
        r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
    )
    headings = re.findall(r"^#+ ([^{\n]+)", text, re.MULTILINE)
    slugs = [re.sub(r"[^\w\s-]", "", heading).strip().lower() for heading in headings]
    named = re.findall(r"\{ #(\S+) \}|^::: (\S+)", text, re.MULTILINE)
    return {re.sub(r"[\s-]+", "-", slug) for slug in slugs} | {
        name for pair in named for name in pair
    }


def test_pages_install_facevalue_in_one_way():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    way = re.compile(r"pip install (?:\.|-e \"\.\[(\w+)\]\"|'facevalue\[([\w,-]+)\]')(?= |$)")
    for page in (path for path in PAGES if path.name != "install.md"):
        for line in re.findall(r"pip install [^`\n]+", page.read_text(encoding="utf-8")):
            found = way.match(line)
            assert found, f"{page.name}: {line}"
            extras = (found[1] or found[2] or "data").split(",")
            assert set(extras) <= project["optional-dependencies"].keys()


def test_the_install_page_lists_every_extra_for_users():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| `([\w-]+)` \|", page, re.MULTILINE))
    assert listed == project["optional-dependencies"].keys() - {
        "adapters-test",
        "dev",
        "docs",
        "test",
    }


def test_the_repository_has_one_address():
    address = re.search(
        r"^repo_url: (\S+)", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE
    )[1]
    for page in PAGES:
        clones = re.findall(r"git clone (\S+)", page.read_text(encoding="utf-8"))
        assert set(clones) <= {address}, page.name


def test_source_files_that_pages_name_exist():
    places = ("benchmarks", "core", "docs", "packaging", "src", "tests", "tools")
    files = {path.name for place in places for path in (ROOT / place).rglob("*.*")}
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for name in re.findall(r"`([a-z_/]+/[\w/.-]+\.(?:py|hpp|cpp|c|json|jsonl))`", text):
            assert (ROOT / name).exists(), f"{page.name}: {name}"
        if page.parent.name == "how":
            named = set(re.findall(r"`(\w+\.[hc]pp)`", text))
            assert named <= files, f"{page.name}: {named - files}"


def test_the_limits_page_names_every_function_with_a_limit():
    page = (ROOT / "docs" / "about" / "limits.md").read_text(encoding="utf-8")
    sentence = page.partition("These functions have a `limit` parameter:")[2].partition(
        " A property"
    )[0]
    found = {name for name in PUBLIC if "limit" in _parameters(name)}
    named = set(re.findall(r"`([\w.]+)`", sentence)) - {"limit", "samples"}
    assert {name.removeprefix("puzzle.") for name in found} == named


def _parameters(name):
    """The parameters of a public function, or of a class that users create."""
    value = attrgetter(name)(fv)
    if not callable(value) or name in {
        "LimitError",
        "Solutions",
        "puzzle.Values",
        "puzzle.Reachable",
    }:
        return {}
    try:
        return inspect.signature(value).parameters
    except ValueError:  # a function of the core
        return {}


def test_the_serving_page_names_every_query_that_may_be_quick():
    page = (ROOT / "docs" / "reference" / "serving.md").read_text(encoding="utf-8")
    sentence = page.partition("The server answers quick queries at once:")[2].partition(". ")[0]
    usual = attrs.fields(Query).quick.default
    quick = {name for name, query in QUERIES.items() if query.quick not in (usual, None)}
    assert quick == set(re.findall(r"`([\w-]+)`", sentence)) - {"explain"}


def test_the_sizes_of_the_webassembly_files_are_nearly_as_the_docs_say():
    page = (ROOT / "docs" / "about" / "performance.md").read_text(encoding="utf-8")
    line = page.partition("The sizes are ")[2].partition("\n\n")[0]
    sizes = dict(re.findall(r"(\w+) kB [^`]*`(\w+\.wasm)`", line))
    assert sorted(sizes.values()) == ["deals.wasm", "numbers.wasm", "poker.wasm", "values.wasm"]
    for size, name in sizes.items():
        assert (ROOT / "js" / name).stat().st_size == pytest.approx(1000 * int(size), rel=0.05)
