"""The command `showdown`."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any, BinaryIO

import click

import facevalue as fv
from facevalue.cli import shared, values
from facevalue.cli.terminal.lines import FOUND, report, say
from facevalue.cli.terminal.progress import show_progress
from facevalue.cli.verbs import command
from facevalue.door import json_line
from facevalue.errors import counted
from facevalue.system.files import as_utf8


@command("showdown poker.txt", "showdown - --json < poker.txt")
@click.argument("file", type=values.InputFile("rb"))
@shared.number("--players", help="The number of players.", default=2)
@shared.number("--decks", help="The number of decks.", default=1)
@shared.board
@shared.game
@shared.as_json
def showdown(
    file: BinaryIO, players: int, decks: int, board: Any, game: Any, *, as_json: bool
) -> int:
    """Compare the hands of many deals, and count the wins.

    Each line of FILE has the cards of all players in order, for example five cards for each of two
    players, as in Project Euler's problem 54. You can separate the hands with vs, | or names
    ("Black: 2H 3D White: 2C AH"). FILE may also have hand histories of PokerStars: the known hands
    are compared on the board. A single - reads stdin.
    """
    start = perf_counter()
    lines = [line.decode(errors="replace") for line in as_utf8(file)]
    with show_progress() as show:

        def watched() -> Iterator[str]:
            for done, line in enumerate(lines):
                show("deals", done, len(lines))
                yield line

        result = fv.poker.showdown(watched(), game, players=players, decks=decks, board=board or "")
    seconds = perf_counter() - start
    if as_json:
        say(json_line(result.as_dict() | {"seconds": round(seconds, 6)}))
        return FOUND
    say(str(result))
    report(f"{counted(result.deals, 'deal')} in {seconds:.6f} s")
    return FOUND


VERBS = (showdown,)
