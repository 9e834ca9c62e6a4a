"""The verbs `hand` and `showdown`."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import TYPE_CHECKING, Any, TextIO

import click

import facevalue as fv
from facevalue import json_answers
from facevalue.cli import verb
from facevalue.cli.lines import FOUND, answer_lines, say, show_strength, tell
from facevalue.cli.pace import Pace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from facevalue.poker import Strength

# From so many deals on (about three seconds), a progress bar is drawn.
_LONG = 100_000


@click.command(
    cls=verb.Verb,
    epilog=verb.examples(
        "hand 7H 7S 7D AS AC",
        "hand AsKs --board 'Ts 9s 2s 2d'",
        "hand As2dKcKd --board 3h4c8sQdQh --game omaha8 --json",
        "hand 7C 5D 4H 3S 2C --explain",
    ),
)
@click.argument("cards", nargs=-1)
@click.option("--board", default="", metavar="CARDS", help="The cards that all players share.")
@verb.game
@click.option("--explain", is_flag=True, help="Show the steps of Cactus Kev's evaluator.")
@verb.as_json
def hand(
    cards: tuple[str, ...],
    board: str,
    game: Any,  # noqa: ANN401 - a name that click checked
    *,
    explain: bool,
    as_json: bool,
) -> int:
    """Tell what a poker hand is worth.

    CARDS are a rank and a suit each, such as KS, 10h or Q♦, with or without blanks between them. A
    single - reads hands from stdin, one a line.

    In games with the ranking "high", the value goes from 1, a royal flush, to 7462: less is
    stronger.
    """
    gap = verb.Gap(is_wanted=not as_json)

    def answer(given: str) -> int:
        if as_json:
            found = json_answers.hand(given, game, board=board, explain=explain)
            say(json_answers.line(found))
            return FOUND
        strength = fv.poker.evaluate(given, game, board=board)
        steps = list(json_answers.explanation(strength)) if explain else []
        gap.leave()
        _show(strength, steps)
        return FOUND

    if cards == (verb.STDIN,):
        return answer_lines(answer, as_json=as_json)
    return answer(" ".join(cards))


def _show(strength: Strength, steps: list[str]) -> None:
    if sys.stdout.isatty():
        from facevalue.cli import draw  # noqa: PLC0415 - rich takes longer to load than all the rest

        draw.draw_cards(strength)
    show_strength(strength)
    for step in steps:
        say(step)


@click.command(
    cls=verb.Verb,
    epilog=verb.examples("showdown poker.txt", "showdown - --json < poker.txt"),
)
@click.argument("file", type=verb.InputFile(encoding="utf-8", errors="replace"))
@click.option(
    "--players", default=2, show_default=True, metavar="N", help="How many players there are."
)
@verb.game
@verb.as_json
def showdown(
    file: TextIO,
    players: int,
    game: Any,  # noqa: ANN401 - a name that click checked
    *,
    as_json: bool,
) -> int:
    """Compare the hands of many deals, and count who wins how often.

    Each line of FILE holds the cards of all players, the first player's first, for example five
    cards each for two players, as in Project Euler's problem 54. A single - reads stdin.
    """
    start = perf_counter()
    result = fv.poker.showdown(_watched(file.readlines()), game, players=players)
    seconds = perf_counter() - start
    if as_json:
        say(json_answers.line(result.as_dict() | {"seconds": round(seconds, 6)}))
        return FOUND
    for player, wins in enumerate(result.wins, 1):
        say(f"player {player} wins {wins}")
    say(f"ties {result.ties}")
    tell(f"{result.deals} deals in {seconds:.6f} s")
    return FOUND


def _watched(lines: list[str]) -> Iterable[str]:
    if len(lines) < _LONG:
        return lines
    if not sys.stderr.isatty():
        return Pace().over("deals", lines)
    from facevalue.cli import draw  # noqa: PLC0415 - rich takes longer to load than all the rest

    return draw.with_progress(lines)


VERBS = (hand, showdown)
