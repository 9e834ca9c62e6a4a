"""The verbs `range` and `equity`."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING, Any

import click

import facevalue as fv
from facevalue import json_answers
from facevalue.cli import verb
from facevalue.cli.lines import FOUND, answer_lines, say
from facevalue.cli.watching import watching

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from facevalue.poker import OmahaRange, Range

_RANGED = [name for name, game in fv.poker.GAMES.items() if game.has_ranges]

_dead = click.option("--dead", default="", metavar="CARDS", help="Cards that nobody can hold.")


@click.command(
    "range",
    cls=verb.Verb,
    epilog=verb.examples(
        "range 'QQ+, AKs, A5s-A2s, T9s-65s'",
        "range '22+, A2s+, 0.5(KTs+, AJo+)' --dead 'As Kd'",
        "range 15% --picture svg > grid.svg",
        "range 'AA**, KKQJds:0.5' --game omaha",
    ),
)
@click.argument("items", nargs=-1, required=True)
@_dead
@click.option(
    "--picture",
    type=verb.Word("picture", ["svg", "html"]),
    help="Print the grid as an SVG picture or an HTML table, and nothing else.",
)
@click.option(
    "--game",
    type=verb.Word("game", _RANGED),
    default="holdem",
    show_default=True,
    metavar="NAME",
    help=f"The game: {', '.join(_RANGED)}.",
)
@verb.as_json
def range_(
    items: tuple[str, ...],
    dead: str,
    picture: str | None,
    game: Any,  # noqa: ANN401 - a name that click checked
    *,
    as_json: bool,
) -> int:
    """Count the hands of a range, and draw its grid.

    ITEMS are hands such as QQ, AKs, AKo, AhKh, QQ+, A2s+, 77-JJ, A5s-A2s, T9s-65s, 15%, 5%-20%,
    random; with weights AA:0.5, 0.5(AA, KK), AA@50, 50%:AQs, [50]AQs[/50]. A percentage means the
    hands that win most often against a random hand. Omaha hands are AA**, AsKs**, AAKKds, without a
    grid. A single - reads ranges from stdin, one a line.
    """
    gap = verb.Gap(is_wanted=not (as_json or picture))

    def answer(text: str) -> int:
        if as_json:
            say(json_answers.line(json_answers.poker_range(text, game, dead=dead)))
            return FOUND
        found = fv.poker.parse_range(text, game, dead=dead)
        if picture and not hasattr(found, picture):
            raise click.UsageError(f"--picture draws a grid of starting hands, and {game} has none")
        gap.leave()
        share = found.total / fv.poker.GAMES[game].hand_count
        if picture:
            say(getattr(found, picture).rstrip("\n"))
        else:
            _show(found, game, share)
        return FOUND

    if items == (verb.STDIN,):
        return answer_lines(answer, as_json=as_json)
    return answer(" ".join(items))


def _show(found: Range | OmahaRange, game: str, share: Fraction) -> None:
    say(str(found))
    if isinstance(found, fv.poker.Range):
        _show_grid(found)
    weight = "" if found.total == len(found) else f", weighing {float(found.total):.6g}"
    hand_count = fv.poker.GAMES[game].hand_count
    say(f"{len(found)} of {hand_count} combinations{weight}: {float(100 * share):.2f}%")


def _show_grid(found: Range) -> None:
    if sys.stdout.isatty():
        from facevalue.cli import draw  # noqa: PLC0415 - rich takes longer to load than all the rest

        draw.draw_grid(found)
    else:
        say(found.grid)


@click.command(
    cls=verb.Verb,
    epilog=verb.examples(
        "equity AhKh QsQd",
        "equity AhKh 'QQ+, AKs, JTs' --board '2h 7d 9c'",
        "equity AsKsQhJh 9c9d8c7d --board Ts9h2c --game omaha --json",
        "equity 'AA**' 'KK**, QQJJds' --board Ts9h2c --game omaha",
        "equity AsAhKd QsQh2d --game stud",
        "equity AhKh QsQd random random --samples 1000000 --seed 54",
    ),
)
@click.argument("players", nargs=-1)
@click.option("--board", default="", metavar="CARDS", help="The known board cards.")
@_dead
@verb.game
@click.option("--samples", type=int, metavar="N", help="Sample N deals instead of counting all.")
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of the samples.")
@verb.limit
@verb.as_json
def equity(players: tuple[str, ...], *, as_json: bool, **options: Any) -> int:  # noqa: ANN401 - as they are
    """Tell how much of the pot each of 2 to 10 players wins.

    Each of PLAYERS is a hand such as AhKh, or a range in quotes: 'QQ+, AKs' or random in hold'em
    and short deck, 'AA**, AsKs**' in Omaha. In stud and draw games a hand may be incomplete. The
    answer is exact if that takes a few seconds at most; otherwise it is sampled and says so.
    A single - reads deals from stdin, the players of a deal on a line, with ranges in quotes.
    """
    gap = verb.Gap(is_wanted=not as_json)

    def answer(players: Sequence[str]) -> int:
        with watching() as progress:
            ask = json_answers.equity if as_json else fv.poker.equity
            found = ask(*players, progress=progress, **options)
        gap.leave()
        say(json_answers.line(found) if as_json else str(found))
        return FOUND

    if players == (verb.STDIN,):
        return answer_lines(lambda line: answer(_words(line)), as_json=as_json)
    return answer(players)


def _words(line: str) -> list[str]:
    """The words of a line, split as a shell does, with ranges in quotes."""
    try:
        return shlex.split(line)
    except ValueError:
        raise fv.RangeError("expected a closing quote", line, len(line)) from None


VERBS = (range_, equity)
