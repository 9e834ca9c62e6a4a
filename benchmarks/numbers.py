"""Times of the number puzzles; every answer is checked too."""

from __future__ import annotations

from functools import partial
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any

from rich.console import Console

import facevalue as fv
from benchmarks import rivals
from benchmarks.measure import Time, in_units, measured
from benchmarks.processes import FACEVALUE, PYTHON, loaded, printed
from benchmarks.report import NOT_INSTALLED, Work, comparison, figures

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np
    from numpy.typing import NDArray
    from rich.table import Table

HANDS = list(combinations_with_replacement(range(1, 14), 4))
SEVEN, EIGHT = "2 3 5 7 8 11 13", "2 3 5 7 8 11 12 13"


def in_process() -> Iterator[Work]:
    """Work inside one process, on one core."""
    import numpy as np  # noqa: PLC0415 - nothing else here needs it

    hands = np.array(HANDS)

    def round_of(numbers: str, target: int) -> int:
        return len(list(map(str, fv.solve(numbers, target, "countdown"))))

    def essential(numbers: str, target: int | str) -> int:
        return len(list(map(str, fv.solve(numbers, target))))

    yield Work(
        "solve_many: all 1820 hands, as text",
        10e-3,
        lambda: sum(map(len, fv.solve_many(hands))),
        3017,
    )
    yield Work("count_many: the same, counted", 2e-3, lambda: int(fv.count_many(hands).sum()), 3017)
    yield Work("solve: one hand, 2 4 8 10", 30e-6, lambda: essential("2 4 8 10", 24), 11)
    yield Work("solve: one hand, 3 3 8 8", 30e-6, lambda: essential("3 3 8 8", 24), 1)
    yield Work("Countdown: 75 50 2 3 8 7 -> 812", 0.3e-3, lambda: round_of("75 50 2 3 8 7", 812), 9)
    yield Work(f"seven numbers: {SEVEN} -> 9973", 0.1, lambda: essential(SEVEN, 9973), 3)
    yield Work(f"eight numbers: {EIGHT} -> 99991", 1, lambda: essential(EIGHT, 99991), 1)
    yield Work(
        "Countdown, seven: 75 50 25 9 3 8 7 -> 99991",
        20e-3,
        lambda: round_of("75 50 25 9 3 8 7", 99991),
        8,
    )
    yield Work(
        "Countdown, eight: 100 75 50 25 9 3 8 7 -> 99991",
        0.2,
        lambda: round_of("100 75 50 25 9 3 8 7", 99991),
        183,
    )
    yield Work(
        "reachable: 75 50 2 3 8 7, 100..999",
        0.1e-3,
        lambda: len(fv.reachable((75, 50, 2, 3, 8, 7))),
        900,
    )
    choices = fv.whole_game().numbers
    for workers, seconds in ((1, 0.4), (2, 0.25)):
        yield Work(
            f"reachable_many: 13,243 choices x 100..999, workers: {workers}",
            seconds,
            partial(_pairs, choices, workers),
            10_871_986,
        )


def _pairs(choices: NDArray[np.int64], workers: int) -> int:
    return int(fv.reachable_many(choices, workers=workers).sum())


def labelling() -> Iterator[Work]:
    """Labels of many puzzles, on one core; a generator of puzzles labels each of them."""
    import numpy as np  # noqa: PLC0415 - nothing else here needs it

    tiles = np.array([*range(1, 11), *range(1, 11), 25, 50, 75, 100])
    draw = np.random.default_rng(1)
    for most, solutions in ((13, 185_803), (50, 48_714)):
        hands = draw.integers(1, most + 1, (100_000, 4))
        yield Work(
            f"label_many: 100,000 hands of 1 to {most}",
            0.5,
            lambda hands=hands: fv.label_many(hands),
            solutions,
            _solutions_of,
            len(hands),
        )
    rounds = np.array([draw.permutation(tiles)[:6] for _ in range(1000)])
    targets = draw.integers(101, 1000, 1000)
    yield Work(
        "label_many: 1000 rounds of Countdown",
        0.2,
        lambda: fv.label_many(rounds, targets, "countdown"),
        16_927,
        _solutions_of,
        len(rounds),
    )


# Kinds of puzzles, how many of them, and the goal in puzzles a second.
KINDS: tuple[tuple[str, dict[str, Any], int, int], ...] = (
    ("24 from 1..13, all there are", {}, 1362, 200_000),
    ("24 from 1..50", {"low": 1, "high": 50}, 50_000, 200_000),
    ("Countdown, six tiles", {"rules": "countdown"}, 2000, 5_000),
)


def generating() -> Iterator[Work]:
    """Generated puzzles, each with a solution and all labels, on one core."""
    for what, options, count, rate in KINDS:
        yield Work(
            f"generate: {what}, labelled",
            count / rate,
            partial(_generated, options, count),
            count,
            int,
            count,
        )


def _generated(options: dict[str, Any], count: int) -> int:
    return sum(map(len, fv.puzzle.PuzzleQuery(**options).batches(1, count=count)))


def _solutions_of(labels: fv.puzzle.Labels) -> int:
    return int(labels.solution_count.sum())


def start_up(bare: float) -> Iterator[Work]:
    """Whole processes; `bare` is the time of an interpreter that does nothing."""
    command = [FACEVALUE, "solve", "6", "6", "5", "2", "--target", "17"]
    yield Work(
        "facevalue solve 6 6 5 2 --target 17, process",
        3 * bare,
        lambda: printed(*command),
        "(5/6+2)*6",
    )
    # Names are loaded on first use; this loads all of them.
    everything = "import facevalue, all names, process"
    yield Work(everything, bare + 20e-3, lambda: loaded("facevalue.puzzle"), "False")


def main() -> bool:
    """Prints the figures; returns whether every answer was right."""
    bare, _ = measured(lambda: printed(PYTHON, "-c", "pass"))
    table, right = figures([*in_process(), *labelling(), *generating(), *start_up(bare.median)])
    table.add_row("python -c pass, process", "", str(bare))
    console = Console(width=150)
    console.print(table)
    console.print(beside_rivals())
    return right


def beside_rivals() -> Table:
    """Compares facevalue with other packages on the same work."""
    table = comparison()
    hands, numbers, target = rivals.SOME_HANDS, rivals.ROUND, rivals.TARGET
    _compare(
        table,
        ("game24", f"{len(hands)} hands, one by one"),
        lambda: rivals.game24(hands),
        lambda: sum(fv.solve(hand).count() for hand in hands),
    )
    _compare(
        table,
        ("countdown_numbers_solver", "75 50 2 3 8 7 -> 812"),
        lambda: rivals.countdown_numbers_solver(numbers, target),
        lambda: len(list(map(str, fv.solve(numbers, target, "countdown")))),
    )
    for name, options in THEIR_KINDS.items():
        _compare(
            table,
            ("reasoning_gym", f"{THEIR_COUNT} puzzles of {name}, without labels"),
            partial(rivals.generated, name, THEIR_COUNT),
            partial(_generated, options, THEIR_COUNT),
        )
    return table


# The puzzles that the generators of reasoning-gym make.
THEIR_COUNT = 50
THEIR_KINDS: dict[str, dict[str, Any]] = {
    "puzzle24": {"low": 1, "high": 10},
    "countdown": {
        "rules": "countdown",
        "size": (4, 5, 6),
        "low": 1,
        "high": 100,
        "target": (100, 999),
    },
}


def _compare(
    table: Table,
    what: tuple[str, str],
    theirs: Callable[[], object],
    ours: Callable[[], object],
) -> None:
    if not rivals.is_installed(what[0]):
        table.add_row(*what, NOT_INSTALLED)
        return
    (their_time, their_count), (our_time, our_count) = measured(theirs), measured(ours)
    table.add_row(
        *what,
        _with_count(their_time, their_count),
        _with_count(our_time, our_count),
        f"{their_time.median / our_time.median:,.0f}",
    )


def _with_count(time: Time, count: object) -> str:
    return f"{in_units(time.median)}, {count} solutions"
