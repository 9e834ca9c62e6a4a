"""Deals and games: over a pipe, on a terminal, against the clock, to the end of input."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys

import pytest

import facevalue as fv
from facevalue.cli.main import main
from facevalue.cli.terminal import best_times, keyboard
from tests.cli.started import FACEVALUE, piped, started

# The hand 6 7 4 3 first, which makes no 24; then 5 6 9 2 and 4 4 2 6, which do.
PLAY = ["play", "--seed", "24"]
COUNTDOWN = ["play", "--rules", "countdown", "--large", "2", "--seed", "75"]
ESCAPE = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z]|[78])")


@pytest.fixture
def played(monkeypatch, tmp_path, capfd):
    """Play with typed input in this process: the exit code, stdout and stderr."""

    def play(arguments, typed):
        file = tmp_path / "typed"
        file.write_bytes(typed.encode())
        with file.open(encoding="utf-8") as stdin:
            monkeypatch.setattr(sys, "stdin", stdin)
            code = main(arguments)
        return code, *capfd.readouterr()

    return play


def deal_lines(capfd, *arguments):
    assert main(["deal", *arguments]) == 0
    return capfd.readouterr().out.splitlines()


# deal


def test_solve_reads_deals_from_a_pipe():
    deals = piped("deal", "--seed", "24", "--count", "3", given=b"")
    assert deals.stdout.startswith(b"6c 7s 4d 3d -> 24\n")
    solved = piped("solve", "-", given=deals.stdout)
    assert solved.returncode == 1
    assert b"\n\n5h 6d 9h 2c -> 24:\n5*6/2+9\n" in solved.stdout


def test_deals_are_the_same_as_in_python(capfd):
    options = ["--rules", "countdown", "--large", "1", "--seed", "9", "--solvable", "--count", "5"]
    deals = fv.puzzle.deals("countdown", large=1, seed=9, solvable=True)
    assert deal_lines(capfd, *options) == [str(next(deals)) for _ in range(5)]


# play


def test_a_right_answer_ends_the_round(played):
    code, out, err = played([*PLAY, "--rounds", "2"], "n\n5*6/2+9\n")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[1:3] == ["1. 6c 7s 4d 3d -> 24", "right: there is no solution"]
    assert lines[4:6] == ["2. 5h 6d 9h 2c -> 24", "correct: 5*6/2+9 = 24"]
    assert lines[-1].startswith("2 rounds, 20 of 20 points, ")


def test_a_wrong_answer_gets_a_reason_and_a_position(played):
    _, out, _ = played(PLAY, "6*(7-4+3)\n(9+3)\n6 + * 7\n6/(4-3-7/7)\n6&7\n6**7\nq\n")
    assert "wrong value: 6*(7-4+3) is 36, not 24\n" in out
    assert "wrong numbers: 9 is not one of the numbers" in out
    assert "not an expression: expected a number" in out
    assert "\n  6 + * 7\n      ^\n" in out
    assert "unknown sign: " in out
    assert "not allowed here: " in out
    assert "_" not in out


def test_an_answer_is_read_as_people_type_it(played):
    _, out, _ = played(["play", "--rules", "classic", "--seed", "3"], "n\n(Q-5) x (6 - 5:1)\n")
    assert "2. 6s Qs 5c 5d -> 24\nwrong numbers: " in out
    _, out, _ = played([*PLAY, "--rounds", "2"], "n\n5 x 6:2 + 9 = 24.\n")
    assert "correct: 5*6/2+9 = 24\n" in out


def test_the_cost_of_a_hint_is_said_before_the_first(played):
    _, out, _ = played([*PLAY, "--rounds", "1"], "q\n")
    assert "h hint (2 points each)" in out.partition("1. ")[0]


@pytest.mark.parametrize("key", ["?", "help", "Help"])
def test_a_question_mark_explains_the_keys(key, played):
    _, out, _ = played([*PLAY, "--rounds", "1"], f"{key}\nn\n")
    assert all(f"\n{key}  " in out for key in "hsnq?")
    assert "1 round, 10 of 10 points" in out


def test_the_seed_is_printed_at_the_end_and_deals_the_same_rounds(played):
    _, out, _ = played(["play", "--rounds", "3"], "n\nn\nn\n")
    seed = out.rstrip().rpartition("seed ")[2]
    _, again, _ = played(["play", "--rounds", "3", "--seed", seed], "n\nn\nn\n")
    assert re.sub("[0-9.]+ s", "", out) == re.sub("[0-9.]+ s", "", again)


# Best times

WON = [*PLAY, "--solvable", "--rounds", "1", "--best"]


@pytest.fixture
def times_file(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "facevalue" / "best-times.json"


def test_best_times_are_kept_on_request_only(played, times_file):
    played([*PLAY, "--solvable", "--rounds", "1"], "5*6/2+9\n")
    assert not times_file.exists()
    _, out, _ = played(WON, "5*6/2+9\n")
    assert " s, your best time\n" in out
    assert "\nbest times for classic: " in out
    kept = json.loads(times_file.read_text(encoding="utf-8"))
    assert ["5h 6d 9h 2c -> 24"] == [row["puzzle"] for row in kept["times"]["classic"]]


def test_ten_times_are_kept_the_best_first(played, times_file):
    rows = [{"seconds": seconds, "puzzle": "?"} for seconds in range(2, 12)]
    times_file.parent.mkdir(parents=True)
    text = {"file": "facevalue best times", "times": {"classic": rows, "krypto": rows[:1]}}
    times_file.write_text(json.dumps(text), encoding="utf-8")
    played(WON, "5*6/2+9\n")
    kept = json.loads(times_file.read_text(encoding="utf-8"))["times"]
    assert [row["seconds"] for row in kept["classic"][1:]] == list(range(2, 11))
    assert kept["krypto"] == rows[:1]


@pytest.mark.parametrize("typed", ["h\n5*6/2+9\n", "n\n", "s\n", "6\nq\n"])
def test_only_a_right_answer_without_a_hint_has_a_best_time(typed, played, times_file):
    played(WON, typed)
    assert not times_file.exists()


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "no JSON", '{"file": "facevalue best times", "times": 3}', "\udcff"]
)
def test_a_foreign_file_is_never_replaced(text, played, times_file):
    times_file.parent.mkdir(parents=True)
    times_file.write_text(text, encoding="utf-8", errors="surrogateescape")
    before = times_file.read_bytes()
    code, out, err = played(WON, "5*6/2+9\n")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "is not a best-times file; move it away, or play without --best" in err
    assert before == times_file.read_bytes()


DAMAGED_SECONDS = ["9" * 400, "9" * 5000, "NaN", "Infinity", "true", "null", '"3"']


@pytest.mark.parametrize("rows", [f'[{{"seconds": {it}}}]' for it in DAMAGED_SECONDS] + ["{}", "3"])
def test_a_damaged_file_of_best_times_is_one_line(rows, played, times_file):
    times_file.parent.mkdir(parents=True)
    text = f'{{"file": "facevalue best times", "times": {{"classic": {rows}}}}}'
    beside = text.replace('"times": {', '"times": {"countdown": [], ')
    for damaged in (text, beside, "[" * 100_000):
        times_file.write_text(damaged, encoding="utf-8")
        code, out, err = played(WON, "5*6/2+9\n")
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert damaged == times_file.read_text(encoding="utf-8")


@pytest.mark.parametrize(("seconds", "code"), [("0", 0), ("0.0", 0), ("-1", 2)])
def test_a_time_may_be_zero_but_not_negative(seconds, code, played, times_file):
    times_file.parent.mkdir(parents=True)
    times = {
        "classic": [{"seconds": json.loads(seconds), "numbers": "6 6 5 2", "day": "2026-01-01"}]
    }
    text = json.dumps({"file": "facevalue best times", "times": times})
    times_file.write_text(text, encoding="utf-8")
    assert code == played(WON, "5*6/2+9\n")[0]


@pytest.mark.parametrize("folder", ["", "relative"])
def test_a_relative_data_folder_counts_as_unset(folder, played, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", folder)
    monkeypatch.setenv("HOME", str(tmp_path))
    played(WON, "5*6/2+9\n")
    assert (tmp_path / ".local" / "share" / "facevalue" / "best-times.json").is_file()


def test_a_player_without_a_home_folder_is_warned(played, monkeypatch):
    monkeypatch.setattr(best_times, "user_folder", lambda _: None)
    code, _, err = played(WON, "5*6/2+9\n")
    assert (code, "no folder for best times; set HOME" in err) == (2, True)


def test_giving_up_shows_a_solution_and_earns_nothing(played):
    _, out, _ = played([*PLAY, "--rounds", "2"], "n\nn\n")
    assert "24 = 5*6/2+9\n0 points, " in out
    assert "2 rounds, 10 of 20 points, " in out


def test_the_solutions_end_the_round(played):
    _, out, err = played([*PLAY, "--rounds", "2", "--json"], "s\ns\n")
    assert "no solution; closest is " in err
    rows = [json.loads(line) for line in out.splitlines()]
    assert [(row["correct"], row["points"]) for row in rows] == [(False, 0), (False, 0)]


def test_hints_cost_points_and_come_to_an_end(played):
    _, out, _ = played([*PLAY, "--rounds", "2", "--json"], "n\nh\nH\n5*6/2+9\n")
    row = json.loads(out.splitlines()[1])
    assert (row["hints"], row["points"], row["answer"]) == (2, 6, "5*6/2+9")
    _, out, _ = played(PLAY, "h\n" * 30)
    assert "no more hints; s shows the solutions\n" in out


@pytest.mark.parametrize("typed", ["", "q\n", "Q", "\n \n", "6*(7-4+3)"])
def test_the_end_of_input_ends_the_game(typed, played):
    code, out, err = played(PLAY, typed)
    assert (code, err) == (0, "")
    assert out.splitlines()[-1].startswith("0 rounds, 0 of 0 points, ")


def test_no_standard_input_ends_the_game():
    done = subprocess.run(
        ["bash", "-c", '"$@" <&-', "bash", *FACEVALUE, *PLAY], capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("typed", ["9" * 200_000 + "\nq\n", "(" * 5000 + "\nq\n", "\0\x1b[2J\n"])
def test_no_line_breaks_the_game(typed, played):
    code, out, err = played(PLAY, typed)
    assert (code, err) == (0, "")
    assert "\x1b" not in out


def test_bytes_that_are_not_utf_8_are_also_judged():
    done = subprocess.run(
        [*FACEVALUE, *PLAY], input=b"\xff\xfe\nq\n", capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\nunknown sign: " in done.stdout


def test_windows_line_ends_are_not_part_of_an_answer(played):
    assert "correct: 5*6/2+9 = 24" in played(PLAY, "n\r\n5*6/2+9\r\n")[1]


def test_countdown_counts_the_nearest_answer(played):
    _, out, err = played(
        [*COUNTDOWN, "--rounds", "1", "--json"], "6*100+75\n6*100\n6*100+75-8\nn\n"
    )
    assert "close: 5 points so far\n" in err
    assert "close: 7 points so far\n" in err
    row = json.loads(out)
    assert (row["answer"], row["value"], row["points"]) == ("6*100+75-8", 667, 7)
    assert not row["correct"]


def test_json_rounds_contain_everything_that_was_played(played):
    row = json.loads(played([*COUNTDOWN, "--rounds", "1", "--json"], "6*100+75-9\n")[1])
    assert 0 <= row.pop("seconds") <= 30
    assert row == {
        "numbers": [100, 75, 6, 8, 6, 9],
        "target": 666,
        "rules": "countdown",
        "cards": [],
        "answer": "6*100+75-9",
        "value": 666,
        "no_solution": False,
        "correct": True,
        "hints": 0,
        "points": 10,
    }


def test_points_before_the_end_of_input_count(played):
    _, out, _ = played(COUNTDOWN, "6*100+75\n")
    assert out.splitlines()[-1].startswith("1 round, 5 of 10 points, ")


def test_time_runs_out_over_a_pipe():
    process = subprocess.Popen(
        [*FACEVALUE, *COUNTDOWN, "--rounds", "1", "--seconds", "0.2"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    # Nothing is typed, and the pipe stays open: only the clock can end the round.
    said = process.stdout.read()
    process.stdin.close()
    process.stdout.close()
    assert process.wait() == 0
    assert "\ntime is up\n666 = 6*100+75-9\n0 points, " in said
    assert "\x1b" not in said


def test_without_a_clock_there_is_any_time(played):
    assert "10 points" in played([*COUNTDOWN, "--rounds", "1", "--seconds", "0"], "6*100+75-9\n")[1]


# play, on a terminal


class Terminal:
    """A game on a separate terminal: type input, read the screen."""

    def __init__(self, command, columns=80):
        self._keyboard, screen = pty.openpty()
        environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "COLUMNS": str(columns)}
        streams = dict.fromkeys(("stdin", "stdout", "stderr"), screen)
        self.process = started(*command, env=environment, encoding=None, **streams)
        os.close(screen)
        self.shown = ""

    def until(self, text):
        """Reads on to the text; what is shown after it is left for later."""
        while text not in self.shown:
            assert select.select([self._keyboard], [], [], 30)[0], f"no {text!r} in {self.shown!r}"
            self.shown += os.read(self._keyboard, 4096).decode(errors="replace")
        before, _, self.shown = self.shown.partition(text)
        return before + text

    def type(self, text):
        os.write(self._keyboard, text.encode())

    def close(self):
        code = self.process.wait(timeout=30)
        os.close(self._keyboard)
        return code


def test_a_terminal_shows_the_cards_and_a_prompt():
    game = Terminal([*PLAY, "--rounds", "2"])
    shown = game.until("> ")
    assert "\x1b[1;31m│  ♦│" in shown
    assert "│6  │ │7  │ │4  │ │3  │" in ESCAPE.sub("", shown)
    assert "1. make 24\r\n" in shown
    game.type("n\n")
    game.until("right: there is no solution")
    game.until("> ")
    game.type("5*6/2+9\n")
    game.until("2 rounds, 20 of 20 points")
    assert game.close() == 0


def test_help_on_keys_is_indented_on_a_narrow_terminal():
    game = Terminal([*PLAY, "--rounds", "1"], columns=40)
    game.until("> ")
    game.type("?\n")
    shown = game.until("?  this help")
    assert re.search(r"\nh  a hint; .*\r\n   \w", shown)
    assert re.search(r"\nAn answer uses .*\r\n\w", shown)
    game.type("q\n")
    game.close()


@pytest.mark.slow
def test_the_clock_is_seen_counting_and_ends_the_round():
    game = Terminal([*COUNTDOWN, "--rounds", "2", "--seconds", "2"])
    assert "1. make" not in game.until("Enter starts the clock ")
    game.type("\n")
    assert "│ 100 │ │ 75 │" in ESCAPE.sub("", game.until("[ 2] "))
    game.type("6*100")  # and no more: it must not be part of the next answer
    ticks = re.findall(r"\x1b7\r\[ ([0-2])\] \x1b8", game.until("time is up"))
    assert ticks
    assert ticks == sorted(ticks, reverse=True)
    game.until("Enter starts the clock ")
    game.type("\n")
    game.until("2. make 273")
    game.until("[ 2] ")
    game.type("75*8-6\n")
    game.until("wrong value: 75*8-6 is 594, not 273")
    game.type("q\n")
    game.until("1 round, 0 of 10 points")
    assert game.close() == 0


def test_arrow_keys_edit_a_line_and_bring_back_earlier_ones():
    game = Terminal([*PLAY, "--rounds", "2"])
    game.until("> ")
    game.type("n\n")
    game.until("2. make 24")
    game.until("> ")
    game.type("5*6/2+8\n")
    game.until("wrong numbers: ")
    game.until("> ")
    game.type("\x1b[A\x7f9\n")  # up, delete, 9
    game.until("correct: 5*6/2+9 = 24")
    game.until("2 rounds, 20 of 20 points")
    assert game.close() == 0


@pytest.mark.parametrize("typed", ["q", "Q"])
def test_nothing_is_dealt_before_enter_and_q_quits_instead(typed):
    game = Terminal([*COUNTDOWN, "--seconds", "2"])
    game.until("Enter starts the clock ")
    game.type(f"{typed}\n")
    assert "make" not in game.until("0 rounds, 0 of 0 points")
    assert game.close() == 0


def test_json_stays_apart_from_the_talk_on_a_terminal():
    typing, screen = pty.openpty()
    game = subprocess.Popen(
        [*FACEVALUE, *PLAY, "--rounds", "1", "--json"],
        stdin=screen,
        stdout=subprocess.PIPE,
        stderr=screen,
    )
    os.write(typing, b"n\n")
    out, _ = game.communicate(timeout=60)
    os.close(screen)
    assert json.loads(out)["correct"]
    assert b"> " in os.read(typing, 4096)
    os.close(typing)


def test_control_d_ends_the_game():
    game = Terminal(PLAY)
    game.until("> ")
    game.type("\x04")
    game.until("0 rounds, 0 of 0 points")
    assert game.close() == 0


@pytest.mark.slow
def test_control_c_ends_the_game_with_the_score():
    game = Terminal(PLAY)
    game.until("> ")
    game.type("n\n")
    game.until("2. make 24")
    game.until("> ")
    game.process.send_signal(signal.SIGINT)
    game.until("1 round, 10 of 10 points")
    assert game.close() == 130
    assert "Traceback" not in game.shown


@pytest.mark.parametrize("is_edited", [True, False])
def test_an_answer_to_a_question_is_read_by_readline_where_lines_are_edited(is_edited, monkeypatch):
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setattr(keyboard, "_has_readline", lambda: is_edited)
    monkeypatch.setattr(keyboard.Keyboard, "_read", lambda _: b" read \n")
    monkeypatch.setattr("builtins.input", lambda prompt: f" edited after {prompt}")
    answer = keyboard.Keyboard(sys.stdout).wait_for_enter("Again?")
    assert answer == ("edited after Again?" if is_edited else "read")


def test_a_line_is_not_waited_for_when_the_time_is_up(monkeypatch):
    monkeypatch.setattr(keyboard, "monotonic", lambda: 5.0)
    monkeypatch.setattr(keyboard, "select", None)
    assert keyboard.Keyboard(sys.stdout).line(5.0) is None
