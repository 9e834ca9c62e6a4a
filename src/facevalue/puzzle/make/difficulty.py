"""How hard a puzzle is for people, as far as that has been measured."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from facevalue import _core
from facevalue.errors import quoted
from facevalue.puzzle.make import difficulty_models as models
from facevalue.puzzle.model.numbers import parse_number, parse_numbers
from facevalue.puzzle.model.rules import Rules, core_rules, rules_named
from facevalue.puzzle.search.candidates import as_pairs
from facevalue.puzzle.search.solve import Solutions, as_pair
from facevalue.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from facevalue.puzzle.model.numbers import NumberLike, NumbersLike

# What people's times were taken under, and the same without fractions.
_PEOPLE_VALUES = ("rational", "natural")


def difficulty(
    numbers: NumbersLike, target: NumberLike | None = None, rules: str | Rules = "classic"
) -> Difficulty | None:
    """How hard a puzzle is, or None where nothing solves it.

    Four whole numbers of 0 to 999 that make 24 under `classic` or `whole` are rated by `people`, a
    model of the times that people took; all other puzzles by `steps`, which only weighs the steps
    of the simplest solutions, with the same weights. The page on difficulty says how far to trust
    them.

    Raises:
        NotationError: a number or the target is no number.
        RuleError: unknown rules, another count of numbers than the rules have.
        LimitError: the search would not end in reasonable time; it says what would.

    >>> difficulty("1 1 4 6").seconds < difficulty("3 3 8 8").seconds
    True
    >>> difficulty("1 1 1 1") is None
    True
    >>> difficulty("75 50 2 3 8 7", 812, "countdown").model
    'steps'
    """
    game = rules_named(rules)
    goal = Fraction(game.target) if target is None else parse_number(target)
    given = parse_numbers(numbers)
    # It refuses what would not end.
    Solutions(given, goal, game, distinct="essential", workers=None)
    return _rated(_core.difficulty(as_pairs(given), as_pair(goal), core_rules(game), *both(game)))


class Difficulty(Value):
    """How hard a puzzle is; see `difficulty`.

    `percentile`, 0 to 100, harder is greater: how many of a hundred other puzzles are easier. The
    others are the 1362 hands of 1 to 13 that make 24, or under rules that let numbers lie unused
    the rounds of Countdown. `seconds`: what the time of people at that percentile is; None where no
    people were timed. `score`, harder is greater, is what the percentile comes from: points of a
    percentile by `people`, doublings of effort by `steps`; `parts` are the names and amounts that
    add up to it. `model` is "people" or "steps".

    >>> rated = difficulty("3 3 8 8")
    >>> rated.model, abs(sum(amount for _, amount in rated.parts) - rated.score) < 1e-9
    ('people', True)
    """

    percentile: float
    seconds: float | None
    score: float
    model: str
    parts: tuple[tuple[str, float], ...]

    def __str__(self) -> str:
        seconds = "" if self.seconds is None else f", about {self.seconds:.0f} seconds"
        return f"harder than {self.percentile:.0f} of 100{seconds}"


def both(rules: Rules) -> tuple[_core.DifficultyModel | None, _core.DifficultyModel]:
    """The models for a game: people's where they were timed at it, and the one for all else."""
    return (
        models.people() if _is_of_people(rules) else None,
        models.steps(rounds=rules.use == "any"),
    )


def _is_of_people(rules: Rules) -> bool:
    """The rules are those of 24, with fractions or without."""
    free = rules.use == "all" and rules.order == "any" and rules.grouping == "any"
    return free and sorted(rules.operators) == sorted("+-*/") and rules.values in _PEOPLE_VALUES


def _rated(answer: tuple[bool, int, int, int, list[int]] | None) -> Difficulty | None:
    if answer is None:
        return None
    is_of_people, score, hundredths, race, shown = answer
    percentile = hundredths / 100
    if not is_of_people:
        doublings = score / models.DOUBLING
        return Difficulty(percentile, None, doublings, "steps", (("race", doublings),))
    amounts = [amount * weight for amount, weight in zip(shown, models.SHOWN.values(), strict=True)]
    parts = zip(
        ("base", "race", *models.SHOWN),
        (models.BASE, models.RACE * race, *amounts),
        strict=True,
    )
    points = tuple((name, amount / models.POINT) for name, amount in parts)
    return Difficulty(percentile, _seconds(hundredths), score / models.POINT, "people", points)


def _seconds(hundredths: int) -> float:
    """The time at a percentile, to a tenth: straight between the rows."""
    rank = Fraction(hundredths, 100)
    for (low, quicker), (high, slower) in pairwise(models.SECONDS):
        if rank <= high:
            share = (rank - low) / (high - low)
            tenths = round(
                10 * (Fraction(str(quicker)) * (1 - share) + Fraction(str(slower)) * share)
            )
            return tenths / 10
    raise AssertionError(f"no row for the percentile {quoted(rank)}")
