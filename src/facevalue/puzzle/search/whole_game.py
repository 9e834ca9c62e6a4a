"""`whole_game`: every choice of tiles with every target, and the statistics of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import comb, factorial, prod
from typing import Any

import attrs

from facevalue.budget import USUAL_LIMIT, check_cost
from facevalue.errors import LimitError, RuleError, counted, quoted
from facevalue.options import whole_number, worker_count
from facevalue.puzzle.model.numbers import NumbersLike, parse_numbers
from facevalue.puzzle.model.rules import RULES, Rules, RulesLike
from facevalue.puzzle.model.rules_spelling import rules_named
from facevalue.puzzle.search.reach import plan_reach, target_range
from facevalue.puzzle.search.reach_batch import reachable_rows
from facevalue.system.lazy_numpy import NDArray, np
from facevalue.value import Value, as_json, as_share

# The tiles of Countdown: 1 to 10 twice, and the four large ones.
TILES = RULES["countdown"].deck_values
LARGEST_SMALL = 10
MAX_CHOICES = 1_000_000
# The header of the table that `str` returns.
COLUMNS = "large   choices     draws     pairs  complete     share"
SHOWN_TARGETS = 10


@attrs.frozen(kw_only=True, repr=False)
class WholeGameStats(Value):
    """Statistics of the choices with a given number of large tiles, or of all choices.

    Args:
        large: how many tiles above 10 the choices have; None for all choices together.
        choices: how many different choices there are.
        draws: how many ways there are to draw them from the tiles.
        pairs: how many targets each choice makes, added up.
        complete: how many choices make every target.
        share: the probability that a random draw makes a random target.

    >>> whole_game(tiles="1 2 3", size=2, low=1, high=6).total.pairs
    12
    """

    large: int | None
    choices: int
    draws: int
    pairs: int
    complete: int
    share: Fraction

    def as_dict(self) -> dict[str, Any]:
        """Return the fields for JSON; `share` as a fraction and as a decimal.

        JSON:
            large (count or null): the number of large tiles.
            choices (count): choices of tiles.
            draws (count): draws of tiles, counting equal tiles separately.
            pairs (count): how many targets each choice makes, added up.
            complete (count): choices that make every target.
            share (share): the share of the whole, exact and as a decimal.
        """
        return super().as_dict() | {"share": as_share(self.share)}


class WholeGame:
    """Every choice of tiles with every target; see `whole_game`.

    Args:
        rules: the rules of the game.
        low: the first target.
        numbers: int64 of shape (N, size): one choice per row, ascending, or in each of its orders
            if the rules keep the order.
        draws: int64 of shape (N,): in how many ways each choice can be drawn.
        reached: bool of shape (N, targets): whether a choice makes a target, from `low` on.
    """

    def __init__(
        self,
        rules: Rules,
        low: int,
        numbers: NDArray[np.int64],
        draws: NDArray[np.int64],
        reached: NDArray[np.bool_],
    ) -> None:
        self.rules = rules
        self.low = low
        self.high = low + reached.shape[1] - 1
        self.numbers = numbers
        self.draws = draws
        self.reached = reached

    def __len__(self) -> int:
        return len(self.numbers)

    def __eq__(self, other: object) -> bool:
        """True if both have the same rules, targets, choices and results."""
        return isinstance(other, WholeGame) and all(
            np.array_equal(getattr(self, name), getattr(other, name))
            for name in ("rules", "low", "numbers", "draws", "reached")
        )

    __hash__ = None  # type: ignore[assignment]  # arrays can be changed

    def __repr__(self) -> str:
        return (
            f"<WholeGame {self.rules.name} {self.low}..{self.high}: {counted(len(self), 'choice')}>"
        )

    def __str__(self) -> str:
        """Return a table by the number of large tiles, with a total and the hardest targets."""
        choices, hardest = counted(len(self), "choice"), islice(self.targets.items(), SHOWN_TARGETS)
        return "\n".join(
            [
                f"{self.rules.name}: {choices}, targets {self.low} to {self.high}",
                "",
                COLUMNS,
                *(_line(str(stats.large), stats) for stats in self.by_large),
                _line("all", self.total),
                "",
                "hardest targets, and how many choices make them:",
                *(f"{target:>5} {choices:>8}" for target, choices in hardest),
            ]
        )

    @cached_property
    def total(self) -> WholeGameStats:
        """All choices together."""
        return self._stats_of(None, self.draws > 0)

    @cached_property
    def by_large(self) -> tuple[WholeGameStats, ...]:
        """The choices with 0, 1, 2, ... large tiles, which are tiles above 10."""
        large = (self.numbers > LARGEST_SMALL).sum(axis=1)
        return tuple(self._stats_of(int(k), large == k) for k in sorted({*large.tolist()}))

    @cached_property
    def targets(self) -> dict[int, int]:
        """How many choices make each target, the hardest target first."""
        made = enumerate(self.reached.sum(axis=0).tolist(), self.low)
        return dict(sorted(made, key=lambda pair: (pair[1], pair[0])))

    def as_dict(self) -> dict[str, Any]:
        """Return all figures for JSON, with the hardest targets first.

        JSON:
            rules, low, high
            total (game_total): the whole game.
            by_large (list of game_total): the same by the number of large tiles.
            choices_by_target (list of target_choices): how many choices make a target.

        JSON of `target_choices`:
            target, choices
        """
        return {
            "rules": as_json(self.rules),
            "low": self.low,
            "high": self.high,
            "total": self.total.as_dict(),
            "by_large": [stats.as_dict() for stats in self.by_large],
            "choices_by_target": [
                {"target": target, "choices": choices} for target, choices in self.targets.items()
            ],
        }

    def _stats_of(self, large: int | None, chosen: NDArray[np.bool_]) -> WholeGameStats:
        of_choice = self.reached[chosen].sum(axis=1)
        draws = self.draws[chosen]
        all_targets = self.reached.shape[1]
        made = sum(map(int.__mul__, of_choice.tolist(), draws.tolist()))
        return WholeGameStats(
            large=large,
            choices=len(draws),
            draws=int(draws.sum()),
            pairs=int(of_choice.sum()),
            complete=int((of_choice == all_targets).sum()),
            share=Fraction(made, int(draws.sum()) * all_targets),
        )


def _line(label: str, stats: WholeGameStats) -> str:
    figures = (stats.choices, stats.draws, stats.pairs, stats.complete)
    return (
        f"{label:>5}" + "".join(f"{n:>10}" for n in figures) + f"{float(100 * stats.share):>9.4f}%"
    )


def whole_game(
    rules: RulesLike = "countdown",
    *,
    tiles: NumbersLike = TILES,
    size: int = 6,
    low: int = 100,
    high: int = 999,
    workers: int = 1,
    limit: float | None = USUAL_LIMIT,
    progress: Callable[[int, int], object] | None = None,
) -> WholeGame:
    """Solve a whole game: all choices of tiles with all targets.

    If the rules keep the order of the numbers, each order of some tiles is a choice.

    The tiles of Countdown take about an eighth of a second under its rules; six tiles under rules
    that allow fractions take minutes.

    Args:
        rules: a name in `RULES`, or custom rules.
        tiles: all tiles, with repeats.
        size: how many of them are drawn.
        low: the first target.
        high: the last target.
        workers: threads that share the choices, 1 to 64.
        limit: the maximum time in seconds, estimated in advance; None for no limit.
        progress: called now and then with how many choices are done and how many there are.

    Raises:
        NotationError: a tile is not a number.
        RuleError: unknown rules, tiles that are not whole, fewer tiles than are drawn, or `low`
            above `high`.
        LimitError: more than a million choices, or longer than `limit`; the message has the
            estimate.

    >>> game = whole_game()
    >>> len(game), game.total.draws, game.total.pairs, game.total.complete
    (13243, 134596, 10871986, 1226)
    >>> next(iter(game.targets.items()))
    (947, 9017)
    >>> train = whole_game("train", tiles="1 2 3", size=3, low=1, high=10)
    >>> len(train), train.total.share
    (6, Fraction(2, 3))
    """
    exact_rules = rules_named(rules)
    stock = whole_tiles(tiles)
    count = whole_number("size", size, 1, len(stock))
    is_ordered = exact_rules.order == "given"
    if (total := choice_count(stock, count, is_ordered=is_ordered)) > MAX_CHOICES:
        message = f"at most {MAX_CHOICES} choices are allowed, not {total}; lower `size`"
        raise LimitError(message, MAX_CHOICES)
    chosen = choices(stock, count, is_ordered=is_ordered)
    numbers = np.array([choice for choice, _ in chosen], dtype=np.int64)
    threads = worker_count(workers)
    # The choice with the smallest numbers, if they are below 1, sends all to a slower method.
    seconds_per_choice = max(
        plan_reach(parse_numbers(choice), exact_rules, *target_range(low, high)).seconds
        for choice, _ in (chosen[0], chosen[-1])
    )
    seconds = len(chosen) * seconds_per_choice / threads
    what = f"{len(chosen):,} choices of {size} tiles under {exact_rules.name!r}"
    check_cost(what, seconds, limit)
    draws = np.array([ways for _, ways in chosen], dtype=np.int64)
    reached = reachable_rows(
        numbers, exact_rules, low, high, workers=workers, limit=None, progress=progress
    )
    return WholeGame(exact_rules, low, numbers, draws, reached)


def whole_tiles(tiles: NumbersLike) -> tuple[int, ...]:
    """Return the tiles as ints, ascending.

    Raises:
        NotationError: one of them is not a number.
        RuleError: one of them is not whole.

    >>> whole_tiles("25 1 1")
    (1, 1, 25)
    """
    parsed = sorted(parse_numbers(tiles))
    if not all(tile.denominator == 1 for tile in parsed):
        raise RuleError(f"tiles must be whole numbers, not {quoted(tiles)}")
    return tuple(map(int, parsed))


def choice_count(tiles: Sequence[int], count: int, *, is_ordered: bool = False) -> int:
    """Return how many different choices of `count` tiles there are, or different orders of them.

    >>> choice_count(TILES, 6), choice_count((1, 1, 25), 2, is_ordered=True)
    (13243, 3)
    """
    ways = [1] + [0] * count  # by how many tiles are chosen
    for times in Counter(tiles).values():
        ways = [
            sum(
                ways[k - taken] * (comb(k, taken) if is_ordered else 1)
                for taken in range(min(times, k) + 1)
            )
            for k in range(count + 1)
        ]
    return ways[count]


def choices(
    tiles: Sequence[int], count: int, *, is_ordered: bool = False
) -> list[tuple[tuple[int, ...], int]]:
    """Return each choice of `count` tiles, and how many ways there are to draw it.

    The choices are ascending. With `is_ordered`, each order of a choice counts separately.

    >>> choices((1, 1, 25), 2)
    [((1, 1), 1), ((1, 25), 2)]
    >>> choices((1, 1, 25), 2, is_ordered=True)
    [((1, 1), 2), ((1, 25), 2), ((25, 1), 2)]
    """
    # The choices of k of the tiles seen so far, descending: the largest tiles are seen first.
    of_size: list[list[tuple[tuple[int, ...], int]]] = [[((), 1)], *([] for _ in range(count))]
    unseen = len(tiles)
    for tile, times in sorted(Counter(tiles).items(), reverse=True):
        unseen -= times
        for size in range(count, max(count - unseen, 1) - 1, -1):
            for taken in range(1, min(times, size) + 1):
                first, ways = (tile,) * taken, comb(times, taken)
                of_size[size] += [(first + rest, ways * n) for rest, n in of_size[size - taken]]
    ascending = of_size[count][::-1]
    if not is_ordered:
        return ascending
    return [
        (order, ways * prod(map(factorial, Counter(choice).values())))
        for choice, ways in ascending
        for order in _orders(choice)
    ]


def _orders(ascending: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield the different orders of some numbers, each the next one in the dictionary."""
    order = list(ascending)
    while True:
        yield tuple(order)
        rises = [at for at in range(len(order) - 1) if order[at] < order[at + 1]]
        if not rises:
            return
        at = rises[-1]
        other = max(place for place in range(at + 1, len(order)) if order[place] > order[at])
        order[at], order[other] = order[other], order[at]
        order[at + 1 :] = order[:at:-1]
