"""Rules, poker games and notations are rows: whoever adds one to a copy finds it in every list."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import facevalue as fv
from facevalue import _core
from facevalue.puzzle.notation.notations import NumberForm
from tests.paths import ROOT

ROWS = {
    "puzzle/model/rules_rows.py": """\
    "make36": {
        "target": 36,
        "deck": "ticket-digits",
        "summary": "Make 36 from four digits.",
        "source": "https://example.org",
        "variants": "make10 makes 10.",
    },
""",
    "poker/hands/game_rows.py": """\
    "three-holes": {
        "title": "Three holes",
        "hole": 3,
        "board": 5,
        "summary": "The best five of a player's three cards and the board.",
        "source": "https://example.org",
        "variants": "holdem has two cards.",
        "aliases": ("three-card hold'em",),
    },
""",
    "puzzle/notation/notations.py": """\
    Notation(
        "colons",
        summary="with colons for divisions",
        example="(5:6+2)*6",
        operators="+-*:",
    ),
""",
}
# Prints where the new rows are found.
USES = """
import json, sys
sys.meta_path[:] = [f for f in sys.meta_path if "editable" not in type(f).__module__]
sys.path[:0] = sys.argv[1:]
import facevalue as fv
from click.testing import CliRunner
from docs import make
from facevalue.cli.app import commands
from facevalue.queries import QUERIES
from js import rows

def run(*words):
    done = CliRunner().invoke(commands, words)
    assert done.exit_code == 0, done.output
    return done.output

def listed(name):
    return QUERIES[name].answer({}).text

read = fv.Expression.parse("(8:2+1)*3", "colons")
found = {
    "home": fv.__file__,
    "rules": {
        "help": run("dataset", "build", "--help"),
        "command line": run("rules"),
        "api": listed("rules"),
        "docs": make.rules_page(),
        "types": rows.names_of_tables(),
        "web": json.dumps(rows.rows()["rules"]),
        "solution": str(fv.solve("9 9 9 9", rules="make36").first),
        "options": str(fv.puzzle.rules_named("make36, target=18").target),
        "dealt": str(fv.deal("make36", seed=1).target),
    },
    "games": {
        "command line": run("games"),
        "api": listed("games"),
        "docs": make.games_page(),
        "types": rows.names_of_tables(),
        "web": json.dumps(rows.rows()["games"]),
        "hand": str(fv.poker.evaluate("AsAhAdAc2s", "Three-card hold'em")),
        "deals": fv.poker.equity("AsKsQs", "2c2d2h", board="3c4c5d6h", game="Three holes").deals,
    },
    "notations": {
        "command line": run("notations"),
        "api": listed("notations"),
        "docs": make.notations_page(),
        "types": rows.names_of_tables(),
        "web": json.dumps(rows.rows()["notations"]),
        "written": run("solve", "5", "6", "6", "2", "--target", "17", "--notation", "colons"),
        "read": str(read),
    },
}
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    copy = tmp_path_factory.mktemp("copy")
    package = copy / "facevalue"
    shutil.copytree(ROOT / "src" / "facevalue", package)
    shutil.copy(_core.__file__, package)
    for file, row in ROWS.items():
        source = (package / file).read_text(encoding="utf-8")
        source, count = re.subn(r"(?m)^_?ROWS\b.*[({]\n", rf"\g<0>{row}", source)
        assert count == 1, file
        (package / file).write_text(source, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", USES, str(copy), str(ROOT)],
        check=False,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert Path(found["home"]).parent == package
    return found


LISTS = ("command line", "api", "docs", "types", "web")


@pytest.mark.parametrize("place", ["help", *LISTS])
def test_new_rules_are_in_every_list(place, found):
    assert "make36" in found["rules"][place]


@pytest.mark.parametrize("place", LISTS)
def test_a_new_poker_game_is_in_every_list(place, found):
    assert "three-holes" in found["games"][place]


@pytest.mark.parametrize("place", LISTS)
def test_a_new_notation_is_in_every_list(place, found):
    assert "colons" in found["notations"][place]


def test_new_rows_work(found):
    rules, games, notations = found["rules"], found["games"], found["notations"]
    assert ("9+9+9+9", "18", "36") == (rules["solution"], rules["options"], rules["dealt"])
    assert ("Four of a Kind, Aces", 42) == (games["hand"], games["deals"])
    assert "(5:6+2)*6" in notations["written"]
    assert "(8/2+1)*3" == notations["read"]


@pytest.mark.parametrize(
    ("arrangement", "frame"),
    [("prefix", "($operator $left $right)"), ("postfix", "[$left $right $operator]")],
)
def test_a_notation_that_could_not_read_what_it_writes_is_refused(arrangement, frame):
    with pytest.raises(
        fv.RuleError, match=f"the {arrangement} notation 'lisp' needs a frame with spaces only"
    ):
        fv.puzzle.Notation(
            "lisp",
            summary="brackets around every operation",
            example="(* (+ (/ 5 6) 2) 6)",
            frame=frame,
            arrangement=arrangement,
            is_spaced=True,
            numbers=NumberForm("", "-", "/", ""),
        )
