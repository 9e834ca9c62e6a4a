"""The commands reach, values and whole-game: pictures, pipes, JSON, bars on a terminal."""

import json
import os
import pty
import subprocess
import sys

import pytest

import facevalue as fv
from facevalue.cli.main import main

FACEVALUE = [sys.executable, "-m", "facevalue"]
GAME = ["whole-game", "--tiles", "1,2,3,4,25", "--size", "3", "--low", "1", "--high", "30"]


def test_the_picture_and_the_count_are_printed(capfd):
    assert main(["reach", "1", "2", "3", "4", "5", "50"]) == 0
    reach = fv.reachable("1 2 3 4 5 50")
    assert f"{reach}\n1 2 3 4 5 50 make 893 of 900 targets\n" == capfd.readouterr().out


def test_missing_targets_are_printed_one_per_line(capfd):
    assert main(["reach", "1", "2", "--missing", "--low", "-1", "--high", "4"]) == 0
    assert capfd.readouterr().out == "-1\n0\n4\n"
    main(["reach", "1", "2", "--missing", "--low", "1", "--high", "3"])
    assert capfd.readouterr().out == ""


def test_json_lists_the_targets_that_can_be_made_and_the_missing_ones(capfd):
    main(["reach", "1", "1/2", "--rules", "classic", "--low", "0", "--high", "3", "--json"])
    entry = json.loads(capfd.readouterr().out)
    assert entry == {
        "numbers": [1, "1/2"],
        "rules": "classic",
        "low": 0,
        "high": 3,
        "reachable_count": 1,
        "reachable": [2],
        "missing": [0, 1, 3],
    }


def test_choices_are_read_from_a_pipe_and_nothing_reached_is_exit_code_1():
    done = subprocess.run(
        [*FACEVALUE, "reach", "-", "--json"],
        input="# two choices\n75 50 2 3 8 7\n\n1 1 1 1\n",
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert [900, 0] == [json.loads(line)["reachable_count"] for line in done.stdout.splitlines()]
    assert done.returncode == 1


def test_a_whole_game_in_json_is_the_game_of_the_library(capfd):
    assert main([*GAME, "--json", "--workers", "2"]) == 0
    entry = json.loads(capfd.readouterr().out)
    game = fv.whole_game(tiles="1 2 3 4 25", size=3, low=1, high=30)
    assert entry["total"]["pairs"] == game.total.pairs
    assert entry["total"]["share"]["fraction"] == str(game.total.share)
    assert [tally["large"] for tally in entry["by_large"]] == [0, 1]
    assert {row["target"]: row["choices"] for row in entry["choices_by_target"]} == game.targets


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["whole-game", "1", "2"], "unexpected argument '1'; see facevalue whole-game --help"),
        (["whole-game", "--tiles", "1,x"], "expected a number: 'x'"),
        (["reach", "1", "2", "--low", "x"], "--low must be a whole number, not 'x'"),
        (["reach", "--bad"], "unknown option '--bad'"),
        (["reach"], "no numbers given; for example: facevalue reach 75 50 2 3 8 7"),
        (["values", "1", "2", "--low", "x"], "expected a number: 'x'"),
    ],
)
def test_bad_usage_is_one_line_and_exit_code_2(arguments, message, capfd):
    assert main(arguments) == 2
    shown = capfd.readouterr()
    assert shown.out == ""
    assert message in shown.err
    assert shown.err.count("\n") == 1


def shown_on_a_terminal(arguments, stream):
    keyboard, screen = pty.openpty()
    environment = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "COLUMNS": "80"}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, stream: screen}
    subprocess.run([*FACEVALUE, *arguments], check=True, env=environment, **streams)
    os.close(screen)
    shown = os.read(keyboard, 10_000).decode()
    os.close(keyboard)
    return shown


def test_a_terminal_shows_targets_in_colour():
    shown = shown_on_a_terminal(["reach", "1", "2", "--low", "1", "--high", "5"], "stdout")
    assert "\x1b[32m###\x1b[0m" in shown or "\x1b[32m#\x1b[0m" in shown
    assert "\x1b[1;31m.\x1b[0m" in shown


def test_all_values_are_printed_with_an_expression(capfd):
    assert main(["values", "6", "6", "5", "2", "--rules", "apl"]) == 0
    *lines, last = capfd.readouterr().out.splitlines()
    found = fv.values("6 6 5 2", "apl")
    assert str(found).splitlines() == lines
    assert f"6 6 5 2 make {len(found)} values" == last
    assert any("/" in line.split(" = ")[0] for line in lines)


def test_all_values_may_be_bounded_and_written_in_a_notation(capfd):
    bounds = ["--low", "1", "--high", "2", "--notation", "apl"]
    main(["values", "1", "2", "--rules", "apl", *bounds])
    assert "1 = -2 1\n2 = ×1 2\n1 2 make 2 values\n" == capfd.readouterr().out
    main(["values", "1", "2", "--rules", "apl", *bounds, "--json"])
    assert fv.values("1 2", "apl", low=1, high=2).as_dict("apl") == json.loads(
        capfd.readouterr().out
    )


def test_no_values_is_exit_code_1(capfd):
    assert main(["values", "1", "2", "--low", "9"]) == 1
    assert "1 2 make 0 values\n" == capfd.readouterr().out
