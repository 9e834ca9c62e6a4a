"""Golden sessions are up to date, and every game and every command has one."""

from pathlib import Path

import pytest
from sessions import PAGES, ROOT, TRANSCRIPTS, commands, rewritten

import facevalue as fv
from facevalue.cli.app import commands as verbs


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


@pytest.mark.parametrize("name", fv.RULES)
def test_every_game_has_a_transcript(name):
    assert name in [path.stem for path in TRANSCRIPTS]


@pytest.mark.parametrize("verb", verbs.commands)
def test_every_command_has_a_transcript(verb):
    written = [line for path in TRANSCRIPTS for line in commands(path.read_text(encoding="utf-8"))]
    assert any(f"facevalue {verb}" in line for line in written)


@pytest.mark.parametrize("path", TRANSCRIPTS + PAGES, ids=named)
def test_no_session_ends_in_a_traceback(path):
    assert '\n  File "' not in path.read_text(encoding="utf-8")
