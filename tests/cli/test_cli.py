"""The command line: spellings of a puzzle, exit codes, pipes, statistics, files, terminals."""

import json
import os
import signal
import subprocess
from itertools import product
from pathlib import Path

import pytest

import facevalue as fv
from facevalue.cli.main import main
from tests.cli.started import FACEVALUE, on_a_terminal, piped, started
from tests.oracles import puzzles as reference

HUGE = "1" + "0" * 40
# Longer than a person waits, unless it is stopped; solutions come from the start.
LONG = ["solve", *map(str, range(1, 8)), "--target", "100", "--distinct", "canonical"]

SPELLINGS = [
    ["8", "8", "3", "3"],
    ["6", "6", "5", "2", "--target", "17"],
    ["6", "6", "5", "2", "--target=17"],
    ["--target", "17", "6", "6", "5", "2"],
    ["--target=17", "6", "6", "5", "2"],
    ["6 6 5 2", "--target", "17"],
    ["6,6,5,2", "--target", " 17 "],
    ["KS", "QD", "3C", "3H"],
    ["-3", "8", "3", "3"],
    ["-.5", "8", "3", "-3/4", "--target", "-2"],
    ["3/4", "2.5", "1", "8", "--target=-1/2"],
    ["1", "1", "1", "1"],
    ["3", "3", "--target", "7.5"],
    ["24"],
    [],
    [""],
    ["", "8"],
    ["x"],
    ["8", "8", "3", "1/0"],
    ["8", "8", "3", "inf"],
    ["8", "8", "3", HUGE],
    ["8", "8", "3", "3", "--target", "much"],
    ["8", "8", "3", "3", "--target="],
    ["\udcff", "8"],
    ["1"] * 10_000,
    ["-3.x", "8"],
    ["6", "6", "5", "2", "=", "17"],
    ["6 6 5 2 = 17"],
    ["6 6 5 2 -> 17"],
    ["6", "6", "5", "2", "=-17"],
    ["6", "6", "5", "2", "="],
]


@pytest.mark.parametrize("words", SPELLINGS, ids=lambda words: " ".join(words)[:40])
def test_a_puzzle_is_solved_as_in_python_or_refused_in_one_line(words, capfd):
    code = main(["solve", *words])
    out, err = capfd.readouterr()
    if code == 2:
        assert (out, err.count("\n")) == ("", 1)
        return
    given, target = puzzle_of(words)
    solutions = fv.solve(given, target)
    assert (code, err) == (0 if solutions else 1, "")
    closest = [f"closest is {each.value} = {each}" for each in solutions.closest()]
    lines = [str(each) for each in solutions] or [f"no solution; {closest[0]}"]
    assert out.splitlines()[: len(lines)] == lines


def puzzle_of(words):
    """The numbers and the target of a spelling, which is an option or follows a sign."""
    text = " ".join(words).replace("--target=", "--target ").replace("->", "=")
    if "--target" in text:
        before, _, after = text.partition("--target")
        target, *rest = after.replace(",", " ").split()
        return f"{before} {' '.join(rest)}", target
    numbers, _, target = text.partition("=")
    return numbers, target or None


@pytest.mark.parametrize(
    ("code", "line"), [(0, "solve 8 8 3 3"), (1, "solve 1 1 1 1"), (0, "count 1 1 1 1"), (0, "")]
)
def test_the_exit_code_says_whether_it_is_solved(code, line, capfd):
    assert main(line.split()) == code
    assert capfd.readouterr().err == ""


def test_negative_numbers_need_no_double_dash(capfd):
    assert main(["count", "-3", "8", "3", "3", "--target", "-24"]) == 0
    assert main(["count", "--", "-3", "8", "3", "3", "--target=-24"]) == 2
    assert main(["count", "--target=-24", "--", "-3", "8", "3", "3"]) == 0
    out, _ = capfd.readouterr()
    assert len(set(out.split())) == 1


@pytest.mark.parametrize("error", [MemoryError, KeyboardInterrupt])
@pytest.mark.parametrize("arguments", [["solve", "8"], ["solve", "8", "--first"]])
def test_lack_of_memory_prints_a_line_and_ctrl_c_prints_nothing(
    arguments, error, monkeypatch, capfd
):
    def broken(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("facevalue.puzzle.search.solve.Solutions.__init__", broken)
    code = main(arguments)
    out, err = capfd.readouterr()
    if error is KeyboardInterrupt:
        assert (130, "", "") == (code, out, err)
        return
    message = "facevalue: not enough memory; make the query smaller\n"
    assert (3, "", message) == (code, out, err)


def test_ctrl_c_before_a_command_has_begun_ends_it_silently(monkeypatch, capfd):
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("facevalue.cli.app.commands.invoke", interrupted)
    assert 130 == main(["count", "8", "8", "3", "3"])
    assert "" == capfd.readouterr().out


def test_a_closest_value_that_takes_too_long_is_a_note_on_stderr(capfd):
    numbers = ["3", "5", "7", "11", "13", "17", "19", "23"]
    assert 1 == main(["solve", *numbers, "--target", "1/1000000007"])
    out, err = capfd.readouterr()
    assert "no solution\n" == out
    assert err.startswith("facevalue: ")
    assert 1 == err.count("\n")


def test_an_unexpected_error_is_not_swallowed(monkeypatch):
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("facevalue.puzzle.search.solve.Solutions.__init__", broken)
    for arguments in (["solve", "8"], ["solve", "8", "--first"]):
        with pytest.raises(ZeroDivisionError):
            main(arguments)


# JSON


def test_stats_are_in_json_on_request(capfd):
    main(["solve", "6 6 5 2", "--method", "walk", "--workers", "2", "--stats", "--json"])
    answer = json.loads(capfd.readouterr().out)
    assert set(answer["stats"]) == {"candidates", "searched", "seconds", "handled"}
    assert len(answer["stats"]["handled"]) == 2
    assert sum(answer["stats"]["handled"]) == answer["candidate_count"] == 3840


@pytest.mark.parametrize("notation", fv.NOTATIONS)
def test_command_and_python_print_every_notation_alike(notation, capfd):
    main(["solve", "2", "4", "8", "10", "--first", "--notation", notation])
    assert f"{fv.solve('2 4 8 10').first.to(notation)}\n" == capfd.readouterr().out


def test_table_json_has_a_row_a_line(capfd):
    main(["table", "--target", "143", "--json"])
    rows = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert len(rows) == 48
    assert rows[0] == {"numbers": [2, 8, 9, 1], "operators": "**-"}


# Pipes, files and terminals


def test_a_closed_pipe_is_not_an_error():
    with started(*LONG, stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(60) == 141
        assert process.stderr.read() == ""


def test_solutions_stream_and_ctrl_c_ends_the_search_at_once():
    with started(*LONG, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline() != ""
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        assert process.wait(10) == 130
        assert process.stderr.read() == ""


def test_puzzles_from_stdin_are_answered_one_by_one():
    process = started("solve", "-", "--first", stdin=subprocess.PIPE)
    with process:
        for puzzle, answer in (("8 8 3 3", "8/(3-8/3)"), ("6 6 5 2 -> 17", "(5/6+2)*6")):
            process.stdin.write(f"{puzzle}\n")
            process.stdin.flush()
            assert f"{answer}\n" == process.stdout.readline()
        process.stdin.close()
        assert process.wait(60) == 0


def test_garbage_on_stdin_is_answered_in_one_line():
    for verb in ("solve", "hand", "showdown"):
        done = piped(verb, "-", given=b"\xff\xfe 8\n")
        assert (2, 1) == (done.returncode, done.stderr.count(b"\n"))


def test_table_writes_the_named_file(tmp_path, capfd):
    file = tmp_path / "results.143"
    assert main(["table", "--target", "143", "-o", str(file)]) == 0
    assert capfd.readouterr() == ("", "")
    main(["table", "--target", "143"])
    assert capfd.readouterr().out == file.read_text(encoding="ascii")


@pytest.mark.parametrize("target", [24, 100, -1])
def test_table_can_name_its_file_by_the_target(target, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    assert main(["table", "--target", str(target), "--digits", "1-4", "-o", "auto"]) == 0
    assert [f"results.{target}"] == [file.name for file in tmp_path.iterdir()]
    assert capfd.readouterr() == ("", "")
    main(["table", "--target", str(target), "--digits", "1-4"])
    assert capfd.readouterr().out == (tmp_path / f"results.{target}").read_text(encoding="ascii")


def test_table_writes_no_file_by_default(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    main(["table", "--digits", "1-4"])
    assert [] == list(tmp_path.iterdir())
    assert capfd.readouterr().out.startswith("   i   j   k   l")


OBERON_HEAD = "   i   j   k   l  op1  op2  op3\n  --- --- --- ---  -    -    -\n"


def oberon_files(digits):
    """The files of the program, by target."""
    files = dict.fromkeys(range(18, 120), OBERON_HEAD)
    for row in product(digits, repeat=4):
        for target, line in reference.oberon_rows(*row):
            if target in files:
                files[target] += line
    return files


@pytest.mark.parametrize(
    "last", [pytest.param(5, id="1-5"), pytest.param(9, id="1-9", marks=pytest.mark.slow)]
)
def test_tables_are_the_files_of_the_oberon_program(last, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = oberon_files(range(1, last + 1))
    for target in files:
        arguments = ["--target", str(target), "--digits", f"1-{last}", "-o", "auto"]
        assert main(["table", "--rules", "oberon", *arguments]) == 0
    read = {target: Path(f"results.{target}").read_text(encoding="ascii") for target in files}
    assert files == read


def test_brackets_are_dim_on_a_terminal_that_may_have_colour():
    puzzle = ["solve", "8", "8", "3", "3"]
    assert on_a_terminal(*puzzle, NO_COLOR="1") == "8/(3-8/3)\r\n"
    assert on_a_terminal(*puzzle) == "8/\x1b[2m(\x1b[0m3-8/3\x1b[2m)\x1b[0m\r\n"


@pytest.mark.parametrize("columns", [40, 80])
def test_a_narrow_terminal_shows_everything(columns):
    done = subprocess.run(
        [*FACEVALUE, "rules"],
        env=os.environ | {"COLUMNS": str(columns)},
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    assert max(map(len, done.stdout.splitlines())) <= columns
    assert all(name in done.stdout.split() for name in fv.RULES)


def test_a_terminal_of_less_than_20_columns_gets_the_help_for_20(capfd, monkeypatch):
    shown = []
    for columns in (1, 20, 21):
        monkeypatch.setenv("COLUMNS", str(columns))
        main(["solve", "--help"])
        shown.append(capfd.readouterr().out)
    assert shown[0] == shown[1] != shown[2]


@pytest.mark.parametrize("verb", ["solve", "count", "candidates", "table", "rules"])
def test_every_help_shows_an_example_that_runs(verb, capfd):
    main([verb, "--help"])
    help_text = capfd.readouterr().out
    examples = [
        line.split() for line in help_text.splitlines() if line.startswith("    facevalue ")
    ]
    assert examples
    for _, *arguments in examples:
        if "-o" not in arguments:
            assert main(arguments) == 0
