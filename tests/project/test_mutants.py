"""The mutants: which changes are made, and what is reported."""

import runpy
import subprocess
import sys

import pytest

pytest.importorskip("coverage", reason="coverage is in the extra dev")

from tests.oracles.rows import vectors
from tests.paths import ROOT
from tools.mutants import core
from tools.mutants.core_mutations import core_mutations
from tools.mutants.equivalent import EQUIVALENT
from tools.mutants.mutations import mutations
from tools.mutants.recording import find_moves, move_lines

pytestmark = pytest.mark.dev


def lines(text, changes=mutations):
    """The changed line of each change."""
    return [change.diff(text)[1] for change in changes("a.py", text)]


@pytest.mark.parametrize(("expected", "code"), vectors("mutations", "python"))
def test_python_is_changed_as_expected(expected, code):
    assert sorted(expected) == sorted(lines(code))


@pytest.mark.parametrize("text", vectors("mutations", "python left alone"))
def test_code_without_behaviour_is_left_alone(text):
    assert [] == lines(text)


def test_an_assignment_is_removed_if_the_name_already_has_a_value():
    text = "def f(a):\n    a = b\n    c = a\n    c = d\n"
    assert [2, 4] == [change.line for change in mutations("a.py", text) if change.new == "pass"]


def test_a_returned_value_becomes_none_unless_it_is_true_or_none():
    text = "def f():\n    return x\n    return None\n    return\n    return True\n"
    assert ["return None", "return False"] == lines(text)


def test_a_change_has_the_lines_of_its_statement_unless_it_runs_at_import():
    text = "A = 1\ndef f(a=2):\n    return (a\n        + b)\n    if c < 7:\n        x = 5\n"
    found = {change.new: change.lines for change in mutations("a.py", text)}
    assert (None, None) == (found["2"], found["3"])
    assert range(3, 5) == found["-"]
    assert range(5, 6) == found["<="]
    assert range(6, 7) == found["6"]


def test_positions_are_right_after_letters_of_several_bytes():
    assert ['"×ä" not in a or b', '"×ä" in a and b'] == lines('"×ä" in a or b')


@pytest.mark.parametrize(
    ("expected", "code"),
    [
        (["a <= b", "a >= b"], "a < b"),
        (["a || b"], "a && b"),
        (["x = b;"], "x = !b;"),
        (["x = 1000001;"], "x = 1'000'000;"),
        (["return 2u;"], "return 1u;"),
        (["return false;"], "return true;"),
        (["a + b"], "a * b"),
        (["a -= b"], "a += b"),
    ],
)
def test_cpp_is_changed_as_expected(expected, code):
    assert expected == [line for line in lines(code, core_mutations) if line != ";"]


@pytest.mark.parametrize("text", vectors("mutations", "cpp left alone"))
def test_cpp_without_behaviour_is_left_alone(text):
    assert [] == lines(text, core_mutations)


def test_a_look_at_the_clock_can_be_removed():
    assert [";"] == lines("{\n    pulse.spend(2 * size);\n}\n", core_mutations)


def test_only_complete_cpp_statements_are_removed():
    text = "{\n    a = b;\n    f(a);\n    int c = 0 ||\n    f(b);\n    return f(c);\n}\n"
    removed = [change.line for change in core_mutations("a.cpp", text) if change.new == ";"]
    assert [2, 3] == removed


@pytest.mark.parametrize("row", EQUIVALENT, ids=lambda row: f"{row[0]} {row[2]}")
def test_a_change_listed_as_equivalent_would_be_made(row):
    path, before, after, reason = row
    text = (ROOT / path).read_text(encoding="utf-8")
    changes = mutations if path.endswith(".py") else core_mutations
    assert (before, after) in [change.diff(text) for change in changes(path, text)]
    assert reason.endswith(".")


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("abcd", "abcd", "ac"),
        ("abcd", "xabcd", "ac"),
        ("abcd", "axbcd", "axc"),  # x follows a
        ("abcd", "abxcd", "ac"),
        ("abcd", "bcd", "c"),
        ("abcd", "abxyd", "axy"),  # x and y replace c
        ("abcd", "abd", "a"),
        ("abcd", "abcdx", "ac"),
    ],
)
def test_a_recorded_line_moves_with_the_code(before, after, expected):
    """A test ran the lines a and c."""
    moves = find_moves("\n".join(before), "\n".join(after))
    (mask,) = move_lines({"a.py": hex(0b1010)}, {"a.py": moves}).values()
    assert expected == "".join(
        line for number, line in enumerate(after, 1) if int(mask, 16) >> number & 1
    )


TOY = {
    "pyproject.toml": "[tool.pytest.ini_options]\n",
    "src/toy/__init__.py": '"""A package."""\nfrom toy.sums import smaller\n',
    "src/toy/__main__.py": "import toy.commands\n",  # is not imported by the tests
    "src/toy/sums.py": "def smaller(a, b):\n    return a < b\n",
    "tests/conftest.py": "import toy\n",
    "tests/test_sums.py": (
        "import toy\ndef test_the_first_one_is_smaller():\n    assert toy.smaller(1, 2)\n"
    ),
}


@pytest.mark.exhaustive
def test_a_change_that_no_test_notices_is_reported(tmp_path):
    root, folder = tmp_path / "toy", tmp_path / "folder"
    for name, text in TOY.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    command = [sys.executable, "-m", "tools.mutants", "--root", root, "--folder", folder]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert 1 == done.returncode
    survived = "survived src/toy/sums.py:2\n  - return a < b\n  + return a <= b\n"
    assert survived in done.stdout
    assert 1 == done.stdout.count("survived")
    assert "Python, seed 1: killed 2 of 3 (66.7%)" in done.stdout
    assert TOY["src/toy/sums.py"] == (root / "src/toy/sums.py").read_text(encoding="utf-8")


@pytest.mark.filterwarnings("ignore:.* found in sys.modules:RuntimeWarning")
def test_a_change_of_the_core_that_does_not_compile_is_known_to_the_module_that_is_run():
    # `python -m mutants.work` gives the module another name than the one that `core` imports.
    run = runpy.run_module("tools.mutants.work", run_name="run")
    assert run["NotViable"] is core.NotViable
