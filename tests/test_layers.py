"""The house: which room may know of which, and what start-up must not load."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from facevalue.names import places

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "facevalue"
SOURCES = sorted(PACKAGE.rglob("*.py"))

# From left to right; a room imports only from rooms to its left, or from itself.
ROOMS = (
    ("_core", "names", "version"),
    ("errors", "atomic_file", "arrays"),
    ("value",),
    ("old_value",),
    ("options",),
    ("budget",),
    ("randomness",),
    ("cards",),
    ("puzzle", "poker"),
    ("__init__",),
    ("queries",),
    ("datasets", "bench", "sheets", "stack"),
    ("web",),
    ("adapters",),
    ("cli",),
    ("__main__",),
)
# The files inside a room have an order too.
FILES = {
    "puzzle": "model notation search judge make",
    "puzzle.model": "decks scoring rules numbers spelling digest",
    "puzzle.notation": "syntax parsing printing steps notations evaluation expression",
    "puzzle.search": "candidates closest cost solve table values batch reach_picture reach "
    "reach_batch whole_game",
    "puzzle.judge": "parsed_answer number_sentences verdict check answer_column batch "
    "verdict_columns step_reader check_steps still_solvable grader",
    "puzzle.make": "hint difficulty_corrections difficulty_models difficulty labels puzzle "
    "puzzle_batch enumeration generate deal daily round",
    "poker": "hands cactus_tables cactus ranges equities",
    "poker.hands": "rankings games masks kev_value strength showdown outs batch",
    "poker.ranges": "starting_hands percentile parsing weighted_hands printing grid holdem "
    "omaha_items omaha by_game",
    "poker.equities": "equity_result preflop big_weights exact_equity heads_up equity",
    "datasets": "storage sources arrow_columns files row_reader samples pass_rates "
    "table_writer engines skipped_rows table_job judging row_labels breakdown grades piece_grader "
    "grading label_counts piece_labeller labelling templates faults column_store labels findings "
    "histograms report auditing search_traces trace_rows formats spec shards manifest workspace "
    "building",
    "adapters": "labels scoring trl verl tinyzero openrlhf puzzle_source reasoning_gym verifiers "
    "lm_eval environment gymnasium inspect_ai ms_swift trinity ray_data",
    "stack": "values printing failures arithmetic reading sequences combinators library "
    "poker_words words machine running",
    "web": "limits remembered lanes warming routes pages exporting replies "
    "openapi server protocol serving",
    "queries": "fields parameters query table json",
    "cli": "arguments caret lines streams draw pace watching verb query tables help table grade "
    "dataset keyboard best_times play showdown sheet stack bench serve app main",
}
# The rooms of the core and the rooms that each may include; number puzzles stand in a row of wings.
NUMBERS = [f"core/numbers/{wing}" for wing in ("exact", "answers", "search", "labels", "reach")]
CORE_ROOMS = {
    "core/work": [],
    **{room: ["core/work", *NUMBERS[:place]] for place, room in enumerate(NUMBERS)},
    "core/poker": ["core/work"],
    "core/tests": ["core/work", *NUMBERS, "core/poker"],
    "core/fuzz": ["core/work", *NUMBERS, "core/poker"],
    "core/soak": ["core/work", "core/numbers/exact", "core/numbers/answers"],
    "bind": ["core/work", *NUMBERS, "core/poker"],
}


def sources_of(folder):
    return [
        path for pattern in ("*.hpp", "*.cpp") for path in sorted((ROOT / folder).rglob(pattern))
    ]


CORE, BINDINGS = sources_of("core"), sources_of("bind")


def path_of(source):
    return source.relative_to(ROOT).as_posix()


def core_room(source):
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
    room = name.partition(".")[0]
    return next(index for index, rooms in enumerate(ROOMS) if room in rooms)


def dotted(source):
    return ".".join(source.relative_to(PACKAGE).with_suffix("").parts)


def test_the_rooms_are_in_the_row():
    assert {dotted(source).partition(".")[0] for source in SOURCES} <= set().union(*ROOMS)


def room_of(source):
    return dotted(source).partition(".")[0]


def test_a_room_imports_only_rooms_to_its_left():
    for source in SOURCES:
        room = room_of(source)
        others = [name for name in imported(source) if name.partition(".")[0] != room]
        assert (source, []) == (source, [each for each in others if place(each) >= place(room)])


USERS = ("queries", "datasets", "bench", "sheets", "stack", "web", "adapters", "cli")


def test_rooms_to_the_right_use_only_public_names():
    packages = ("puzzle", "poker", "datasets", "stack", "adapters")
    public = {package: {"", *dict(places(f"facevalue.{package}"))} for package in packages}
    for source in SOURCES:
        if room_of(source) not in USERS:
            continue
        for name in imported(source):
            package, _, below = name.partition(".")
            if package in public and package != room_of(source):
                assert (source, below in public[package]) == (source, True), name


@pytest.mark.parametrize("room", FILES)
def test_a_file_imports_only_files_before_it(room):
    order = FILES[room].split()
    folder = PACKAGE.joinpath(*room.split("."))
    inside = {path.stem for path in folder.iterdir() if path.suffix == ".py" or is_package(path)}
    assert inside == {*order, "__init__"}
    for name in order:
        for source in sorted({folder / f"{name}.py", *(folder / name).rglob("*.py")}):
            for other in imported(source) if source.is_file() else ():
                if other.startswith(f"{room}."):
                    place = other.removeprefix(f"{room}.").partition(".")[0]
                    assert order.index(place) < order.index(name) or (folder / name).is_dir()
                    assert order.index(place) <= order.index(name)


def is_package(path):
    return (path / "__init__.py").is_file()


def test_only_puzzle_poker_and_deadlines_know_the_core():
    users = {room_of(source) for source in SOURCES if "_core" in imported(source)}
    assert users == {"puzzle", "poker", "budget"}


def test_no_text_is_run_as_code():
    running = re.compile(r"\b(eval|exec|literal_eval)\(")
    assert not [each for each in SOURCES if running.search(each.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(
    "code",
    [
        "import facevalue",
        "from facevalue.puzzle import *",
        "import facevalue; facevalue.poker.evaluate",
    ],
)
def test_start_up_loads_nothing_that_is_slow(code):
    code = f"import sys; before = set(sys.modules); {code}; print(*(set(sys.modules) - before))"
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8"
    )
    packages = {name.partition(".")[0] for name in done.stdout.split()} - {"facevalue"}
    assert packages - sys.stdlib_module_names <= {"attr", "attrs"}


def test_the_core_knows_nothing_of_python():
    python = re.compile(r"python|nanobind|pybind", re.IGNORECASE)
    assert not [(each, name) for each in CORE for name in included(each) if python.search(name)]


def test_a_room_of_the_core_includes_only_rooms_to_its_left():
    for source in [*CORE, *BINDINGS]:
        room = core_room(source)
        for name in included(source):
            places = source.parent / name, ROOT / "core" / name
            found = next((core_room(at) for at in places if at.exists()), room)
            assert (source, found in {room, *CORE_ROOMS[room]}) == (source, True), name
