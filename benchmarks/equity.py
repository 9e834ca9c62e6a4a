"""Times of equity calculations; every answer is checked too."""

from __future__ import annotations

import importlib
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.console import Console

from benchmarks import rivals
from benchmarks.measure import in_units, measured
from benchmarks.report import Work, comparison, figures
from facevalue import poker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.table import Table

HERO, VILLAIN, FLOP = "AhKh", "QsQd", "2h7d9c"
WIDE = ("QQ+, AKs", "22+, A2s+, KTs+, AJo+")
OMAHA = ("AsKsQhJh", "9c9d8c7d")
OMAHA_SIX = ("AsKsQhJh3c3d", "9c9d8c7dAhKd")
SAMPLES = 2_000_000
HANDS = 1326


def in_process() -> Iterator[Work]:
    """Work inside one process, on one core."""
    yield from before_the_flop()
    yield from on_the_flop()
    yield from omaha()
    yield from other_games()
    yield from simulations()


def before_the_flop() -> Iterator[Work]:
    """Two hands and two ranges; the first call loads the table of match-ups."""
    yield exactly("AhKh v QsQd, no table", 100e-6, (HERO, VILLAIN), "0.462144572")
    yield Work(
        "matchup: AhKh v QsQd, from the table",
        2e-6,
        partial(poker.matchup, HERO, VILLAIN),
        (787_966, 6_732, 917_606),
    )
    yield exactly("AhKh v QsQd, from the table", 4e-6, (HERO, VILLAIN), "0.462144572")
    yield Work(
        "matrix: 1326 x 1326", 30e-3, poker.equity_matrix, (HANDS, HANDS), lambda all_: all_.shape
    )
    yield exactly(" v ".join(WIDE), 1e-3, WIDE, "0.712830658")


def on_the_flop() -> Iterator[Work]:
    """Ranges and three players on a flop."""
    yield exactly("AhKh v random on a flop", 0.2e-3, (HERO, "random"), "0.548691821", board=FLOP)
    yield Work(
        "range_equities: all hands v random on a flop",
        4e-3,
        partial(poker.range_equities, "random", "random", board=FLOP),
        1176,
        len,
    )
    yield exactly(
        "AhKh v QsQd v random on a flop",
        0.3e-3,
        (HERO, VILLAIN, "random"),
        "0.251553184",
        board=FLOP,
    )


def omaha() -> Iterator[Work]:
    """Two hands before the flop."""
    yield exactly("Omaha, four cards", 1.5e-3, OMAHA, "0.527539392", game="omaha")
    yield exactly("Omaha, six cards", 1.5e-3, OMAHA_SIX, "0.511041659", game="omaha6")
    yield exactly("Omaha hi-lo, four cards", 5e-3, OMAHA, "0.422619355", game="omaha8")


def other_games() -> Iterator[Work]:
    """Games with a deck or rankings of their own, with hidden cards, and a range of Omaha."""
    aces = ("AA**", "KKQJ, TT98ds:0.5")
    yield exactly(
        "Omaha, AA** v a range on a flop", 0.15, aces, "0.817827341", board=FLOP, game="omaha"
    )
    for name, goal, players, expected in (
        ("shortdeck", 10e-3, (HERO, VILLAIN), "0.542773220"),
        ("stud", 10e-3, ("AsAhKd", "QsQh2d"), "0.668459386"),
        ("razz", 0.5, ("As2h3d", "8s7h2d"), "0.603016114"),
        ("badugi", 1e-3, ("As2h3d", "4s5h6d"), "0.807246377"),
    ):
        what = f"{name}, {' v '.join(players)}"
        yield exactly(what, goal, players, expected, game=name)


def simulations() -> Iterator[Work]:
    """Sampled equity; the seed decides the answer."""
    for name, players, rate, expected in (
        ("AhKh v QsQd", (HERO, VILLAIN), 200e6, "0.461979250"),
        ("AhKh v five random hands", (HERO, *["random"] * 5), 45e6, "0.310830375"),
    ):
        yield Work(
            f"equity: {name}, sampled",
            SAMPLES / rate,
            partial(poker.equity, *players, samples=SAMPLES, seed=54),
            expected,
            first_share,
            SAMPLES,
        )


def exactly(
    name: str,
    goal: float,
    players: tuple[str, ...],
    expected: str,
    *,
    board: str = "",
    game: str = "holdem",
) -> Work:
    """Exact equity; the answer is the share of the first player."""
    call = partial(poker.equity, *players, board=board, game=game)
    return Work(f"equity: {name}", goal, call, expected, first_share)


def first_share(answer: poker.Equity) -> str:
    """The share of the first player, with nine digits."""
    return f"{float(answer.players[0].equity):.9f}"


def main() -> bool:
    """Prints the figures; returns whether every answer was right."""
    shown, right = figures(in_process())
    console = Console(width=180)
    console.print(shown)
    beside, agree = beside_rivals()
    console.print(beside)
    return right and agree


class Asked(NamedTuple):
    """A question that another package can answer too, with the calls to both."""

    rival: str
    what: str
    theirs: Callable[[], float]
    ours: Callable[[], poker.Equity]


def asked() -> Iterator[Asked]:
    """The questions for other packages, without those that they cannot answer."""
    hands, flop = (HERO, VILLAIN), FLOP
    for what, theirs, game, players, board in (
        ("AhKh v QsQd", "holdem", "holdem", hands, ""),
        ("AhKh v QsQd on a flop", "holdem", "holdem", hands, flop),
        ("Omaha, four cards", "omaha", "omaha", OMAHA, ""),
        ("Omaha, six cards", "omaha_six", "omaha6", OMAHA_SIX, ""),
        ("Omaha hi-lo, four cards", "omaha_hi_lo", "omaha8", OMAHA, ""),
    ):
        call = partial(poker_equity, theirs, players, board)
        yield Asked(POKER_EQUITY, what, call, exact(players, board, game))
    for what, players, board in (
        ("AhKh v QsQd", hands, ""),
        (" v ".join(WIDE), WIDE, ""),
        ("AhKh v random", (HERO, "random"), ""),
        ("AhKh v random on a flop", (HERO, "random"), flop),
        ("AhKh v QsQd v random on a flop", (*hands, "random"), flop),
    ):
        yield Asked(POKERFAST, what, partial(pokerfast, players, board), exact(players, board))
    on_river = (HERO, WIDE[0]), RIVER
    yield Asked(EVAL7, f"AhKh v {WIDE[0]} on a river", partial(eval7, *on_river), exact(*on_river))
    on_flop = (HERO, WIDE[0]), flop
    yield Asked(EVAL7, f"AhKh v {WIDE[0]} on a flop", partial(eval7, *on_flop), exact(*on_flop))
    sampled = partial(poker.equity, *hands, samples=SAMPLES, seed=54)
    yield Asked(EVAL7, f"AhKh v QsQd, {SAMPLES:,} samples", partial(eval7_sampled, hands), sampled)


def exact(players: tuple[str, ...], board: str, game: str = "holdem") -> Callable[[], poker.Equity]:
    """The question to facevalue."""
    return partial(poker.equity, *players, board=board, game=game)


RIVER = "2h7d9cTs3h"
POKER_EQUITY, POKERFAST, EVAL7 = "poker_equity", "pokerfast", "eval7"
DIFFERENT = 1e-6  # equal shares differ by less as floats, of 32 bits in eval7
ERRORS = 5  # standard errors by which samples may differ


def beside_rivals() -> tuple[Table, bool]:
    """Compares facevalue with other packages, and returns whether the answers agree.

    Wrong answers of other packages are marked. eval7 may disagree, since some of its answers are
    known to be wrong.
    """
    shown, right = comparison(), True
    for each in asked():
        if not rivals.is_installed(each.rival):
            shown.add_row(each.rival, each.what, "not installed")
            continue
        theirs, share = measured(each.theirs)
        ours, answer = measured(each.ours)
        is_same = agrees(share, answer)
        right &= is_same or each.rival == EVAL7
        times = in_units(theirs.median), in_units(ours.median)
        faster = f"{theirs.median / ours.median:,.1f}"
        shown.add_row(each.rival, each.what if is_same else f"WRONG: {each.what}", *times, faster)
    return shown, right


def agrees(share: float, answer: poker.Equity) -> bool:
    """Whether the share of the first player is facevalue's, within rounding and sampling errors."""
    ours = answer.players[0]
    allowed = DIFFERENT + ERRORS * (ours.standard_error or 0)
    return abs(share - float(ours.equity)) < allowed


def poker_equity(game: str, players: tuple[str, ...], board: str) -> float:
    """The share of the first player by poker-equity (many games, in Rust)."""
    package: Any = importlib.import_module(POKER_EQUITY)
    answer = package.exact_from_text(game, list(players), board)
    return float(answer["players"][0]["equity"])


def pokerfast(players: tuple[str, ...], board: str) -> float:
    """The share of the first player by pokerfast (hold'em with OMPEval, in C++)."""
    package: Any = importlib.import_module(f"{POKERFAST}.equity")
    return float(package.equity([each.replace(" ", "") for each in players], board)[0])


def eval7(players: tuple[str, str], board: str) -> float:
    """The share of the first player by eval7's exact calculation."""
    package: Any = importlib.import_module(EVAL7)
    hand, shared = eval7_cards(players[0]), eval7_cards(board)
    return float(package.py_hand_vs_range_exact(hand, package.HandRange(players[1]), shared))


def eval7_sampled(players: tuple[str, str]) -> float:
    """The share of the first player by eval7's simulation."""
    package: Any = importlib.import_module(EVAL7)
    villain = package.HandRange(players[1])
    return float(
        package.py_hand_vs_range_monte_carlo(eval7_cards(players[0]), villain, (), SAMPLES)
    )


def eval7_cards(text: str) -> tuple[Any, ...]:
    """Cards in eval7's form."""
    package: Any = importlib.import_module(EVAL7)
    return tuple(package.Card(text[at : at + 2]) for at in range(0, len(text), 2))
