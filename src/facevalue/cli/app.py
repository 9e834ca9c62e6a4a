"""The command `facevalue` with all its verbs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from facevalue.cli import (
    answers,
    bench,
    dataset,
    generate,
    odds,
    play,
    poker,
    puzzle,
    reach,
    sheet,
)
from facevalue.cli.lines import BAD_USAGE, FOUND, INTERRUPTED, tell
from facevalue.errors import shortened

if TYPE_CHECKING:
    from collections.abc import Sequence


# Characters of a word in a message: more than a path has, and less than hides the message.
_LONG = 300


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="facevalue", message="%(prog)s %(version)s")
def commands() -> None:
    """Exact answers for games played with numbers and cards: the 24 game, Countdown, poker.

    Exit code: 0 solved or correct, 1 no solution or not correct, 2 bad usage, 3 the system failed
    (a full disk, say).
    """


for module in (puzzle, reach, generate, answers, dataset, play, poker, odds, sheet, bench):
    for verb in module.VERBS:
        commands.add_command(verb)


def run(arguments: Sequence[str]) -> int:
    """Runs a command and returns its exit code; bad usage is one line on stderr."""
    try:
        code = commands.main(
            list(arguments) or ["--help"], prog_name="facevalue", standalone_mode=False
        )
    except click.Abort:  # Ctrl-C before a verb has begun
        return INTERRUPTED
    except click.ClickException as error:
        tell(f"facevalue: {_in_one_line(error)}")
        return BAD_USAGE
    return code if isinstance(code, int) else FOUND


def _in_one_line(error: click.ClickException) -> str:
    words = error.format_message().split()
    message = " ".join(word if len(word) < _LONG else shortened(word) for word in words).rstrip(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    command = context.command_path if context else "facevalue"
    return f"{message[:1].lower()}{message[1:]} (see {command} --help)"
