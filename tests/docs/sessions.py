"""Golden sessions: shell commands and their output, in transcripts/*.txt and in the docs.

`python -m tests.docs.sessions --write` runs every command again and rewrites what it printed; the
difference is then reviewed like any other. A session consists of lines `$ command`, each followed
by its output (stdout and stderr together) and, unless it is 0, the exit code; lines that start with
`# ` are comments. In Markdown files, sessions are between ```console and ```. Every line is what a
command really printed: where only times and rates differ, the lines of the earlier run stay.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.paths import ROOT

TRANSCRIPTS = sorted((ROOT / "tests" / "transcripts").glob("*.txt"))
# A page with a template is written by docs/make.py: its sessions are in the template.
PAGES = [
    ROOT / "README.md",
    *(
        template if (template := page.with_name(f"{page.name}.in")).exists() else page
        for page in sorted((ROOT / "docs").rglob("*.md"))
    ),
]

PROGRAMS = Path(sys.executable).parent
_BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)
# Output that differs between runs: times, rates, and which thread did what.
_VARYING = re.compile(
    r" +\d+\.\d+ s\b| +[\d,]+ per second\b|(?<=^worker )\d+ handled \d+", re.MULTILINE
)
_PROGRESS = re.compile(r"^\w+: [\d,]+ of [\d,]+\n", re.MULTILINE)  # of long work


def commands(text: str) -> list[str]:
    """The commands of a session."""
    return [line[2:] for line in text.splitlines() if line.startswith("$ ")]


def replayed(session: str, programs: Path = PROGRAMS) -> str:
    """The session with its commands run again, one after the other in a new folder.

    `programs` is the folder of the programs of a virtual environment.
    """
    lines = (line for line in session.splitlines() if line[:2] in ("$ ", "# "))
    with tempfile.TemporaryDirectory() as folder:
        parts = [_part(line, folder, programs) for line in lines]
    again = "\n".join(parts).rstrip("\n") + "\n"
    return session if _VARYING.sub("", again) == _VARYING.sub("", session) else again


def printed_by(session: str) -> list[str]:
    """What each command of a session printed."""
    blocks = re.split(r"^\$ .*\n", f"{session}\n", flags=re.MULTILINE)[1:]
    return [re.sub(r"\n+(# .*\n+)*\Z", "\n", f"\n{block}")[1:] for block in blocks]


def rewritten(path: Path) -> str:
    """The text of a transcript or a page with all its commands run again."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".txt":
        return replayed(text)
    return _BLOCK.sub(lambda block: replayed(block[0]), text)


def _part(line: str, folder: str, programs: Path) -> str:
    return f"{line}\n" + (_output(line[2:], folder, programs) if line.startswith("$ ") else "")


def _output(command: str, folder: str, programs: Path) -> str:
    path = os.pathsep.join([str(programs), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={"PATH": path, "COLUMNS": "80", "LANG": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return shown(done.stdout, done.returncode)


def shown(output: str, code: int) -> str:
    """The output and the exit code of a command as in a session."""
    printed = "".join(f"{line.rstrip()}\n" for line in output.splitlines())
    return _PROGRESS.sub("", printed) + (f"[exit {code}]\n" if code else "")


def _write() -> None:
    for path in TRANSCRIPTS + PAGES:
        text = rewritten(path)
        if text != path.read_text(encoding="utf-8"):
            path.write_text(text, encoding="utf-8")
            print(f"rewrote {path.relative_to(ROOT)}")  # noqa: T201 - this is a command


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.docs.sessions --write")
    _write()
