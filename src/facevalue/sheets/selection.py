"""Selects the puzzles of a sheet: dealt from a seed, solvable, none twice, by difficulty."""

from __future__ import annotations

from itertools import islice
from operator import itemgetter
from types import MappingProxyType

import facevalue as fv
from facevalue.errors import LimitError
from facevalue.options import one_of, seed_number, whole_number
from facevalue.randomness import random_seed
from facevalue.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from facevalue import Puzzle, Rules

# From the name of a difficulty to its range of percentiles.
DIFFICULTIES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"easy": (0, 25), "medium": (25, 75), "hard": (75, 100)}
)
MAX_PUZZLES = 1000
# How many are dealt at once, and how often before the search gives up.
_BATCH, _BATCHES = 400, 50
# Random seeds are short enough to be typed from the foot of a page.
_SEEDS = 1_000_000


class Sheet(Value):
    """The puzzles of a printed sheet.

    Args:
        rules: their rules.
        seed: the seed that they were dealt from.
        sections: pairs of a difficulty, a name of `DIFFICULTIES`, and its puzzles.

    >>> [name for name, puzzles in sheet(count=2, seed=1).sections]
    ['easy', 'hard']
    """

    rules: Rules
    seed: int
    sections: tuple[tuple[str, tuple[Puzzle, ...]], ...]


def sheet(
    rules: str = "classic",
    *,
    difficulties: Sequence[str] = ("easy", "hard"),
    count: int = 20,
    seed: int | None = None,
    large: int | None = None,
) -> Sheet:
    """Selects the puzzles for a sheet: `count` for each difficulty, the easier ones first.

    Args:
        rules: the name of a row of `facevalue.RULES`, or rules of your own.
        difficulties: names of `DIFFICULTIES`: "easy" is the easiest quarter of the solvable puzzles
            that are dealt, "hard" the hardest quarter, "medium" the half between them.
        count: how many puzzles of each difficulty, 1 to 1000.
        seed: 0 to 2^64 - 1, the same sheet on every machine; None for a random one.
        large: how many tiles are large, in Countdown only.

    Raises:
        RuleError: unknown rules or difficulty, `count` or `seed` out of bounds.
        LimitError: there are fewer different puzzles.

    >>> [(name, len(deals)) for name, deals in sheet(count=5, seed=1).sections]
    [('easy', 5), ('hard', 5)]
    """
    size = whole_number("count", count, 1, MAX_PUZZLES)
    wanted = dict.fromkeys(one_of("difficulty", name, DIFFICULTIES) for name in difficulties)
    number = random_seed() % _SEEDS if seed is None else seed_number(seed)
    game = fv.puzzle.rules_named(rules)
    dealt = fv.puzzle.deals(game, seed=number, large=large, solvable=True)
    return Sheet(game, number, _selected(dealt, tuple(wanted), size))


def _selected(
    dealt: Iterator[Puzzle], difficulties: Sequence[str], count: int
) -> tuple[tuple[str, tuple[Puzzle, ...]], ...]:
    found: dict[str, list[tuple[float, Puzzle]]] = {name: [] for name in difficulties}
    seen: set[str] = set()
    for _ in range(_BATCHES):
        for deal, percentile in _graded(list(islice(dealt, _BATCH))):
            graded = found.get(_difficulty_name(percentile))
            if graded is not None and len(graded) < count and deal.key not in seen:
                graded.append((percentile, deal))
                seen.add(deal.key)
        if all(len(graded) == count for graded in found.values()):
            return tuple((name, _easier_first(graded)) for name, graded in found.items())
    fewest = min(map(len, found.values()))
    raise LimitError(f"only {fewest} different puzzles found, {count} asked for", fewest)


def _easier_first(graded: Iterable[tuple[float, Puzzle]]) -> tuple[Puzzle, ...]:
    return tuple(deal for _, deal in sorted(graded, key=itemgetter(0)))


def _difficulty_name(percentile: float) -> str:
    return next(name for name, (low, high) in DIFFICULTIES.items() if low <= percentile < high)


def _graded(deals: Sequence[Puzzle]) -> Iterator[tuple[Puzzle, float]]:
    """Each puzzle, and the percentage of these that are easier, 0 to below 100."""
    ranks = _difficulties(deals).argsort(kind="stable").argsort()
    return ((deal, 100 * int(rank) / len(deals)) for deal, rank in zip(deals, ranks, strict=True))


def _difficulties(deals: Sequence[Puzzle]) -> NDArray[Any]:
    """The difficulty of each puzzle as a percentile; harder is greater."""
    numbers = [[int(number) for number in deal.numbers] for deal in deals]
    targets = [int(deal.target) for deal in deals]
    return fv.label_many(numbers, targets, deals[0].rules).difficulty
