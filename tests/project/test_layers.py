"""Which layer may import which, and what start-up must not load."""

import ast
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from graphlib import TopologicalSorter
from pathlib import PurePath

import pytest

from facevalue.names import public_names
from tests.paths import ROOT

PACKAGE = ROOT / "src" / "facevalue"
SOURCES = sorted(PACKAGE.rglob("*.py"))

# From left to right; a layer imports only layers to its left, or itself.
LAYERS = (
    ("_core", "names"),
    ("errors",),
    ("system",),
    ("options",),
    ("amounts",),
    ("value",),
    ("budget",),
    ("locks",),
    ("randomness",),
    ("cards",),
    ("puzzle", "poker"),
    ("door",),
    ("__init__",),
    ("queries",),
    ("datasets", "sheets", "stack"),
    ("typing",),
    ("web",),
    ("adapters",),
    ("cli",),
    ("__main__",),
)
# The folders inside a layer also have an order.
FOLDERS = {
    "puzzle": ("model", "notation", "search", "judge", "make", "play"),
    "poker": ("hands", "ranges", "equities", "draws", "tournaments"),
    "datasets": ("files", "tables", "examples", "building", "labelling", "grading", "auditing"),
}
# The folders of the core and the folders that each may include.
ANSWERS = (
    "answers/read",
    "answers/find",
    "answers/judge",
    "answers/explain",
    "answers/steps",
    "answers/notation",
)
NUMBERS = [
    f"core/numbers/{folder}"
    for folder in (
        *("exact", *ANSWERS, "spelling", "values", "forms", "parts", "backward", "functions"),
        *("four_numbers", "walk", "solve", "reach", "plan", "hint", "labels", "difficulty", "deal"),
    )
]
POKER = [
    f"core/poker/{folder}"
    for folder in (
        *(
            "cards",
            "notation",
            "holdem",
            "omaha",
            "lanes",
            "evaluate",
            "games",
            "equity",
            "scoring",
        ),
        *("deal", "showdown", "ranges", "pot", "draws", "tournaments", "push_fold", "video_poker"),
        "three_handed",
    )
]
SHARED = ["core/text", "core/work"]
CORE_FOLDERS = {
    "core/text": ["core/work"],
    "core/work": [],
    **{folder: [*SHARED, *NUMBERS[:place]] for place, folder in enumerate(NUMBERS)},
    **{folder: [*SHARED, *POKER[:place]] for place, folder in enumerate(POKER)},
    **{
        folder: [*SHARED, "core/numbers/exact", *POKER[: POKER.index(folder)]]
        for folder in POKER[POKER.index("core/poker/pot") :]
    },
    "core/query": [*SHARED, "core/numbers/exact"],
    "core/query/numbers": ["core/query", *SHARED, *NUMBERS, *POKER],
    "core/query/poker": ["core/query", *SHARED, "core/numbers/exact", *POKER],
    "core/tests": [*SHARED, *NUMBERS, *POKER],
    "core/tests/numbers": ["core/tests", *SHARED, *NUMBERS],
    "core/tests/poker": ["core/tests", *SHARED, *POKER],
    "core/fuzz": ["core/soak", "core/query", "core/query/poker", *SHARED, *NUMBERS, *POKER],
    "core/soak": [*SHARED, *NUMBERS[: len(ANSWERS)]],
    "bind": [*SHARED, *NUMBERS, *POKER],
    "bind/query": [
        *("bind", *SHARED, *NUMBERS, *POKER),
        *("core/query", "core/query/numbers", "core/query/poker"),
    ],
    "bind/numbers": ["bind", "bind/query", *SHARED, *NUMBERS],
    "bind/deal": ["bind", *SHARED, *NUMBERS],
    "bind/poker": ["bind", "bind/query", *SHARED, *POKER],
    "bind/equity": ["bind", "bind/poker", "bind/query", "core/query", *SHARED, *POKER],
    "bind/worth": ["bind", "bind/poker", "bind/query", *SHARED, *POKER],
    "bind/wasm": [
        *SHARED,
        *NUMBERS,
        *POKER,
        "core/query",
        "core/query/numbers",
        "core/query/poker",
    ],
}


def sources_of(folder):
    return [
        path for pattern in ("*.hpp", "*.cpp") for path in sorted((ROOT / folder).rglob(pattern))
    ]


CORE, BINDINGS = sources_of("core"), sources_of("bind")


def path_of(source):
    return source.relative_to(ROOT).as_posix()


def core_folder(source):
    return path_of(source.parent)


def included(source):
    return re.findall(r"#\s*include\s*[<\"]([^>\"]+)", source.read_text(encoding="utf-8"))


@cache
def imported(source):
    """The dotted names below `facevalue` that a file imports; the package itself is `__init__`."""
    return list(_imported(source))


def _imported(source):
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [from_module(node.module, name.name) for name in node.names]
        else:
            continue
        for name in names:
            package, _, below = name.partition(".")
            if package == "facevalue":
                yield below or "__init__"


def from_module(module, name):
    """`from module import name` imports a module of that name, or something in the module."""
    folder = PACKAGE.parent / module.replace(".", "/")
    is_module = (folder / name).is_dir() or (folder / f"{name}.py").is_file() or name == "_core"
    return f"{module}.{name}" if is_module else module


def place(name):
    layer = name.partition(".")[0]
    return next(index for index, layers in enumerate(LAYERS) if layer in layers)


def dotted(source):
    return ".".join(source.relative_to(PACKAGE).with_suffix("").parts)


def test_every_file_is_in_a_layer():
    assert {dotted(source).partition(".")[0] for source in SOURCES} <= set().union(*LAYERS)


def layer_of(source):
    return dotted(source).partition(".")[0]


def test_a_layer_imports_only_layers_to_its_left():
    for source in SOURCES:
        layer = layer_of(source)
        others = [name for name in imported(source) if name.partition(".")[0] != layer]
        assert (source, []) == (source, [each for each in others if place(each) >= place(layer)])


USERS = ("queries", "datasets", "sheets", "stack", "web", "adapters", "cli")


def test_layers_to_the_right_use_only_public_names():
    packages = ("puzzle", "poker", "datasets", "stack", "adapters")
    public = {package: {"", *public_names(f"facevalue.{package}")} for package in packages}
    for source in SOURCES:
        if layer_of(source) not in USERS:
            continue
        for name in imported(source):
            package, _, below = name.partition(".")
            if package in public and package != layer_of(source):
                assert (source, below in public[package]) == (source, True), name


@pytest.mark.parametrize("layer", FOLDERS)
def test_a_folder_imports_only_folders_before_it(layer):
    order = FOLDERS[layer]
    assert {path.parent.name for path in (PACKAGE / layer).glob("*/__init__.py")} == set(order)
    for source in SOURCES:
        folders = source.relative_to(PACKAGE).parts[:2]
        if folders[0] != layer or folders[1] not in order:
            continue
        for name in imported(source):
            parts = name.split(".")
            if parts[0] == layer and len(parts) > 1 and parts[1] in order:
                assert order.index(parts[1]) <= order.index(folders[1]), (source, name)


def test_no_files_import_each_other_in_a_circle():
    graph = {dotted(source): set(imported(source)) for source in SOURCES}
    graph = {
        name: {other for other in others if other in graph and other != name}
        for name, others in graph.items()
    }
    list(TopologicalSorter(graph).static_order())  # raises a CycleError that names them


def test_only_some_layers_know_the_core():
    users = {layer_of(source) for source in SOURCES if "_core" in imported(source)}
    others = {"errors", "options", "amounts", "budget", "locks", "randomness", "door"}
    assert users == {"cards", "puzzle", "poker", *others}


def test_no_text_is_run_as_code():
    running = re.compile(r"\b(eval|exec|literal_eval)\(")
    assert not [each for each in SOURCES if running.search(each.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(
    "code",
    [
        "import facevalue",
        "from facevalue.puzzle import *",
        "import facevalue; facevalue.poker.evaluate",
        "from facevalue.cli.main import main; main(['solve', '8 8 3 3'])",
    ],
)
def test_start_up_loads_no_slow_packages(code):
    loaded = "print(*(set(sys.modules) - before), file=sys.stderr)"
    code = f"import sys; before = set(sys.modules); {code}; {loaded}"
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8"
    )
    packages = {name.partition(".")[0] for name in done.stderr.split()} - {"facevalue"}
    assert packages - sys.stdlib_module_names <= {"attr", "attrs", "click"}


def test_the_core_does_not_depend_on_python():
    python = re.compile(r"python|nanobind|pybind", re.IGNORECASE)
    assert not [(each, name) for each in CORE for name in included(each) if python.search(name)]


def test_a_folder_of_the_core_includes_only_folders_to_its_left():
    for source in [*CORE, *BINDINGS]:
        folder = core_folder(source)
        for name in included(source):
            public_names = source.parent / name, ROOT / "core" / name
            found = next((core_folder(at) for at in public_names if at.exists()), folder)
            assert (source, found in {folder, *CORE_FOLDERS[folder]}) == (source, True), name


# The folders of the pages and of the package for npm, and the folders that each may import.
PAGES, NPM = PACKAGE / "web" / "pages" / "js", ROOT / "js" / "src"
SCRIPTS = {
    NPM: {NPM / "puzzle", NPM / "poker"},
    NPM / "puzzle": {NPM, NPM / "wasm"},
    NPM / "poker": {NPM, NPM / "wasm"},
    NPM / "wasm": set(),
    PAGES: {
        PAGES / folder for folder in ("shared", "cards", "record", "games", "challenge", "poker")
    },
    PAGES / "shared": {
        *(PAGES, NPM, NPM / "puzzle"),
        NPM / "poker",
    },
    PAGES / "cards": {PAGES / "shared"},
    PAGES / "record": {PAGES / "shared"},
    PAGES / "games": {PAGES / "shared", PAGES / "cards", PAGES / "record", NPM},
    PAGES / "challenge": {PAGES / "shared", PAGES / "cards"},
    PAGES / "poker": {PAGES / "shared", PAGES / "cards", PAGES / "record", NPM},
}


def imported_scripts(script):
    """The files that a file of JavaScript imports. Pages find the package below `facevalue`."""
    for path in re.findall(r'"(\.{1,2}/[\w./]+\.js)"', script.read_text(encoding="utf-8")):
        found = (script.parent / path).resolve()
        served = PAGES.parent / "facevalue" / "src"
        yield NPM / found.relative_to(served) if found.is_relative_to(served) else found


def test_a_folder_of_scripts_imports_only_the_folders_that_it_may():
    scripts = [path for folder in (PAGES, NPM) for path in folder.rglob("*.js")]
    assert {script.parent for script in scripts} == set(SCRIPTS)
    for script in scripts:
        for other in imported_scripts(script):
            assert other.is_file(), (script, other)
            assert other.parent in {script.parent, *SCRIPTS[script.parent]}, (script, other)


def test_no_scripts_import_each_other_in_a_circle():
    scripts = [path for folder in (PAGES, NPM) for path in folder.rglob("*.js")]
    list(TopologicalSorter({path: set(imported_scripts(path)) for path in scripts}).static_order())


def test_a_folder_has_at_most_fifteen_files():
    """The marker of a Python package does not count."""
    sources = [
        path
        for folder in (PACKAGE, ROOT / "core", ROOT / "bind", NPM)
        for pattern in ("*.py", "*.js", "*.hpp", "*.cpp")
        for path in folder.rglob(pattern)
        if path.name != "__init__.py"
    ]
    sizes = Counter(path.parent.relative_to(ROOT).as_posix() for path in sources)
    assert {folder: size for folder, size in sizes.items() if size > 15} == {}


MOST_FILES = 15  # that a reader takes in at a glance
# Folders of data: sessions, rows of tests, and inputs that fuzzing found.
DATA = ("tests/transcripts", "tests/vectors", "core/fuzz/corpus")
# Folders that have more files; they must not grow.
LARGE = {"src/facevalue/adapters": 16}


def test_a_folder_has_few_files():
    tracked = subprocess.run(
        ["git", "ls-files"], check=False, cwd=ROOT, capture_output=True, text=True
    )
    if tracked.returncode:
        pytest.skip("not a checkout with git")
    folders = Counter(str(PurePath(name).parent) for name in tracked.stdout.splitlines())
    large = {name: count for name, count in folders.items() if count > MOST_FILES}
    assert {name: large[name] for name in large if not name.startswith(DATA)} == LARGE
