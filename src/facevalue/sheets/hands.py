"""Which puzzles stand on a sheet: dealt by a seed, solvable, none twice, sorted by difficulty."""

from __future__ import annotations

from itertools import islice
from operator import itemgetter
from types import MappingProxyType

import facevalue as fv
from facevalue.chance import any_seed
from facevalue.errors import LimitError, RuleError, quoted
from facevalue.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from facevalue import Deal, Rules

# From, and up to: the percentile of the difficulty.
BANDS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"easy": (0, 25), "medium": (25, 75), "hard": (75, 100)}
)
MOST_HANDS = 1000
# Dealt at a time, and how often before it is plain that there are not so many different ones.
_BATCH, _BATCHES = 400, 50
_TOP = 100
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
        difficulties: names of `BANDS`: the easiest quarter, the half in the middle, the hardest
            quarter of what is dealt and can be solved.
        count: how many of each, 1 to 1000.
        seed: the same sheet for it everywhere; None for any.
        large: in Countdown how many tiles are large; see `fv.deals`.

    Raises:
        RuleError: unknown rules or difficulty, another count, a seed that is none.
        LimitError: there are not so many different puzzles.

    >>> [(name, len(deals)) for name, deals in sheet(count=5, seed=1).sections]
    [('easy', 5), ('hard', 5)]
    """
    if isinstance(count, bool) or count not in range(1, MOST_HANDS + 1):
        raise RuleError(f"expected a count, 1 to {MOST_HANDS}: {quoted(count)}")
    wanted = dict.fromkeys(difficulties)
    for name in wanted:
        if name not in BANDS:
            raise RuleError(f"expected a difficulty, one of {', '.join(BANDS)}: {quoted(name)}")
    number = any_seed() % _SEEDS if seed is None else seed
    dealt = fv.deals(rules, seed=number, large=large, solvable=True)
    return Sheet(fv.RULES[rules], number, _sorted_out(dealt, tuple(wanted), count))


def _sorted_out(
    dealt: Iterator[Deal], difficulties: Sequence[str], count: int
) -> list[tuple[str, list[Deal]]]:
    found: dict[str, dict[Hashable, tuple[float, Deal]]] = {name: {} for name in difficulties}
    for _ in range(_BATCHES):
        batch = list(islice(dealt, _BATCH))
        for deal, difficulty in zip(batch, _difficulties(batch), strict=True):
            same = found.get(_band(difficulty))
            if same is not None and len(same) < count:
                same.setdefault(_content(deal), (difficulty, deal))
        if all(len(same) == count for same in found.values()):
            return [(name, _easier_first(same.values())) for name, same in found.items()]
    fewest = min(map(len, found.values()))
    raise LimitError(f"expected at most {fewest} different puzzles: {count} asked for", fewest)


def _easier_first(graded: Iterable[tuple[float, Deal]]) -> list[Deal]:
    return [deal for _, deal in sorted(graded, key=itemgetter(0))]


def _content(deal: Deal) -> Hashable:
    """What two deals that are one puzzle have in common: suits and order do not matter."""
    order = deal.numbers if deal.rules.order == "given" else tuple(sorted(deal.numbers))
    return order, deal.target


def _band(difficulty: float) -> str:
    return next(name for name, (_, high) in BANDS.items() if difficulty < high or high == _TOP)


def _difficulties(deals: Sequence[Deal]) -> list[float]:
    """The percentile of each puzzle, 0 to 100: the fewer solutions, the harder."""
    numbers = [[int(number) for number in deal.numbers] for deal in deals]
    targets = [int(deal.target) for deal in deals]
    counts = fv.count_many(numbers, targets, deals[0].rules)
    order = counts.argsort(kind="stable")[::-1]
    places = order.argsort()
    return [100 * int(place) / len(deals) for place in places]
