"""The verbs for poker: hand, showdown."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import TYPE_CHECKING, TextIO

import click

import facevalue as fv
from facevalue.cli import verb
from facevalue.cli.entries import in_json, match_entry, strength_entry
from facevalue.cli.lines import FOUND, answer_lines, say, tell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from facevalue.poker import Strength

# Deals: from about three seconds of work on, a person wants to see that something happens.
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
@click.argument("cards", nargs=-1, callback=verb.without_options)
@click.option("--board", default="", metavar="CARDS", help="The cards that all players share.")
@verb.game
@click.option("--explain", is_flag=True, help="Tell Cactus Kev's steps to the value.")
@verb.as_json
def hand(cards: tuple[str, ...], board: str, game: str, *, explain: bool, as_json: bool) -> int:
    """Tell what a poker hand is worth.

    CARDS are a rank and a suit each, as in KS, 10h or Q♦, with or without blanks between. A single
    - reads hands from stdin, one a line.

    In games with the usual ranking, the value counts from 1, a royal flush, to 7462: less is
    stronger.
    """
    show = _show_json if as_json else _show
    gap = verb.Gap(is_wanted=not as_json)

    def answer(given: str) -> int:
        strength = fv.poker.evaluate(given, game, board=board)
        steps = list(_steps(strength)) if explain else []
        gap.leave()
        show(strength, steps)
        return FOUND

    return answer_lines(answer) if cards == (verb.STDIN,) else answer(" ".join(cards))


def _steps(strength: Strength) -> Iterator[str]:
    if strength.value is None:
        wanted = "expected a game with the usual ranking for Cactus Kev's steps"
        raise fv.RuleError(f"{wanted}: {strength.game.name!r}")
    return fv.poker.cactus.explain(strength.best)


def _show_json(strength: Strength, steps: list[str]) -> None:
    say(in_json(strength_entry(strength) | ({"steps": steps} if steps else {})))


def _show(strength: Strength, steps: list[str]) -> None:
    if sys.stdout.isatty():
        from facevalue.cli import draw  # noqa: PLC0415 - rich takes longer to load than all the rest

        draw.draw_cards(strength)
    say(strength.description)
    say(f"plays {' '.join(map(str, strength.best))}")
    if strength.value:
        say(f"value {strength.value}, 1 is the best and 7462 the worst")
    if strength.low:
        say(f"low: {strength.low}, plays {' '.join(map(str, strength.low.best))}")
    elif strength.game.low:
        say("low: none")
    for step in steps:
        say(step)


@click.command(
    cls=verb.Verb,
    epilog=verb.examples("showdown poker.txt", "showdown - --json < poker.txt"),
)
@click.argument("file", type=click.File(encoding="utf-8", errors="replace"))
@click.option("--players", default=2, show_default=True, metavar="N", help="How many play.")
@verb.game
@verb.as_json
def showdown(file: TextIO, players: int, game: str, *, as_json: bool) -> int:
    """Play hands against each other, a deal a line, and tell who wins how often.

    A line of FILE holds the cards of all players, the first player's first: with two players and
    ten cards, five each, as in Project Euler's problem 54. A single - reads stdin.
    """
    start = perf_counter()
    match = fv.poker.showdown(_watched(file.readlines()), game, players=players)
    seconds = perf_counter() - start
    if as_json:
        say(in_json(match_entry(match) | {"seconds": round(seconds, 6)}))
        return FOUND
    for player, wins in enumerate(match.wins, 1):
        say(f"player {player} wins {wins}")
    say(f"ties {match.ties}")
    tell(f"{match.deals} deals in {seconds:.6f} s")
    return FOUND


def _watched(lines: list[str]) -> Iterable[str]:
    if len(lines) < _LONG or not sys.stderr.isatty():
        return lines
    from facevalue.cli import draw  # noqa: PLC0415 - rich takes longer to load than all the rest

    return draw.with_progress(lines)


VERBS = (hand, showdown)
