"""`generate`: different certified puzzles that match filters."""

from __future__ import annotations

from facevalue.options import name_keywords
from facevalue.puzzle.make.difficulty import DifficultyLike
from facevalue.puzzle.make.puzzle_query import Generated, PuzzleQuery
from facevalue.puzzle.model.rules import RulesLike


@name_keywords(n="it is count=", number="it is count=", limit="it is count=")
def generate(
    rules: RulesLike = "classic",
    *,
    seed: int | None = None,
    count: int | None = None,
    size: int | tuple[int, ...] | None = None,
    low: int | None = None,
    high: int | None = None,
    target: int | tuple[int, int] | None = None,
    solvable: bool | None = True,
    difficulty: DifficultyLike | None = None,
    difficulty_model: str = "people",
    solution_count: int | tuple[int, int] | None = None,
    needs_fraction: bool | None = None,
    dealable: bool | None = None,
) -> Generated:
    """Generate different certified puzzles that match filters.

    Args:
        rules: a name in `RULES`, or custom rules.
        seed: 0 to 2^64 - 1; determines the order of the puzzles. None for a random seed.
        count: how many puzzles, at least 1; None for all.
        size: how many numbers a puzzle has, 1 to 9, or several sizes; None for as many as the game
            deals.
        low: the smallest number, down to -10^9; None for the smallest in the deck of the game.
        high: the largest number, up to 10^9; None for the largest in the deck.
        target: the target, or the lowest and the highest; None for the targets of the game.
        solvable: True for puzzles with a solution, False for puzzles without, None for both.
        difficulty: "easy", "medium" or "hard" (the names in `DIFFICULTIES`), a percentile, 0 to
            100, or the lowest and the highest; see `difficulty`.
        difficulty_model: whom `difficulty` rates for, "people" or "language-model". For language
            models, percentiles are within the query: the percentage of the solvable puzzles among
            its first 1000 that are easier. At most 6 numbers.
        solution_count: how many distinct solutions, or the minimum and the maximum.
        needs_fraction: True for puzzles in which every solution has a result that is not whole,
            False for other puzzles; None for both.
        dealable: True for numbers that the deck of the game can deal and, if the next card is the
            target, a target that is left in the deck; False for any numbers from `low` to `high`
            and any target; None for False if `low` or `high` is set, and otherwise True.

    Returns:
        An iterator of puzzles; its attribute `seed` is the seed, even if it was random.

    Raises:
        RuleError: an option has a value that is not allowed, or two contradict each other.
        LimitError: no puzzle matches, or fewer than `count` do; none of 2,000,000 puzzles in a row
            matches; or there are more than 2^62 puzzles to choose from.

    >>> [str(puzzle) for puzzle in generate(seed=24, count=3)]
    ['1 2 4 8 -> 24', '4 5 8 9 -> 24', '2 2 10 11 -> 24']
    >>> len(list(generate(needs_fraction=True)))
    16
    """
    query = PuzzleQuery(
        rules,
        size=size,
        low=low,
        high=high,
        target=target,
        solvable=solvable,
        difficulty=difficulty,
        difficulty_model=difficulty_model,
        solution_count=solution_count,
        needs_fraction=needs_fraction,
        dealable=dealable,
    )
    return query.puzzles(seed, count)
