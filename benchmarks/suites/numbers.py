"""Times of the number puzzles; every result is checked."""

from __future__ import annotations

import random
from functools import partial
from itertools import combinations_with_replacement
from time import perf_counter
from typing import TYPE_CHECKING, Any

from rich.console import Console

import facevalue as fv
from benchmarks import rivals
from benchmarks.measure import measure
from benchmarks.processes import FACEVALUE, PYTHON, loaded, output_of
from benchmarks.report import Work, compare, comparison, figures
from facevalue.puzzle import Episode

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray
    from rich.table import Table

    Question = tuple[tuple[int, ...], int]

HANDS = list(combinations_with_replacement(range(1, 14), 4))


def round_of(puzzle: Question) -> int:
    """The number of solutions of a Countdown round, all listed as strings."""
    return len(list(map(str, fv.solve(*puzzle, "countdown"))))


def essential(puzzle: Question) -> int:
    """The number of solutions of a puzzle, all listed as strings."""
    return len(list(map(str, fv.solve(*puzzle))))


def random_hands(size: int, count: int, target: int = 24) -> list[Question]:
    """Different hands of 1 to 13, the same on every machine."""
    source = random.Random(f"hands {size}")  # noqa: S311 - the same everywhere
    hands = dict.fromkeys(tuple(sorted(source.choices(range(1, 14), k=size))) for _ in range(9999))
    return [(hand, target) for hand in [*hands][:count]]


def random_rounds(size: int, count: int) -> list[Question]:
    """Different rounds of Countdown, the same on every machine."""
    source = random.Random(f"rounds {size}")  # noqa: S311 - the same everywhere
    tiles = [*range(1, 11), *range(1, 11), 25, 50, 75, 100]
    return [(tuple(source.sample(tiles, size)), source.randrange(101, 1000)) for _ in range(count)]


def in_process() -> Iterator[Work]:
    """Work inside one process, on one core."""
    import numpy as np  # noqa: PLC0415 - nothing else here needs it

    hands = np.array(HANDS)
    yield Work(
        "solve_many: all 1820 hands, as text",
        10e-3,
        lambda: sum(map(len, fv.solve_many(hands))),
        3017,
    )
    yield Work("count_many: the same, counted", 2e-3, lambda: int(fv.count_many(hands).sum()), 3017)
    yield Work("solve: a hand of 24", 30e-6, essential, 1769, sum, questions=random_hands(4, 1000))
    yield Work("solve: the same hand again", 30e-6, lambda: essential(((2, 4, 8, 10), 24)), 11)
    yield Work("Countdown: a round", 0.5e-3, round_of, 3419, sum, questions=random_rounds(6, 200))
    yield Work(
        "Countdown: the same round again", 0.3e-3, lambda: round_of(((75, 50, 2, 3, 8, 7), 812)), 9
    )
    yield Work("seven numbers -> 9973", 0.1, essential, 5, sum, questions=random_hands(7, 11, 9973))
    yield Work("eight numbers -> 99991", 1, essential, 1, sum, questions=random_hands(8, 6, 99991))
    yield Work(
        "Countdown with seven tiles", 20e-3, round_of, 9941, sum, questions=random_rounds(7, 41)
    )
    yield Work(
        "Countdown with eight tiles", 0.2, round_of, 37505, sum, questions=random_rounds(8, 11)
    )
    yield Work(
        "reachable: 75 50 2 3 8 7, 100..999",
        0.1e-3,
        lambda: len(fv.reachable((75, 50, 2, 3, 8, 7))),
        900,
    )
    rounds = random_rounds(6, 1001)
    yield Work(
        "solvable_many: 1000 rounds of Countdown",
        20e-3,
        partial(_solvable, rounds[:-1]),
        931,
        items=1000,
    )
    yield Work(
        "Episode.next_steps: six tiles",
        0.1e-3,
        lambda episode: len(episode.next_steps()),
        7729,
        sum,
        questions=[Episode(fv.Puzzle(*puzzle, "countdown")) for puzzle in random_rounds(6, 200)],
    )
    choices = fv.whole_game().numbers
    for workers, seconds in ((1, 0.4), (2, 0.25)):
        yield Work(
            f"reachable_many: 13,243 choices x 100..999, workers: {workers}",
            seconds,
            partial(_pairs, choices, workers),
            10_871_986,
            clock=perf_counter,
        )


def _solvable(rounds: list[Question]) -> int:
    numbers, targets = zip(*rounds, strict=True)
    return int(fv.solvable_many(numbers, targets, "countdown").sum())


def _pairs(choices: NDArray[np.int64], workers: int) -> int:
    return int(fv.reachable_many(choices, workers=workers).sum())


def labelling() -> Iterator[Work]:
    """Labels of many puzzles, on one core; a generator of puzzles labels each of them."""
    import numpy as np  # noqa: PLC0415 - nothing else here needs it

    different = np.array(HANDS)
    yield Work(
        "label_many: all 1820 hands of 1 to 13",
        3e-3,
        lambda: fv.label_many(different),
        3017,
        _solutions_of,
        len(different),
    )
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


# Kinds of puzzles, their number, and the goal in puzzles per second.
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


def _generated(options: dict[str, Any], count: int, seed: int = 1) -> int:
    return sum(map(len, fv.puzzle.PuzzleQuery(**options).batches(seed, count=count)))


def _solutions_of(labels: fv.puzzle.Labels) -> int:
    return int(labels.solution_count.sum())


def start_up(bare: float) -> Iterator[Work]:
    """Whole processes; `bare` is the time of an interpreter that does nothing."""
    command = [FACEVALUE, "solve", "6", "6", "5", "2", "--target", "17"]
    yield Work(
        "facevalue solve 6 6 5 2 --target 17, process",
        3 * bare,
        lambda: output_of(*command),
        "(5/6+2)*6",
        clock=perf_counter,
    )
    # Names are loaded on first use; this loads all.
    everything = "import facevalue, all names, process"
    imports = partial(loaded, "facevalue.puzzle")
    yield Work(everything, bare + 20e-3, imports, "False", clock=perf_counter)


def main() -> bool:
    """Print the figures; return whether every result was right."""
    bare, _ = measure(lambda: output_of(PYTHON, "-c", "pass"), perf_counter)
    table, right = figures([*in_process(), *labelling(), *generating(), *start_up(bare.median)])
    table.add_row("python -c pass, process", "", str(bare))
    console = Console(width=150)
    console.print(table)
    console.print(compare_packages())
    return right


def compare_packages() -> Table:
    """Compare facevalue with other packages on the same work."""
    table = comparison()
    hands = random_hands(4, 32)
    compare(
        table,
        "game24",
        "a hand of four cards",
        hands,
        theirs=lambda puzzle: rivals.game24([puzzle[0]]),
        ours=essential,
    )
    compare(
        table,
        "countdown_numbers_solver",
        "a round of Countdown",
        random_rounds(6, 16),
        theirs=lambda puzzle: rivals.countdown_numbers_solver(*puzzle),
        ours=round_of,
    )
    for name, options in THEIR_KINDS.items():
        compare(
            table,
            "reasoning_gym",
            f"{THEIR_COUNT} puzzles of {name}, without labels",
            range(1, 7),  # seeds
            theirs=partial(rivals.generate, name, THEIR_COUNT),
            ours=partial(_generated, options, THEIR_COUNT),
        )
    return table


# The puzzles of the generators of reasoning-gym.
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
