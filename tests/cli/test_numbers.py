"""Every numeric option of every verb, with numbers that are too large and words."""

import json
import os
import shlex
from pathlib import Path

import click
import pytest

from facevalue.cli.app import commands
from facevalue.cli.main import main
from facevalue.queries import QUERIES

# A command of each verb that is answered quickly; {folder} is an empty one.
BASES = {
    "candidates": ["1", "2"],
    "check": ["3*8", "--numbers", "3,8"],
    "closest": ["1", "2"],
    "count": ["1", "2"],
    "dataset audit": ["{folder}/puzzles.csv"],
    "dataset build": ["-o", "{folder}/out", "--count", "5"],
    "dataset label": ["{folder}/puzzles.csv", "-o", "{folder}/labelled.csv"],
    "deal": ["--rules", "countdown"],
    "difficulty": ["1", "2"],
    "equity": ["AhKh", "QsQd", "--board", "2h7d9c"],
    "generate": ["--count", "1"],
    "grade": ["{folder}/puzzles.csv"],
    "play": ["--rules", "countdown"],
    "range": ["AA"],
    "reach": ["1", "2"],
    "values": ["1", "2"],
    "daily": ["2026-01-31"],
    "whole-game": ["--tiles", "1,2,3", "--size", "2", "--low", "1", "--high", "9"],
    "sheet": ["--json", "--count", "1"],
    "showdown": ["{folder}/deals.txt"],
    "stack": ["1 2 +"],
    "solve": ["8", "8", "3", "3"],
    "table": [],
    "video-session": ["-"],
}
# Other queries are answered quickly as in their first example.
BASES = {
    name: shlex.split(query.examples[0])[1:] for name, query in QUERIES.items() if query.in_shell
} | BASES
# A verb that only ends with Ctrl-C; tests/web/http/test_serving.py starts it.
ENDLESS = {"serve"}
# Options of text, in which there are numbers.
IN_TEXT = {"--target", "--size", "--tiles", "--digits", "--split"}
LONG = "9" * 5000
ODD = ["99999999999999999999", "-99999999999999999999", LONG, f"-{LONG}", f"1/{LONG}", "1e400"]
ODD += ["nan", "inf", "-inf", "1.5", "x", "", " ", "\u0663", "1_0", f"{LONG}-{LONG}", "true"]
ODD += [f"train={LONG}", "train=nan", "0x10", "9223372036854775808", "18446744073709551616"]
# Where a number far too large asks for something.
BOUNDED = {"--workers", "--seed", "--samples", "--count", "--rounds", "--repeat", "--players"}
BOUNDED |= {"--large", "--shard-rows", "--seconds", "--low", "--high", "--difficulty"}


def verbs(group, path=""):
    for name, command in group.commands.items():
        full = f"{path} {name}".strip()
        if isinstance(command, click.Group):
            yield from verbs(command, full)
        else:
            yield full, command


def numeric_options():
    for full, command in verbs(commands):
        for option in [] if full in ENDLESS else command.params:
            name = option.opts[-1]
            is_text = isinstance(
                option.type, (click.Choice, click.Path, click.File, type(click.STRING))
            )
            is_text |= name in {
                "--against",
                "--opponents",
                "--villain",
            }
            is_flag = isinstance(option, click.Option) and option.is_flag
            if isinstance(option, click.Option) and (name in IN_TEXT or not (is_text or is_flag)):
                yield full, name, option.nargs


def run(full, folder, *added):
    (folder / "puzzles.csv").write_text("numbers,target,completion\n3 8,24,3*8\n")
    (folder / "deals.txt").write_text("5H 5C 6S 7S KD 2C 3S 8S 8D TD\n")
    base = [word.replace("{folder}", str(folder)) for word in BASES[full]]
    return main([*full.split(), *base, *added])


def test_every_verb_has_a_command():
    assert {full for full, _ in verbs(commands)} == {*BASES, *ENDLESS, "help"}


@pytest.fixture
def no_input(monkeypatch):
    with Path(os.devnull).open(encoding="utf-8") as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        yield


@pytest.mark.few_slow(22)
@pytest.mark.few_quick(15)
@pytest.mark.usefixtures("no_input")
@pytest.mark.parametrize(("full", "option", "count"), sorted(set(numeric_options())))
def test_an_odd_number_is_answered_in_one_line(full, option, count, tmp_path, capsys):
    for odd in ODD:
        code = run(full, tmp_path, *[f"{option}={odd}"] if count == 1 else [option, *[odd] * count])
        printed = capsys.readouterr()
        # With --json an error is printed as JSON.
        errors = printed.err or (printed.out if '"error"' in printed.out else "")
        is_refused = code == 2 and errors.count("\n") == 1 and "_core" not in errors
        assert code in (0, 1) or is_refused, (odd, code, errors[:500])
        assert len(errors) < 500, errors[:500]
        is_too_large = odd == LONG or (odd == ODD[0] and option in BOUNDED)
        assert is_refused or not is_too_large, (odd, code)


def test_generate_takes_several_sizes(capsys):
    sizes = ["--size", "3", "--size", "4", "--target", "24", "--high", "5"]
    assert main(["generate", "--all", *sizes, "--json"]) == 0
    puzzles = map(json.loads, capsys.readouterr().out.splitlines())
    assert {3, 4} == {len(puzzle["numbers"]) for puzzle in puzzles}
