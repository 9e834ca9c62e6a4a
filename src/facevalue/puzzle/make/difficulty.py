"""Difficulty: how hard a puzzle is for people or language models, as far as that was measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

import attrs

from facevalue import _core
from facevalue.budget import USUAL_LIMIT
from facevalue.options import one_of
from facevalue.puzzle.model.numbers import NumberLike, NumbersLike
from facevalue.puzzle.model.rules import RulesLike
from facevalue.puzzle.notation.spelling import read_puzzle
from facevalue.puzzle.search.solve import Solutions
from facevalue.value import Value, paragraph, table

# A name, a percentile, or the lowest and the highest one.
DifficultyLike: TypeAlias = str | float | Sequence[float]
# Whom a puzzle is rated for.
DIFFICULTY_MODELS = PEOPLE, LANGUAGE_MODEL = tuple(_core.difficulty_models())


def difficulty(
    numbers: NumbersLike,
    target: NumberLike | None = None,
    rules: RulesLike = "classic",
    *,
    model: str = "people",
    limit: float | None = USUAL_LIMIT,
) -> Difficulty | None:
    """Rate how hard a puzzle is for people or language models.

    The result is None if there is no solution. For people, four whole numbers from 0 to 999 that
    make 24 under `classic` or `whole` are rated by `people`, a model fitted to the times that
    people took. All other puzzles are rated by `steps`, which weighs only the steps of the simplest
    solutions, with the same weights. For language models, `language-model` is fitted to their wrong
    answers. docs/puzzles/difficulty.md says how far to trust the models.

    Args:
        numbers: 1 to 16 numbers, as a string or one by one.
        target: the number to make; None for the default target of the rules.
        rules: a name in `RULES`, or custom rules.
        model: "people" or "language-model"; the latter takes at most 6 numbers.
        limit: the maximum time in seconds, estimated in advance; None for no limit.

    Raises:
        NotationError: a number or the target is not a number.
        RuleError: unknown rules or model, or too many or too few numbers for the rules.
        LimitError: it would take longer than `limit` (the message gives an estimate), or there are
            too many numbers for the model.

    >>> difficulty("1 1 4 6").seconds < difficulty("3 3 8 8").seconds
    True
    >>> difficulty("1 1 1 1") is None
    True
    >>> difficulty("75 50 2 3 8 7", 812, "countdown").model
    'steps'
    >>> print(difficulty("44 19 35", 98, model="language-model"))
    harder than 3% of puzzles for language models
    """
    chosen = one_of("model", model, DIFFICULTY_MODELS)
    puzzle = read_puzzle(numbers, target, rules)
    if chosen == LANGUAGE_MODEL:
        _core.check_rated_size(len(puzzle[0]))
    solutions = Solutions(*puzzle, limit=limit)  # refuses puzzles that are too large to solve
    solutions.rules.need_no_functions()
    rating = _core.difficulty(solutions._core, chosen, solutions.limit)  # noqa: SLF001 - the same search
    if rating is None:
        return None
    percentile, seconds, score, name, parts = rating
    return Difficulty(percentile, seconds, score, name, tuple(parts))


@attrs.frozen(repr=False)
class Difficulty(Value):
    """How hard a puzzle is; see `difficulty`.

    Attributes:
        percentile: 0 to 100; higher is harder. The percentage of puzzles that are easier, among the
            1362 hands of 1 to 13 that make 24, or among rounds of Countdown if the rules allow
            unused numbers; for language models, among puzzles with three to five numbers of 1 to
            100 and a target of 1 to 100.
        seconds: the time that people take at that percentile; None if nobody was timed.
        score: the number that determines the percentile; higher is harder. Points for the model
            "people", doublings of effort for "steps", log-odds of a wrong answer for
            "language-model".
        model: "people", "steps" or "language-model".
        parts: pairs of a name and an amount, which add up to `score`.

    >>> rated = difficulty("3 3 8 8")
    >>> rated.model, abs(sum(amount for _, amount in rated.parts) - rated.score) < 1e-9
    ('people', True)
    """

    percentile: float
    seconds: float | None
    score: float
    model: str
    parts: tuple[tuple[str, float], ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the value of `difficulty` in JSON: `percentile`, `seconds` and `model`.

        JSON:
            percentile (number 0 to 100): the percentage of puzzles that are easier.
            seconds
            model (one of people, steps, language-model): measured times, the cost of the steps,
                or answers of language models.
        """
        return {"percentile": self.percentile, "seconds": self.seconds, "model": self.model}

    def __str__(self) -> str:
        seconds = "" if self.seconds is None else f", about {self.seconds:.0f} seconds"
        whom = " for language models" if self.model == LANGUAGE_MODEL else ""
        return f"harder than {self.percentile:.0f}% of puzzles{whom}{seconds}"

    def __repr__(self) -> str:
        return f"<Difficulty: {self}>"

    def _repr_html_(self) -> str:
        parts = [(name, f"{amount:.2f}") for name, amount in self.parts]
        score = ("score", f"{self.score:.2f}")
        return paragraph(self, is_bold=True) + table([("model", self.model), *parts, score])


# The names of difficulties and their percentiles.
DIFFICULTIES: Mapping[str, tuple[int, int]] = MappingProxyType(dict(_core.difficulties()))


def percentiles(difficulty: DifficultyLike) -> tuple[float, float]:
    """Return the lowest and highest percentile of a difficulty: a name, a percentile or a range.

    Raises:
        RuleError: it is something else, or the percentiles are not from 0 to 100 and in order.

    >>> percentiles("hard"), percentiles("90-100"), percentiles(50)
    ((75.0, 100.0), (90.0, 100.0), (50.0, 50.0))
    """
    return _core.read_percentiles(difficulty)
