"""The commands reach, values and whole-game: pictures, pipes, JSON, bars on a terminal."""

import json

import facevalue as fv
from facevalue.cli.main import main
from tests.cli.started import on_a_terminal, piped

GAME = ["whole-game", "--tiles", "1,2,3,4,25", "--size", "3", "--low", "1", "--high", "30"]


def test_the_picture_and_the_count_are_printed(capfd):
    assert main(["reach", "1", "2", "3", "4", "5", "50"]) == 0
    reach = fv.reachable("1 2 3 4 5 50")
    assert f"{reach}\n" == capfd.readouterr().out


def test_choices_are_read_from_a_pipe_and_nothing_reached_is_exit_code_1():
    done = piped("reach", "-", "--json", given=b"# two choices\n75 50 2 3 8 7\n\n1 1 1 1\n")
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


def test_a_terminal_shows_targets_in_colour():
    shown = on_a_terminal("reach", "1", "2", "--low", "1", "--high", "5", TERM="xterm-256color")
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
    main(["values", "1", "2", "--rules", "apl", *bounds, "--json"])
    assert fv.values("1 2", "apl", low=1, high=2).as_dict("apl") == json.loads(
        capfd.readouterr().out
    )
