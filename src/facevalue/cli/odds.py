"""The verbs for what players may hold, and who wins how often: range, equity."""

from __future__ import annotations

import shlex
import sys
from contextlib import ExitStack, contextmanager
from math import comb
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

import facevalue as fv
from facevalue.cli import verb
from facevalue.cli.entries import equity_entry, in_json, omaha_range_entry, range_entry
from facevalue.cli.lines import FOUND, answer_lines, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from facevalue.poker import OmahaRange, Range

_PATIENCE = 0.5  # seconds
_PAIR = 2  # cards of a hand of hold'em
_RANGED = ["holdem", "omaha", "omaha5", "omaha6"]

_dead = click.option(
    "--dead", default="", metavar="CARDS", help="Cards that are known to be elsewhere."
)


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
@click.argument("items", nargs=-1, required=True, callback=verb.without_options)
@_dead
@click.option(
    "--picture",
    type=click.Choice(["svg", "html"]),
    help="Print the grid as a picture or a table, and nothing else.",
)
@click.option(
    "--game",
    type=click.Choice(_RANGED),
    default="holdem",
    show_default=True,
    metavar="NAME",
    help=f"What is played: {', '.join(_RANGED)}.",
)
@verb.as_json
def range_(
    items: tuple[str, ...], dead: str, picture: str | None, game: str, *, as_json: bool
) -> int:
    """Count the hands of a range, and draw its grid.

    ITEMS are hands as people write them: QQ, AKs, AKo, AhKh, QQ+, A2s+, 77-JJ, A5s-A2s, T9s-65s,
    15%, 5%-20%, random; with weights AA:0.5, 0.5(AA, KK), AA@50, 50%:AQs, [50]AQs[/50]. Percentages
    are of all hands, in the order of what they win against a random one. In Omaha, which has no
    grid, hands are AA**, AsKs**, AAKKds. A single - reads ranges from stdin, one a line.
    """
    cards = fv.poker.GAMES[game].hole
    if cards != _PAIR and (dead or picture):
        raise click.UsageError(f"expected no --dead and no --picture in {game}: it has no grid")
    gap = verb.Gap(is_wanted=not (as_json or picture))

    def answer(text: str) -> int:
        if cards != _PAIR:
            return _count(fv.poker.OmahaRange.parse(text, cards=cards), gap, as_json=as_json)
        found = fv.poker.Range.parse(text, dead=dead)
        gap.leave()
        if as_json:
            say(in_json(range_entry(found)))
        elif picture:
            say(getattr(found, picture).rstrip("\n"))
        else:
            _show(found)
        return FOUND

    return answer_lines(answer) if items == (verb.STDIN,) else answer(" ".join(items))


def _count(found: OmahaRange, gap: verb.Gap, *, as_json: bool) -> int:
    gap.leave()
    if as_json:
        say(in_json(omaha_range_entry(found)))
        return FOUND
    say(str(found))
    every = comb(fv.poker.GAMES["omaha"].deck, found.cards)
    say(f"{len(found)} of {every} combinations{_weighing(found)}: {float(100 * found.share):.2f}%")
    return FOUND


def _weighing(found: Range | OmahaRange) -> str:
    return "" if found.total == len(found) else f", weighing {float(found.total):.6g}"


def _show(found: Range) -> None:
    say(str(found))
    if sys.stdout.isatty():
        from facevalue.cli import draw  # noqa: PLC0415 - rich takes longer to load than all the rest

        draw.draw_grid(found)
    else:
        say(found.grid)
    say(f"{len(found)} of 1326 combinations{_weighing(found)}: {float(100 * found.share):.2f}%")


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
@click.argument("players", nargs=-1, callback=verb.without_options)
@click.option("--board", default="", metavar="CARDS", help="The cards of the board that are known.")
@_dead
@verb.game
@click.option("--samples", type=int, metavar="N", help="Sample N deals instead of counting all.")
@click.option("--seed", type=int, default=0, show_default=True, help="What samples are drawn by.")
@verb.as_json
def equity(players: tuple[str, ...], *, as_json: bool, **options: Any) -> int:  # noqa: ANN401 - as they are
    """Tell how much of the pot each of 2 to 10 players wins on average.

    PLAYERS are a word each: a hand as AhKh, or a range in quotes, such as 'QQ+, AKs' or random in
    hold'em and short deck, 'AA**, AsKs**' in Omaha. In stud and draw games a hand may lack cards.
    The answer is exact as long as that takes a few seconds, else sampled, and then it says so.
    A single - reads players from stdin, those of a deal on a line, with ranges in quotes.
    """
    gap = verb.Gap(is_wanted=not as_json)

    def answer(players: Sequence[str]) -> int:
        with _watching() as progress:
            found = fv.poker.equity(*players, progress=progress, **options)
        gap.leave()
        say(in_json(equity_entry(found)) if as_json else str(found))
        return FOUND

    if players == (verb.STDIN,):
        return answer_lines(lambda line: answer(_words(line)))
    return answer(players)


@contextmanager
def _watching() -> Iterator[Callable[[int, int], None] | None]:
    """What draws a bar on stderr while long work goes on, if a person looks at it."""
    if not sys.stderr.isatty():
        yield None
        return
    with ExitStack() as bars:
        yield _Bar(bars).tell


class _Bar:
    """Appears where the work takes longer than half a second: rich takes some time to load."""

    def __init__(self, bars: ExitStack) -> None:
        self._bars = bars
        self._start = monotonic()
        self._drawn: dict[str, Callable[[int, int], None]] = {}

    def tell(self, done: int, total: int) -> None:
        if monotonic() - self._start < _PATIENCE:
            return
        is_table = total == fv.poker.MATCHUP_COUNT
        what = "computing the table of match-ups, once" if is_table else "deals"
        if what not in self._drawn:
            from facevalue.cli import draw  # noqa: PLC0415 - rich takes longer than all the rest

            self._bars.close()
            self._drawn = {what: self._bars.enter_context(draw.progress_of(what))}
        self._drawn[what](done, total)


def _words(line: str) -> list[str]:
    """The words of a line as a shell has them, with ranges in quotes."""
    try:
        return shlex.split(line)
    except ValueError:
        raise fv.RangeError("expected a closing quote", line, len(line)) from None


VERBS = (range_, equity)
