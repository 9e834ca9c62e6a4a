"""Progress: a bar on a terminal, elsewhere a line now and then; the output is the same."""

import json
import os
import pty
import re
import subprocess
import sys

import pytest

from facevalue.cli.main import main
from facevalue.cli.query import Printer
from facevalue.cli.terminal import draw, progress
from facevalue.poker import MATCHUP_COUNT
from facevalue.queries import QUERIES
from tests.cli.started import read_to_the_end

# The command, and what its bar says.
COMMANDS = {
    "grade answers.jsonl": "judging",
    "grade answers.jsonl -o verdicts.csv": "judging",
    "dataset audit answers.jsonl --ignore duplicate": "reading",
    "dataset label answers.jsonl -o labelled.csv": "labelling",
    "dataset build -o {where} --count 40 --shard-rows 20": "40/40",
    "showdown deals.txt": "deals",
    "odds AhKh --board Qh7h2c --opponents 9 --samples 50000000 --seed 1 --no-limit": "deals",
    "equity AhKh QsQd 7c6c --samples 200000000 --seed 1 --no-limit": "deals",
}
# Commands that print their time on stderr.
TALK = {"showdown deals.txt": r"100000 deals in [0-9.]+ s\n"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bars")
    row = json.dumps({"nums": [3, 8], "completion": "<answer>3*8</answer>"}) + "\n"
    (folder / "answers.jsonl").write_text(row * 9_000, encoding="ascii")
    deals = "8C TS KC 9H 4S 7D 2S 5D 3S AC\n" * 100_000
    (folder / "deals.txt").write_text(deals, encoding="ascii")
    return folder


AT_ONCE = """import sys
from facevalue.cli.main import main
from facevalue.cli.terminal import progress
progress.PATIENCE = progress.UPDATE = 0; sys.exit(main())"""


def arguments(command, where):
    return [sys.executable, "-c", AT_ONCE, *command.format(where=where).split()]


def on_a_terminal(command, folder):
    """The exit code, the answer, and what is drawn on a terminal that is stderr."""
    reader, writer = pty.openpty()
    with subprocess.Popen(
        arguments(command, "drawn"),
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=writer,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "120"},
    ) as process:
        os.close(writer)
        drawn = read_to_the_end(reader)
        answer = process.stdout.read()
    return process.returncode, answer, drawn.decode()


LONG = ("showdown", "equity", "odds")


@pytest.mark.few_slow(5)
@pytest.mark.few_quick(1)
@pytest.mark.parametrize(
    "command",
    [
        pytest.param(command, marks=[pytest.mark.slow] * command.startswith(LONG))
        for command in COMMANDS
    ],
)
def test_a_bar_is_drawn_on_a_terminal_and_nowhere_else(command, folder):
    code, answer, drawn = on_a_terminal(command, folder)
    assert COMMANDS[command] in drawn
    assert "/?" not in drawn
    assert "\x1b[" in drawn  # the bar is taken away at the end
    piped = subprocess.run(
        arguments(command, "piped"), cwd=folder, capture_output=True, check=False
    )
    assert (code, answer) == (piped.returncode, piped.stdout)
    assert 0 == code
    assert answer
    # On a slow machine a line now and then.
    talk = re.sub(r"^\w+: [\d,]+ of [\d,]+\n", "", piped.stderr.decode(), flags=re.MULTILINE)
    assert re.fullmatch(TALK.get(command, ""), talk)


@pytest.mark.few_quick(1)
@pytest.mark.parametrize(
    ("command", "lines"),
    [
        ("grade answers.jsonl", r"judging: [0-9,]+ of [0-9,]+"),
        ("dataset audit answers.jsonl --ignore duplicate", r"reading: [0-9,]+ of .*"),
        ("dataset build -o {where} --count 40 --shard-rows 20", "rows: 20 of 40\nrows: 40 of 40"),
        ("whole-game", r"choices: [0-9,]+ of 13,243"),
        ("showdown deals.txt", "deals: 0 of 100,000\n(.*\n)*deals: 99,999 of 100,000"),
        pytest.param(
            "equity AhKh QsQd 7c6c --samples 200000000 --seed 1 --no-limit",
            "deals: [0-9,]+ of 200,000,000",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_without_a_terminal_a_long_command_writes_a_line_now_and_then(
    command, lines, folder, monkeypatch, capfd
):
    monkeypatch.setattr(progress, "SECONDS", 0)
    monkeypatch.chdir(folder)
    assert main(command.format(where="set").split()) in (0, 1)
    assert re.search(f"^{lines}$", capfd.readouterr().err, re.MULTILINE)


def test_the_bar_shows_the_task_and_the_progress(monkeypatch):
    seen = []

    class Bar:
        def update(self, *step):
            seen.append(step)

        def stop(self):
            seen.append("stopped")

    monkeypatch.setattr(draw, "ProgressBar", Bar)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(progress, "PATIENCE", 0)
    with progress.show_progress() as show:
        show("deals", 3, 100)
        show("deals", 4, 100)  # too soon after the last one
        show("deals", 100, 100)
    assert seen == [("deals", 3, 100), ("deals", 100, 100), "stopped"]


def test_the_bar_of_equity_says_when_it_computes_the_table():
    seen = []
    shown = Printer(QUERIES["equity"], as_json=False)
    shown.advance(lambda *step: seen.append(step), 3, MATCHUP_COUNT)
    shown.advance(lambda *step: seen.append(step), 10, 500)
    table = "computing the table of match-ups, once"
    assert seen == [(table, 3, MATCHUP_COUNT), ("deals", 10, 500)]


def test_no_line_is_written_before_its_time(capfd, monkeypatch):
    with progress.show_progress() as show:
        show("rows", 1, 2)
    assert capfd.readouterr().err == ""
    monkeypatch.setattr(progress, "SECONDS", 0)
    with progress.show_progress() as show:
        show("rows", 1000, 2000)
        show("rows", 1000, 0)
    assert capfd.readouterr().err == "rows: 1,000 of 2,000\nrows: 1,000\n"
