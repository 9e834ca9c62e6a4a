"""The command `facevalue` with all its verbs."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

import click

from facevalue.cli.lines import BAD_USAGE, FOUND, INTERRUPTED, refuse_in_json, tell
from facevalue.errors import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


# Characters of a word in a message: more than a path has, and less than hides the message.
_LONG = 300


# The file that each verb stands in; a file is loaded when one of its verbs is called or described.
_FILES = {
    "puzzle": "solve hint closest count difficulty candidates table rules",
    "reach": "reach",
    "generate": "generate",
    "answers": "check grade",
    "dataset": "dataset",
    "play": "deal play",
    "poker": "hand showdown",
    "odds": "range equity",
    "sheet": "sheet",
    "stack": "stack",
    "bench": "bench",
}
FILE_OF = {verb: file for file, verbs in _FILES.items() for verb in verbs.split()}


class Verbs(Mapping[str, click.Command]):
    """All verbs by name, each loaded on first use."""

    def __getitem__(self, name: str) -> click.Command:
        verbs: tuple[click.Command, ...]
        verbs = import_module(f"facevalue.cli.{FILE_OF[name]}").VERBS
        return next(verb for verb in verbs if verb.name == name)

    def __iter__(self) -> Iterator[str]:
        return iter(FILE_OF)

    def __len__(self) -> int:
        return len(FILE_OF)


@click.group(
    commands=Verbs(),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="facevalue", message="%(prog)s %(version)s")
def commands() -> None:
    """Exact answers for games played with numbers and cards: the 24 game, Countdown, poker.

    Exit code: 0 solved or correct, 1 no solution or not correct, 2 bad usage, 3 the system failed
    (a full disk, say).
    """


def run(arguments: Sequence[str]) -> int:
    """Runs a command and returns its exit code; bad usage is one line on stderr."""
    try:
        code = commands.main(
            list(arguments) or ["--help"], prog_name="facevalue", standalone_mode=False
        )
    except click.Abort:  # Ctrl-C before a verb has begun
        return INTERRUPTED
    except click.ClickException as error:
        message = _in_one_line(error)
        if "--json" in arguments:
            return refuse_in_json(click.UsageError(message))
        tell(f"facevalue: {message}")
        return BAD_USAGE
    return code if isinstance(code, int) else FOUND


def _in_one_line(error: click.ClickException) -> str:
    words = error.format_message().split()
    message = " ".join(word if len(word) < _LONG else shortened(word) for word in words).rstrip(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    command = context.command_path if context else "facevalue"
    return f"{message[:1].lower()}{message[1:]} (see {command} --help)"
