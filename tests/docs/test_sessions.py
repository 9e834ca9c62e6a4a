"""Golden sessions are up to date, and every game and every command has one."""

import io
import re
import shlex
from pathlib import Path

import pytest

from facevalue.cli.app import commands as verbs
from facevalue.cli.main import main
from tests.docs.sessions import PAGES, ROOT, TRANSCRIPTS, commands, printed_by, rewritten, shown


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


# A quarter of a second for each process that a session starts, so only the short ones are quick.
SESSIONS = [
    pytest.param(path, marks=[pytest.mark.slow] if size > 10 else [], id=named(path))
    for path in TRANSCRIPTS + PAGES
    for size in [len(list(commands(path.read_text(encoding="utf-8"))))]
]


@pytest.mark.few_quick(6)
@pytest.mark.few_slow(8)
@pytest.mark.parametrize("path", SESSIONS)
def test_a_session_reproduces_its_output(path):
    assert path.read_text(encoding="utf-8") == rewritten(path)


# Sessions of commands that write no files. A command that needs a shell is skipped.
@pytest.mark.parametrize("name", ["bad-input", "json"])
def test_a_session_prints_the_same_in_this_process(name, capfd, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    session = (ROOT / "tests" / "transcripts" / f"{name}.txt").read_text(encoding="utf-8")
    for command, answer in zip(commands(session), printed_by(session), strict=True):
        if re.fullmatch(r"facevalue [^|<>$;&*`\\]*", command):
            code = main(shlex.split(command)[1:])
            out, err = capfd.readouterr()
            assert answer in (shown(out + err, code), shown(err + out, code)), command
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("verb", verbs.commands)
def test_every_command_has_a_transcript(verb):
    pages = [path.read_text(encoding="utf-8") for path in TRANSCRIPTS + PAGES]
    written = [line for page in pages for line in commands(page)]
    assert any(f"facevalue {verb}" in line for line in written)


@pytest.mark.parametrize("path", TRANSCRIPTS + PAGES, ids=named)
def test_no_session_ends_in_a_traceback(path):
    assert '\n  File "' not in path.read_text(encoding="utf-8")


# What a time, a rate or a count was replaced with before sessions kept what was printed.
@pytest.mark.parametrize("path", TRANSCRIPTS + PAGES, ids=named)
def test_every_time_and_count_in_a_session_was_printed_by_a_command(path):
    text = path.read_text(encoding="utf-8")
    assert not re.findall(r"\b0\.000000 s\b|\b0 per second|handled some\b", text)
