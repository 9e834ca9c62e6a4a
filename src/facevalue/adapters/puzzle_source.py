"""The puzzles of an adapter: those that the caller gives, or generated ones."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from itertools import islice

import facevalue as fv
from facevalue.errors import RuleError, quoted
from facevalue.options import whole_number
from facevalue.puzzle import rules_named
from facevalue.randomness import random_seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction
    from typing import TypeAlias

    PuzzleLike: TypeAlias = fv.Puzzle

DEFAULT_GAME = "classic"
DEFAULT_COUNT = 500
MAX_COUNT = 10**12


def deal_at(rules: fv.Rules, seed: int, index: int) -> PuzzleLike:
    """The solvable puzzle for a seed and an index, dealt as in the game.

    Both are mixed by a hash, so nearby seeds give unrelated puzzles.

    >>> print(deal_at(fv.RULES["countdown"], 1, 0))
    9 2 25 10 1 9 -> 774 (countdown)
    """
    mixed = blake2b(f"{rules.name} {seed} {index}".encode(), digest_size=8).digest()
    return fv.deal(rules, seed=int.from_bytes(mixed, "little"), solvable=True)


class GeneratedPuzzles(Sequence["PuzzleLike"]):
    """The puzzles of `fv.generate` as a sequence; each is made when it is first read.

    >>> puzzles = GeneratedPuzzles("classic", seed=24, count=1000)
    >>> len(puzzles), puzzles[999] == puzzles[-1]
    (1000, True)
    """

    def __init__(self, rules: str | fv.Rules, *, seed: int | None = None, count: int) -> None:
        self.rules = rules_named(rules)
        self.seed = random_seed() if seed is None else seed
        self._count = count
        self._puzzles = fv.generate(self.rules, seed=self.seed, count=count)
        self._made: list[PuzzleLike] = []

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: int) -> PuzzleLike:  # type: ignore[override] # no slices
        place = range(self._count)[index]
        self._made += islice(self._puzzles, max(0, place + 1 - len(self._made)))
        return self._made[place]


def puzzles_for(
    puzzles: Iterable[PuzzleLike] | None = None,
    *,
    rules: str | fv.Rules | None = None,
    seed: int | None = None,
    count: int | None = None,
) -> Sequence[PuzzleLike]:
    """The puzzles given, or generated ones.

    Args:
        puzzles: `Puzzle`s; None to generate solvable ones, none twice.
        rules: the rules to generate for, by default "classic"; only without `puzzles`.
        seed: 0 to 2^64 - 1, None for a random one; only without `puzzles`.
        count: how many, 1 to 10^12; by default all puzzles given, or 500 generated ones.

    Raises:
        RuleError: rules or a seed together with puzzles; no puzzles; `count` or `seed` out of
            bounds.
        LimitError: more puzzles are read than exist.

    >>> len(puzzles_for([fv.Puzzle("8 8 3 3")])), len(puzzles_for(rules="countdown", seed=1))
    (1, 500)
    """
    limit = None if count is None else whole_number("count", count, 1, MAX_COUNT)
    if puzzles is None:
        size = DEFAULT_COUNT if limit is None else limit
        return GeneratedPuzzles(DEFAULT_GAME if rules is None else rules, seed=seed, count=size)
    if rules is not None or seed is not None:
        raise RuleError("give either puzzles, or rules and a seed to generate them")
    given = tuple(map(_checked, islice(puzzles, limit)))
    if not given:
        raise RuleError("expected at least one puzzle: none is given")
    return given


def _checked(given: object) -> PuzzleLike:
    if not isinstance(given, fv.Puzzle):
        raise RuleError(f"expected a Puzzle, not {quoted(given)}")
    return given


def rules_by_name(puzzles: Sequence[PuzzleLike]) -> dict[str, fv.Rules]:
    """The rules of all puzzles, by name."""
    if isinstance(puzzles, GeneratedPuzzles):
        return {puzzles.rules.name: puzzles.rules}
    return {puzzle.rules.name: puzzle.rules for puzzle in puzzles}


def puzzle_row(puzzle: PuzzleLike) -> dict[str, object]:
    """A puzzle as JSON-ready content; fractions are text.

    >>> puzzle_row(fv.Puzzle("1/2 3", 6))
    {'numbers': ['1/2', 3], 'target': 6, 'rules': 'classic'}
    """
    numbers = [_as_json(number) for number in puzzle.numbers]
    return {"numbers": numbers, "target": _as_json(puzzle.target), "rules": puzzle.rules.name}


def simplest_solution(puzzle: PuzzleLike) -> str:
    """The simplest solution, or an empty text if there is none."""
    first = puzzle.solve().first
    return "" if first is None else str(first)


def _as_json(number: Fraction) -> int | str:
    return number.numerator if number.denominator == 1 else str(number)
