"""Golden sessions: shell commands and their output, in transcripts/*.txt and in the docs.

`python -m tests.sessions --write` runs every command again and rewrites what it printed; the
difference is then reviewed like any other. A session consists of lines `$ command`, each followed
by its output (stdout and stderr together) and, unless it is 0, the exit code; lines that start with
`# ` are comments. In Markdown files, sessions are between ```console and ```.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TRANSCRIPTS = sorted((ROOT / "tests" / "transcripts").glob("*.txt"))
# A page with a template is written by docs/make.py: its sessions are in the template.
PAGES = [
    ROOT / "README.md",
    *(
        template if (template := page.with_name(f"{page.name}.in")).exists() else page
        for page in sorted((ROOT / "docs").rglob("*.md"))
    ),
]

_BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)
# Output that differs between runs: times, the order of threads, and progress.
_VARYING = (
    (re.compile(r"\d+\.\d+ s\b"), "0.000000 s"),
    (re.compile(r" +[\d,]+ per second\b"), " 0 per second"),
    (re.compile(r"(worker \d+ handled) \d+"), r"\1 some"),
    (re.compile(r"^\w+: [\d,]+ of [\d,]+\n", re.MULTILINE), ""),  # of long work
)


def commands(text: str) -> list[str]:
    """The commands of a session."""
    return [line[2:] for line in text.splitlines() if line.startswith("$ ")]


def replayed(session: str) -> str:
    """The session with its commands run again, one after the other in a new folder."""
    with tempfile.TemporaryDirectory() as folder:
        parts = [_part(line, folder) for line in session.splitlines() if line[:2] in ("$ ", "# ")]
    return "\n".join(parts).rstrip("\n") + "\n"


def rewritten(path: Path) -> str:
    """The text of a transcript or a page with all its commands run again."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".txt":
        return replayed(text)
    return _BLOCK.sub(lambda block: replayed(block[0]), text)


def _part(line: str, folder: str) -> str:
    return f"{line}\n" + (_output(line[2:], folder) if line.startswith("$ ") else "")


def _output(command: str, folder: str) -> str:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
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
    printed = "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())
    for pattern, constant in _VARYING:
        printed = pattern.sub(constant, printed)
    return printed + (f"[exit {done.returncode}]\n" if done.returncode else "")


def _write() -> None:
    for path in TRANSCRIPTS + PAGES:
        text = rewritten(path)
        if text != path.read_text(encoding="utf-8"):
            path.write_text(text, encoding="utf-8")
            print(f"rewrote {path.relative_to(ROOT)}")  # noqa: T201 - this is a command


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.sessions --write")
    _write()
