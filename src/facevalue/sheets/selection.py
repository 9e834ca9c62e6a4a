"""Which puzzles stand on a sheet: dealt by a seed, solvable, none twice, sorted by difficulty."""

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
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from facevalue import Deal, Rules

# From, and up to: the percentile of the difficulty.
DIFFICULTIES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"easy": (0, 25), "medium": (25, 75), "hard": (75, 100)}
)
MAX_PUZZLES = 1000
# Dealt at a time, and how often before it is plain that there are not so many different ones.
_BATCH, _BATCHES = 400, 50
# Of any seed: short enough to be typed again from the foot of a page.
_SEEDS = 1_000_000


class Sheet(Value):
    """Puzzles to print: `rules`, `seed`, and `sections`, pairs of a difficulty and its puzzles."""

    __slots__ = ("rules", "seed", "sections")

    rules: Rules
    seed: int
    sections: tuple[tuple[str, tuple[Deal, ...]], ...]

    def __init__(
        self, rules: Rules, seed: int, sections: Sequence[tuple[str, Sequence[Deal]]]
    ) -> None:
        pairs = tuple((name, tuple(deals)) for name, deals in sections)
        self._set(rules=rules, seed=seed, sections=pairs)


def sheet(
    rules: str = "classic",
    *,
    difficulties: Sequence[str] = ("easy", "hard"),
    count: int = 20,
    seed: int | None = None,
    large: int | None = None,
) -> Sheet:
    """Puzzles for a sheet: for each difficulty as many as asked for, the easier ones first.

    Args:
        rules: the name of a row of `fv.RULES`.
        difficulties: names of `DIFFICULTIES`: the easiest quarter, the half in the middle, the
            hardest quarter of what is dealt and can be solved.
        count: how many of each, 1 to 1000.
        seed: the same sheet for it everywhere; None for any.
        large: in Countdown how many tiles are large; see `fv.deals`.

    Raises:
        RuleError: unknown rules or difficulty, another count, a seed that is none.
        LimitError: there are not so many different puzzles.

    >>> [(name, len(deals)) for name, deals in sheet(count=5, seed=1).sections]
    [('easy', 5), ('hard', 5)]
    """
    size = whole_number("count", count, 1, MAX_PUZZLES)
    wanted = dict.fromkeys(one_of("a difficulty", name, DIFFICULTIES) for name in difficulties)
    number = random_seed() % _SEEDS if seed is None else seed_number(seed)
    dealt = fv.deals(rules, seed=number, large=large, solvable=True)
    return Sheet(fv.RULES[rules], number, _sorted_out(dealt, tuple(wanted), size))


def _sorted_out(
    dealt: Iterator[Deal], difficulties: Sequence[str], count: int
) -> list[tuple[str, list[Deal]]]:
    found: dict[str, list[tuple[float, Deal]]] = {name: [] for name in difficulties}
    seen: set[Hashable] = set()
    for _ in range(_BATCHES):
        for deal, percentile in _graded(list(islice(dealt, _BATCH))):
            graded = found.get(_band(percentile))
            if graded is not None and len(graded) < count and _content(deal) not in seen:
                graded.append((percentile, deal))
                seen.add(_content(deal))
        if all(len(graded) == count for graded in found.values()):
            return [(name, _easier_first(graded)) for name, graded in found.items()]
    fewest = min(map(len, found.values()))
    raise LimitError(f"expected at most {fewest} different puzzles: {count} asked for", fewest)


def _easier_first(graded: Iterable[tuple[float, Deal]]) -> list[Deal]:
    return [deal for _, deal in sorted(graded, key=itemgetter(0))]


def _content(deal: Deal) -> Hashable:
    """What two deals that are one puzzle have in common: suits and order do not matter."""
    order = deal.numbers if deal.rules.order == "given" else tuple(sorted(deal.numbers))
    return order, deal.target


def _band(percentile: float) -> str:
    return next(name for name, (low, high) in DIFFICULTIES.items() if low <= percentile < high)


def _graded(deals: Sequence[Deal]) -> Iterator[tuple[Deal, float]]:
    """Each puzzle, and how many in a hundred of these are easier: 0 to below 100."""
    places = _difficulties(deals).argsort(kind="stable").argsort()
    return (
        (deal, 100 * int(place) / len(deals)) for deal, place in zip(deals, places, strict=True)
    )


def _difficulties(deals: Sequence[Deal]) -> NDArray[Any]:
    """The percentile of each puzzle; harder is greater."""
    numbers = [[int(number) for number in deal.numbers] for deal in deals]
    targets = [int(deal.target) for deal in deals]
    return fv.label_many(numbers, targets, deals[0].rules).difficulty
