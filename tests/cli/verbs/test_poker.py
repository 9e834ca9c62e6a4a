"""The verbs hand and showdown: every game, pipes, files, terminals."""

import io
import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from facevalue import poker
from facevalue.cli.main import main
from tests.cli.started import on_a_terminal, piped

DATA = os.environ.get("FACEVALUE_TEST_DATA")
DEALS = "5H 5C 6S 7S KD 2C 3S 8S 8D TD\n5D 8C 9S JS AC 2C 5C 7D 8S QH\n"


@pytest.fixture
def run(capfd, monkeypatch):
    """Run a command with input on stdin; return the exit code and the output."""

    def run(*arguments, stdin):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        return (main(list(arguments)), *capfd.readouterr())

    return run


def answered(capfd, *arguments):
    assert main([*arguments, "--json"]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    return [json.loads(line) for line in out.splitlines()]


def test_hand_agrees_with_the_library(capfd):
    assert main(["hand", "7H", "7S", "7D", "AS", "AC"]) == 0
    expected = (
        "Full House, Sevens full of Aces\n"
        "plays 7s 7h 7d As Ac\n"
        "value 251, where 1 is the best and 7462 the worst\n"
    )
    assert (expected, "") == capfd.readouterr()


@pytest.mark.parametrize("words", [["7H7S7DASAC"], ["7H,7S", "[7D AS", "AC]"], ["7♥7♠7♦A♠A♣"]])
def test_cards_are_one_argument_or_many(words, capfd):
    main(["hand", "7H", "7S", "7D", "AS", "AC"])
    expected = capfd.readouterr()
    main(["hand", *words])
    assert expected == capfd.readouterr()


@pytest.mark.parametrize("game", poker.GAMES)
def test_every_game_is_played(game, capfd):
    row = poker.GAMES[game]
    deck = [f"{rank}{suit}" for rank in "A987TJQK" for suit in "cdhs"]
    board = deck[20:23] if row.from_hole else []
    own = deck[: row.hand_sizes[-1]]
    (answer,) = answered(capfd, "hand", *own, "--board", " ".join(board), "--game", game)
    strength = poker.evaluate(own, game, board=board)
    expected = (game, strength.value, strength.description, list(map(str, strength.best)))
    assert expected == tuple(answer[key] for key in ("game", "cactus_kev", "description", "best"))


@pytest.mark.slow
def test_the_steps_of_kev_are_printed_on_request(capfd):
    main(["hand", "7H7S7DASAC", "--explain"])
    steps = list(poker.cactus.explain(poker.evaluate("7H7S7DASAC").best))
    assert capfd.readouterr().out.endswith("\n".join(steps) + "\n")
    (answer,) = answered(capfd, "hand", "7H7S7DASAC", "--explain")
    assert steps == answer["explanation"]


# Pipes and files


def test_hands_are_read_from_stdin():
    done = piped("hand", "-", "--json", given=b"7H 7S 7D AS AC\n\n# seven high\n7c5d4h3s2c\n")
    answers = [json.loads(line)["cactus_kev"] for line in done.stdout.splitlines()]
    assert (0, [251, 7462]) == (done.returncode, answers)


def test_showdown_counts_wins_and_ties(capfd, tmp_path):
    file = tmp_path / "deals"
    file.write_text(f"# two deals, and one that is shared\n\n{DEALS}2c3d4h5s6c 2d3h4s5c6d\n")
    assert main(["showdown", str(file)]) == 0
    out, err = capfd.readouterr()
    assert "player 1 wins 1\nplayer 2 wins 1\nties 1\n" == out
    assert re.fullmatch(r"3 deals in \d+\.\d{6} s\n", err)
    (answer,) = answered(capfd, "showdown", str(file))
    assert answer.pop("seconds") > 0
    assert {"deals": 3, "wins": [1, 1], "ties": 1} == answer


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("5H 5C 6S 7S KD 2C 3S 8S 8D 0D", "line 3: expected a rank of 23456789TJQKA: '0D'"),
        ("5H 5C 6S 7S KD 2C 3S 8S 8D", "line 3: 9 cards cannot be split among 2 players"),
        ("5H 5C 6S 7S 2C 3S 8S 8D", "line 3: holdem needs 5 to 7 cards, not 4"),
        ("5H 5C 6S 7S KD 2C 3S 8S 8D 5H", "line 3: '5h' is repeated"),
    ],
)
def test_a_bad_line_is_named(line, message):
    done = piped("showdown", "-", given=f"{DEALS}{line}\n".encode())
    assert (2, b"") == (done.returncode, done.stdout)
    assert f"facevalue: {message}" in done.stderr.decode()


def test_more_than_two_play():
    deals = ["As2d3h4c5s Ac2s3d4h5c 7s8s9sTsJs", "As2d3h4c5s Ac2s3d4h6c 7s8s9sTsJs"]
    assert poker.ShowdownResult(2, (1, 0, 0), 1) == poker.showdown(deals, "razz", players=3)


@pytest.mark.skipif(not DATA, reason="FACEVALUE_TEST_DATA is not set")
def test_project_eulers_problem_54(capfd):
    (answer,) = answered(capfd, "showdown", str(Path(DATA) / "euler54-poker.txt"))
    assert (1000, [376, 624], 0) == (answer["deals"], answer["wins"], answer["ties"])


# Terminals


def test_pairs_suited_and_offsuit_hands_have_different_colours():
    shown = on_a_terminal("range", "AA, AKs, AKo", columns=120)
    cells = re.findall(r"\x1b\[([0-9;]+)m(AA|AKs|AKo) ", shown)
    assert ["AA", "AKs", "AKo"] == [hand for _, hand in cells]
    assert len({colour for colour, _ in cells}) == 3


def test_cards_are_drawn_on_a_terminal():
    shown = on_a_terminal("hand", "7H7S7DASTC")
    assert 5 == shown.count("╭───╮")
    assert all(f"{rank:<3}│" in shown for rank in ("7", "A", "10"))
    assert [3, 1, 1] == [shown.count(rank) for rank in ("│7  │", "│A  │", "│10 │")]
    assert "\x1b[" in shown
    assert shown.endswith("worst\r\n")


def test_cards_have_no_colour_if_colours_are_off():
    shown = on_a_terminal("hand", "7H7S7DASTC", NO_COLOR="1")
    assert re.findall(r"\x1b\[[0-9;]*3[0-9]", shown) == []


def test_cards_that_do_not_fit_are_not_drawn():
    shown = on_a_terminal("hand", "7H7S7DASTC", columns=20)
    assert "╭" not in shown
    assert " ".join(shown.split()).startswith("Three of a Kind, Sevens")


@pytest.mark.slow
@pytest.mark.parametrize("verb", ["hand", "showdown"])
def test_every_help_shows_an_example_that_runs(verb, capfd, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("poker.txt").write_text(DEALS)
    main([verb, "--help"])
    lines = capfd.readouterr().out.splitlines()
    examples = [line.strip() for line in lines if line.startswith("    facevalue ")]
    assert examples
    for example in examples:
        command = example.replace("facevalue", f"{sys.executable} -m facevalue", 1)
        assert subprocess.run(["bash", "-c", command], capture_output=True, check=True).stdout


def test_a_dash_reads_deals_with_ranges_in_quotes(run):
    code, out, err = run("equity", "-", stdin="AhKh QsQd\n\n# a comment\nAhKh 'QQ+, AKs'\n")
    assert (0, "") == (code, err)
    answers = [poker.equity("AhKh", "QsQd"), poker.equity("AhKh", "QQ+, AKs")]
    assert "\n\n".join(map(str, answers)) + "\n" == out


def test_a_dash_reads_ranges(run):
    code, out, _ = run("range", "-", "--json", stdin="AA\nKK+\n")
    assert 0 == code
    assert [6, 12] == [json.loads(line)["combo_count"] for line in out.splitlines()]


@pytest.mark.parametrize(
    ("verb", "lines", "error", "answers"),
    [
        ("range", "AA\nKK, x\nQQ+\n", "line 2: expected a hand like QQ, AKs or AhKh: 'KK, x'", 2),
        ("equity", "AhKh\nAhKh QsQd\n", "line 1: equity needs 2 to 10 players, not 1", 1),
        ("equity", "AhKh 'QQ+\nAhKh QsQd\n", "line 1: expected a closing quote", 1),
        ("hand", "7H 7S 7D\n7H 7S 7D AS AC\n", "line 1: holdem needs", 1),
        ("solve", "6 6 5 2 = 17\nfoo\n8 8 3 3\n", "line 2: expected a number: 'foo'", 2),
    ],
)
def test_an_invalid_line_is_reported_and_the_next_one_runs(run, verb, lines, error, answers):
    code, _, err = run(verb, "-", stdin=lines)
    assert 2 == code
    assert f"facevalue: {error}" in err
    code, out, err = run(verb, "-", "--json", stdin=lines)
    objects = [json.loads(line) for line in out.splitlines()]
    (wrong,) = [each for each in objects if "error" in each]
    assert (2, "", answers + 1) == (code, err, len(objects))
    assert error.partition(": ")[2] in wrong["message"]


def test_the_share_of_a_range_is_a_share_of_all_hands_of_the_game(capfd):
    for game, hands in (("holdem", 1326), ("shortdeck", 630)):
        assert main(["range", "QQ+", "--game", game, "--json"]) == 0
        share = json.loads(capfd.readouterr().out)["share"]
        assert Fraction(share["fraction"]) == Fraction(18, hands)


@pytest.mark.parametrize("payouts", ["5,000 3,000", "5,000 --payouts 3,000", "5000,3000"])
def test_stacks_and_payouts_may_have_thousands_separators(payouts, capfd):
    assert main(["icm", "5,250", "3,125", "2,375", "--payouts", *payouts.split()]) == 0
    grouped = capfd.readouterr().out
    assert main(["icm", "5250", "3125", "2375", "--payouts", "5000", "3000"]) == 0
    assert capfd.readouterr().out == grouped


def test_a_session_and_its_pays_may_be_files(tmp_path, capfd):
    hands, pays = tmp_path / "hands.txt", tmp_path / "pays.json"
    hands.write_text("Ah Kh Qh Jh Jc\n\n2c 2d 7h 8s Ts # a pair\n", encoding="utf-16")
    pays.write_text('{"Royal Flush": 800, "quads": "45/2", "jacks+": 1}', encoding="utf-8")
    assert main(["video-session", str(hands), "--pays", str(pays)]) == 0
    from_files = capfd.readouterr().out
    spelled = ["--pays", "royal-flush=800, four-of-a-kind=22.5, jacks-or-better=1"]
    assert main(["video-session", str(hands), *spelled]) == 0
    assert capfd.readouterr().out == from_files
    assert from_files.splitlines()[-1] == "2 hands pay 17.4594 on average, 8.7297 each"


def test_a_file_of_a_parameter_is_bounded(tmp_path, capfd):
    for size, told in ((16 * 2**20, "line 1: "), (16 * 2**20 + 1, "has more than 16 MB")):
        large = tmp_path / "large.txt"
        with large.open("wb") as file:
            file.truncate(size)
        assert main(["video-session", str(large)]) == 2
        assert told in capfd.readouterr().err
    assert main(["video-session", str(tmp_path / "missing.txt")]) == 2
    assert capfd.readouterr().err.startswith("facevalue: no such file: ")
    assert main(["video-session", str(tmp_path)]) == 2
    assert capfd.readouterr().err.startswith("facevalue: is a directory: ")
