"""Selects the puzzles of a sheet by difficulty: dealt from a seed, solvable and all different."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from operator import itemgetter

import attrs

import facevalue as fv
from facevalue import Puzzle, Rules
from facevalue.errors import LimitError, RuleError, counted, refuse
from facevalue.options import one_of, seed_number, whole_number
from facevalue.puzzle import DeckSpec
from facevalue.randomness import random_seed
from facevalue.value import Value

MAX_PUZZLES = 1000
_BOUNDS = -(10**9), 10**9
MAX_NUMBERS = 1000  # from low to high
# An easy hand has at most this many jacks, queens and kings: large numbers are hard for beginners.
_FACES, _EASY_FACES = "JQK", 2
# How many hands are dealt at once, and how many times before giving up.
_BATCH, _BATCHES = 400, 50
# Random seeds are short to type.
_SEEDS = 1_000_000


@attrs.frozen
class Sheet(Value):
    """The puzzles of a printed sheet.

    Args:
        rules: the rules of the puzzles.
        seed: the seed that they were dealt from.
        sections: pairs of a difficulty, a name in `fv.puzzle.DIFFICULTIES`, and its puzzles.

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
    """Select the puzzles for a sheet: `count` for each difficulty, the easier ones first.

    Args:
        rules: a name in `facevalue.RULES`, or custom rules.
        difficulties: names in `DIFFICULTIES`: "easy" is the easiest quarter of the solvable puzzles
            that are dealt, "hard" the hardest quarter, "medium" the half between them. Easy hands
            have at most two jacks, queens and kings.
        count: how many puzzles of each difficulty, 1 to 1000.
        seed: 0 to 2^64 - 1, which gives the same sheet on every machine; None for a random seed.
        large: how many tiles are large, in Countdown only.
        low: the smallest number that is dealt; None for the smallest in the deck of the game.
        high: the largest number that is dealt; None for the largest in the deck. If the deck does
            not have all numbers from `low` to `high`, plain numbers are dealt, which may repeat.

    Returns:
        The sheet, with a section for each difficulty.

    Raises:
        RuleError: unknown rules or difficulty; `count`, `seed`, `low` or `high` out of bounds; or
            too few cards or tiles from `low` to `high`.
        LimitError: more than 1000 numbers from `low` to `high`, or too few different puzzles.

    >>> [(name, len(deals)) for name, deals in sheet(count=5, seed=1).sections]
    [('easy', 5), ('hard', 5)]
    """
    count = whole_number("count", count, 1, MAX_PUZZLES)
    difficulties = tuple(
        dict.fromkeys(one_of("difficulty", name, fv.puzzle.DIFFICULTIES) for name in difficulties)
    )
    seed = random_seed() % _SEEDS if seed is None else seed_number(seed)
    game = fv.puzzle.rules_named(rules)
    played = game if low is None and high is None else game.replace(deck=_cut_deck(game, low, high))
    dealt = fv.puzzle.deals(played, seed=seed, large=large, solvable=True)
    puzzles = (puzzle.replace(rules=game) for puzzle in dealt)
    return Sheet(game, seed, _select(puzzles, difficulties, count))


def _cut_deck(rules: Rules, low: int | None, high: int | None) -> DeckSpec:
    """Return the cards or tiles from low to high, or plain numbers if some are missing."""
    deck, values = rules.deck, rules.deck_values
    low = whole_number("low", min(values) if low is None else low, *_BOUNDS)
    high = whole_number("high", max(values) if high is None else high, *_BOUNDS)
    if low > high:
        refuse("wrong order", str(low), str(high))
    if high - low >= MAX_NUMBERS:
        message = f"at most {MAX_NUMBERS} numbers are allowed from low to high: {low} to {high}"
        raise LimitError(message, MAX_NUMBERS)
    numbers = range(low, high + 1)
    if not set(numbers) <= set(values) and not deck.large:
        return deck.replace(kind="digits", small=tuple(numbers))
    small, large = (
        tuple(
            tile
            for tile in tiles
            if (rules.card_values[fv.Card(tile).rank] if deck.kind == "cards" else tile) in numbers
        )
        for tiles in (deck.small, deck.large)
    )
    if len(small + large) < rules.dealt + deck.next_is_target and deck.kind != "digits":
        span = f"from {low} to {high}"
        raise RuleError(f"{deck.name} has too few numbers {span} to deal {rules.dealt}")
    return deck.replace(small=small, large=large)


def _select(
    dealt: Iterator[Puzzle], difficulties: Sequence[str], count: int
) -> tuple[tuple[str, tuple[Puzzle, ...]], ...]:
    """Select `count` different puzzles for each difficulty, the easier ones first."""
    chosen: dict[str, list[tuple[float, Puzzle]]] = {name: [] for name in difficulties}
    seen: set[str] = set()
    for _ in range(_BATCHES):
        for puzzle, percentile in _grade(list(islice(dealt, _BATCH))):
            name = next(
                name
                for name, (low, high) in fv.puzzle.DIFFICULTIES.items()
                if low <= percentile < high
            )
            if name == "easy" and sum(c.rank in _FACES for c in puzzle.cards) > _EASY_FACES:
                continue
            if name in chosen and len(chosen[name]) < count and puzzle.key not in seen:
                chosen[name].append((percentile, puzzle))
                seen.add(puzzle.key)
        if all(len(graded) == count for graded in chosen.values()):
            return tuple(
                (name, tuple(puzzle for _, puzzle in sorted(graded, key=itemgetter(0))))
                for name, graded in chosen.items()
            )
    fewest = min(map(len, chosen.values()))
    problem = f"only {counted(fewest, 'different puzzle')} found, {count} requested"
    raise LimitError(f"{problem}; lower `count`, or widen `low` and `high`", fewest)


def _grade(puzzles: Sequence[Puzzle]) -> Iterator[tuple[Puzzle, float]]:
    """Yield each puzzle, and the percentage of puzzles that are easier, from 0 to below 100."""
    numbers = [[int(number) for number in puzzle.numbers] for puzzle in puzzles]
    targets = [int(puzzle.target) for puzzle in puzzles]
    difficulty = fv.label_many(numbers, targets, puzzles[0].rules).difficulty
    ranks = difficulty.argsort(kind="stable").argsort()
    for puzzle, rank in zip(puzzles, ranks, strict=True):
        yield puzzle, 100 * int(rank) / len(puzzles)
