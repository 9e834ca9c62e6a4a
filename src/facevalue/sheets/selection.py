"""Selects the puzzles of a sheet: dealt from a seed, solvable, none twice, by difficulty."""

from __future__ import annotations

from itertools import islice
from operator import itemgetter
from typing import TYPE_CHECKING

import attrs

import facevalue as fv
from facevalue.errors import LimitError, RuleError
from facevalue.options import one_of, seed_number, whole_number
from facevalue.randomness import random_seed
from facevalue.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from facevalue import Puzzle, Rules
    from facevalue.puzzle import DeckSpec

MAX_PUZZLES = 1000
_BOUNDS = -(10**9), 10**9
MAX_NUMBERS = 1000  # from low to high
# An easy hand has at most so many jacks, queens and kings: large numbers are hard for beginners.
_FACES, _EASY_FACES = "JQK", 2
# How many are dealt at once, and how often before the search gives up.
_BATCH, _BATCHES = 400, 50
# Random seeds are short enough to be typed from the foot of a page.
_SEEDS = 1_000_000


@attrs.frozen
class Sheet(Value):
    """The puzzles of a printed sheet.

    Args:
        rules: their rules.
        seed: the seed that they were dealt from.
        sections: pairs of a difficulty, a name of `fv.puzzle.DIFFICULTIES`, and its puzzles.

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
    low: int | None = None,
    high: int | None = None,
) -> Sheet:
    """Selects the puzzles for a sheet: `count` for each difficulty, the easier ones first.

    Args:
        rules: the name of a row of `facevalue.RULES`, or rules of your own.
        difficulties: names of `DIFFICULTIES`: "easy" is the easiest quarter of the solvable puzzles
            that are dealt, "hard" the hardest quarter, "medium" the half between them. Easy hands
            have at most two jacks, queens and kings.
        count: how many puzzles of each difficulty, 1 to 1000.
        seed: 0 to 2^64 - 1, the same sheet on every machine; None for a random one.
        large: how many tiles are large, in Countdown only.
        low: the least number that is dealt; None for the least that the deck of the game has.
        high: the greatest number that is dealt; None for the greatest that the deck has. If the
            deck has not all numbers from `low` to `high`, plain numbers are dealt, which repeat.

    Raises:
        RuleError: unknown rules or difficulty; `count`, `seed`, `low` or `high` out of bounds; or
            too few cards or tiles from `low` to `high`.
        LimitError: more than 1000 numbers from `low` to `high`, or too few different puzzles.

    >>> [(name, len(deals)) for name, deals in sheet(count=5, seed=1).sections]
    [('easy', 5), ('hard', 5)]
    """
    size = whole_number("count", count, 1, MAX_PUZZLES)
    wanted = dict.fromkeys(
        one_of("difficulty", name, fv.puzzle.DIFFICULTIES) for name in difficulties
    )
    number = random_seed() % _SEEDS if seed is None else seed_number(seed)
    game = fv.puzzle.rules_named(rules)
    played = game if low is None and high is None else game.replace(deck=_deck(game, low, high))
    dealt = fv.puzzle.deals(played, seed=number, large=large, solvable=True)
    puzzles = (deal.replace(rules=game) for deal in dealt)
    return Sheet(game, number, _selected(puzzles, tuple(wanted), size))


def _deck(rules: Rules, low: int | None, high: int | None) -> DeckSpec:
    """The pieces of a deck from low to high, or plain numbers if it has not all of these."""
    deck = rules.deck
    numbers = _numbers(low, high, deck.values)
    if not set(numbers) <= set(deck.values) and not deck.large:
        return deck.replace(kind="digits", small=tuple(numbers))
    small, large = (
        tuple(piece for piece in pieces if _value(deck, piece) in numbers)
        for pieces in (deck.small, deck.large)
    )
    if len(small + large) < rules.dealt + deck.next_is_target and deck.kind != "digits":
        span = f"from {numbers[0]} to {numbers[-1]}"
        raise RuleError(f"{deck.name} has too few numbers {span} to deal {rules.dealt}")
    return deck.replace(small=small, large=large)


def _value(deck: DeckSpec, piece: int) -> int:
    return fv.Card(piece).value if deck.kind == "cards" else piece


def _numbers(low: object, high: object, values: Sequence[int]) -> range:
    least = whole_number("low", min(values) if low is None else low, *_BOUNDS)
    greatest = whole_number("high", max(values) if high is None else high, *_BOUNDS)
    if least > greatest:
        raise RuleError(f"low and high must be in order, not {least} and {greatest}")
    if greatest - least >= MAX_NUMBERS:
        message = f"low to high may hold {MAX_NUMBERS} numbers at most: {least} to {greatest}"
        raise LimitError(message, MAX_NUMBERS)
    return range(least, greatest + 1)


def _selected(
    dealt: Iterator[Puzzle], difficulties: Sequence[str], count: int
) -> tuple[tuple[str, tuple[Puzzle, ...]], ...]:
    found: dict[str, list[tuple[float, Puzzle]]] = {name: [] for name in difficulties}
    seen: set[str] = set()
    for _ in range(_BATCHES):
        for deal, percentile in _graded(list(islice(dealt, _BATCH))):
            name = _difficulty_name(percentile)
            graded = found.get(name)
            if name == "easy" and _face_count(deal) > _EASY_FACES:
                continue
            if graded is not None and len(graded) < count and deal.key not in seen:
                graded.append((percentile, deal))
                seen.add(deal.key)
        if all(len(graded) == count for graded in found.values()):
            return tuple((name, _easier_first(graded)) for name, graded in found.items())
    fewest = min(map(len, found.values()))
    raise LimitError(f"only {fewest} different puzzles found, {count} asked for", fewest)


def _face_count(deal: Puzzle) -> int:
    return sum(card.rank in _FACES for card in deal.cards)


def _easier_first(graded: Iterable[tuple[float, Puzzle]]) -> tuple[Puzzle, ...]:
    return tuple(deal for _, deal in sorted(graded, key=itemgetter(0)))


def _difficulty_name(percentile: float) -> str:
    return next(
        name for name, (low, high) in fv.puzzle.DIFFICULTIES.items() if low <= percentile < high
    )


def _graded(deals: Sequence[Puzzle]) -> Iterator[tuple[Puzzle, float]]:
    """Each puzzle, and the percentage of these that are easier, 0 to below 100."""
    ranks = _difficulties(deals).argsort(kind="stable").argsort()
    return ((deal, 100 * int(rank) / len(deals)) for deal, rank in zip(deals, ranks, strict=True))


def _difficulties(deals: Sequence[Puzzle]) -> NDArray[Any]:
    """The difficulty of each puzzle as a percentile; harder is greater."""
    numbers = [[int(number) for number in deal.numbers] for deal in deals]
    targets = [int(deal.target) for deal in deals]
    return fv.label_many(numbers, targets, deals[0].rules).difficulty
