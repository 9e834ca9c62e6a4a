"""Equity: every figure is measured together with the answer that it is the time of."""

from __future__ import annotations

import importlib
from functools import partial
from typing import TYPE_CHECKING, Any

from rich.console import Console

from benchmarks import rivals
from benchmarks.measure import in_units, measured
from benchmarks.report import Work, comparison, figures
from facevalue import poker
from facevalue.poker import table

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    yield from simulations()


def before_the_flop() -> Iterator[Work]:
    """Two hands and two ranges; the table is there after the first call."""
    yield exactly("AhKh v QsQd, no table", 100e-6, (HERO, VILLAIN), "0.462144572")
    wins, ties = table.counts()
    hero, villain = poker.hand_number(HERO), poker.hand_number(VILLAIN)
    yield Work(
        "counts: AhKh v QsQd, from the table",
        2e-6,
        lambda: (int(wins[hero, villain]), int(ties[hero, villain])),
        (787_966, 6_732),
    )
    yield Work("matrix: 1326 x 1326", 30e-3, poker.matrix, (HANDS, HANDS), lambda all_: all_.shape)
    yield exactly(" v ".join(WIDE), 1e-3, WIDE, "0.712830658")


def on_the_flop() -> Iterator[Work]:
    """Ranges, and three players, on three cards."""
    yield exactly("AhKh v random on a flop", 2e-3, (HERO, "random"), "0.548691821", board=FLOP)
    yield Work(
        "range_equities: all hands v random on a flop",
        12e-3,
        partial(poker.range_equities, "random", "random", board=FLOP),
        1176,
        len,
    )
    yield exactly(
        "AhKh v QsQd v random on a flop",
        10e-3,
        (HERO, VILLAIN, "random"),
        "0.251553184",
        board=FLOP,
    )


def omaha() -> Iterator[Work]:
    """Two hands, from the deal."""
    yield exactly("Omaha, four cards", 1.5e-3, OMAHA, "0.527539392", game="omaha")
    yield exactly("Omaha, six cards", 1.5e-3, OMAHA_SIX, "0.511041659", game="omaha6")
    yield exactly("Omaha hi-lo, four cards", 5e-3, OMAHA, "0.422619355", game="omaha8")


def simulations() -> Iterator[Work]:
    """Random deals; a seed has its figure."""
    for name, players, rate, expected in (
        ("AhKh v QsQd", (HERO, VILLAIN), 150e6, "0.461992500"),
        ("AhKh v five random hands", (HERO, *["random"] * 5), 20e6, "0.310856792"),
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
    """An exact answer, and what the first player wins of it."""
    call = partial(poker.equity, *players, board=board, game=game)
    return Work(f"equity: {name}", goal, call, expected, first_share)


def first_share(answer: poker.Equity) -> str:
    """What the first player wins, with nine digits."""
    return f"{float(answer.players[0].equity):.9f}"


def main() -> bool:
    """Prints the figures; returns whether every answer was right."""
    shown, right = figures(in_process())
    console = Console(width=180)
    console.print(shown)
    beside, agree = beside_rivals()
    console.print(beside)
    return right and agree


# What others can be asked as well: the game here and there, the players and the board.
ASKED = (
    ("AhKh v QsQd", "holdem", "holdem", (HERO, VILLAIN), ""),
    ("AhKh v QsQd on a flop", "holdem", "holdem", (HERO, VILLAIN), FLOP),
    ("Omaha, four cards", "omaha", "omaha", OMAHA, ""),
    ("Omaha, six cards", "omaha6", "omaha_six", OMAHA_SIX, ""),
    ("Omaha hi-lo, four cards", "omaha8", "omaha_hi_lo", OMAHA, ""),
)
DIFFERENT = 1e-9  # two floats that are the same share differ by less
RIVAL = "poker_equity"


def beside_rivals() -> tuple[Table, bool]:
    """The same exact answers by another package and by facevalue; whether all agree."""
    shown, right = comparison(), True
    if not rivals.is_installed(RIVAL):
        shown.add_row(RIVAL, "exact equity", "not installed: pip install poker-equity")
        return shown, right
    for what, game, their_game, players, board in ASKED:
        theirs, share = measured(partial(poker_equity, their_game, players, board))
        ours, answer = measured(partial(poker.equity, *players, board=board, game=game))
        is_same = abs(share - float(answer.players[0].equity)) < DIFFERENT
        right &= is_same
        times = in_units(theirs.median), in_units(ours.median)
        faster = f"{theirs.median / ours.median:,.1f}"
        shown.add_row(RIVAL, what if is_same else f"WRONG: {what}", *times, faster)
    return shown, right


def poker_equity(game: str, players: tuple[str, ...], board: str) -> float:
    """What the first player wins, by poker-equity: many games, in Rust."""
    package: Any = importlib.import_module(RIVAL)
    answer = package.exact_from_text(game, list(players), board)
    return float(answer["players"][0]["equity"])
