"""Hints: each level shows its part of the solution and nothing of later levels."""

import random
import re
from fractions import Fraction
from itertools import pairwise

import pytest

import facevalue as fv
from tests.oracles import puzzles as reference
from tests.puzzle.search.test_closest import RULES, puzzles
from tests.puzzle.search.test_solve import FRACTION_HANDS, HANDS

COUNTDOWN = [("75 50 2 3 8 7", 812), ("25 50 75 100 3 6", 952), ("1 3 7 10 25 50", 765)]
PUZZLES = [
    *[fv.Puzzle(hand) for hand in random.Random("hints").sample(HANDS, 40)],
    *[fv.Puzzle(numbers, target, "countdown") for numbers, target in COUNTDOWN],
    fv.Puzzle("2 8 9 1", 143, "oberon"),
    fv.Puzzle("2 3", 6),
    fv.Puzzle("24", 24),
    fv.Puzzle("24 7", 24, "countdown"),
]
TITLES = {"fraction": "a fraction", "negative": "a negative number", "division": "a division"}
SOLVABLE = [puzzle for puzzle in PUZZLES if puzzle.is_solvable]


def all_hints(puzzle):
    """All hints of a puzzle, from the first level to the last."""
    hints = [puzzle.hint(1)]
    while not hints[-1].is_last:
        hints.append(puzzle.hint(len(hints) + 1))
    return hints


def tokens(text):
    return re.findall(r"-?\d+(?:/\d+)?", text)


@pytest.mark.parametrize("puzzle", SOLVABLE, ids=str)
def test_the_levels_lead_step_by_step_to_the_simplest_solution(puzzle):
    solution = puzzle.solve().first
    steps = solution.steps() if solution.results else []
    hints = all_hints(puzzle)
    assert len(hints) == 2 + len(steps)
    assert [hint.level for hint in hints] == list(range(1, len(hints) + 1))
    for level, hint in enumerate(hints, 1):
        assert list(hint.steps) == steps[: max(0, level - 2)]
        has_operation = level >= 2 and steps
        assert hint.operation == (solution.postfix[-1] if has_operation else None)
        assert hint.solution == (solution if hint is hints[-1] else None)
        assert hint.solution_count == len(puzzle.solve())
        assert hint.closest_values == ()


@pytest.mark.parametrize("puzzle", SOLVABLE, ids=str)
def test_a_hint_contains_no_later_step_and_no_later_result(puzzle):
    hints = all_hints(puzzle)
    solution = hints[-1].solution
    results = list(map(str, solution.results))
    for hint in hints[:-1]:
        shown = len(hint.steps)
        # It may contain numbers on the table, earlier steps, and counts of steps and solutions.
        known = {str(hint.solution_count), *map(str, range(1, shown + 1)), *results[:shown]}
        known |= set(map(str, puzzle.numbers)) if shown else set()
        assert set(tokens(str(hint))) <= known
        assert str(solution) not in str(hint).splitlines()
        assert str(solution) not in repr(hint)


@pytest.mark.parametrize("puzzle", SOLVABLE, ids=str)
def test_a_hint_begins_with_the_hint_of_the_level_before(puzzle):
    lines = [str(hint).splitlines() for hint in all_hints(puzzle)]
    for before, after in pairwise(lines):
        assert after[: len(before)] == before
        assert len(after) > len(before)


def test_a_level_beyond_the_last_equals_the_last():
    assert fv.hint("8 8 3 3", level=5).is_last
    assert fv.hint("8 8 3 3", level=5) == fv.hint("8 8 3 3", level=1000)


@pytest.mark.parametrize("level", [0, -1, True, "2", 1.0, None])
def test_an_invalid_level_is_refused(level):
    with pytest.raises(fv.RuleError, match="level must be a whole number of at least 1"):
        fv.hint("8 8 3 3", level=level)


def test_a_hint_without_solution_has_the_closest_values_and_no_steps():
    for level in (1, 2, 7):
        hint = fv.hint("1 3 4 6", rules="whole", level=level)
        assert hint == fv.puzzle.Hint(
            1,
            is_last=True,
            solution_count=0,
            allowed=("division",),
            closest_values=(Fraction(23), Fraction(25)),
        )
        assert str(hint) == "no solution; closest are 23 and 25"


def test_a_puzzle_in_which_nothing_can_be_made_has_nothing_close():
    assert str(fv.hint("1/2 3/4", rules="whole")) == "no solution"


def test_a_closest_value_beyond_the_limits_is_said_to_be():
    hint = fv.hint([3, 5, 7, 11, 13, 17, 19, 23], Fraction(1, 10**9 + 7))
    assert hint.closest_values is None
    assert str(hint).startswith("no solution; the numbers are too many")


@pytest.mark.few_slow(6)
@pytest.mark.few_quick(2)
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_needs_are_in_every_solution_of_the_reference(rules):
    for numbers, target in puzzles(rules, 10 if rules.size != 5 else 1):
        reachable = fv.closest(numbers, target, rules).values
        for value in {target, *reachable}:
            hint = fv.hint(numbers, value, rules)
            assert set(hint.needs) == reference.needs(numbers, value, rules)
            assert list(hint.needs) == [name for name in TITLES if name in hint.needs]
            needs_fraction = fv.Puzzle(numbers, value, rules).needs_fraction
            assert needs_fraction == ("fraction" in hint.needs)


def test_every_kind_of_need_occurs():
    line = fv.Rules("line", order="given", grouping="left")
    assert ("fraction", "division") == fv.hint("1 5 5 5").needs
    assert ("division",) == fv.hint("6 2", 3).needs
    assert ("negative",) == fv.hint("5 7 6", 4, line).needs
    assert ("fraction", "negative", "division") == fv.hint("1 2 3", "-1/3", line).needs
    assert () == fv.hint("2 4 8 10").needs
    assert () == fv.hint("1 1 1 1").needs


@pytest.mark.parametrize(
    ("expected", "rules"),
    [
        (["a fraction", "a negative number", "a division"], fv.RULES["classic"]),
        (["a division"], fv.RULES["countdown"]),
        (["a division"], fv.RULES["whole"]),
        (["a negative number", "a division"], fv.Rules("whole", values="integer")),
        (["a fraction", "a division"], fv.Rules("up", values="nonnegative")),
        (["a fraction", "a negative number"], fv.Rules("no division", operators="+-*")),
        ([], fv.Rules("sums", operators="+-*", values="natural")),
    ],
)
def test_a_hint_uses_only_allowed_operations(expected, rules):
    hint = fv.hint("2 3 4", 24, rules)
    assert expected == [title for title in TITLES.values() if title in str(hint)]
    assert expected == [TITLES[name] for name in hint.allowed]
    assert set(hint.needs) <= set(hint.allowed)
    assert 2 - (not expected) == len(str(hint).splitlines())


def test_division_is_needed_where_there_is_no_other_operation():
    ratios = fv.Rules("ratios", operators="/", use="any")
    assert ("division",) == fv.hint("6 2", 3, ratios).needs
    assert () == fv.hint("6 2", 6, ratios).needs


def test_a_function_may_replace_the_only_operation():
    powers = fv.Rules("powers", operators="/", functions="power", largest=1000)
    assert fv.solve("2 1", 2, powers)[:2] == tuple(map(fv.Expression.parse, ("2/1", "2^1")))
    assert () == fv.hint("2 1", 2, powers).needs
    assert ("division",) == fv.hint("6 2", 3, powers).needs


def test_the_hands_that_need_a_fraction_are_in_the_list():
    expected = [tuple(map(int, hand.split())) for hand in FRACTION_HANDS.split(",")]
    assert expected == [hand for hand in HANDS if fv.Puzzle(hand).needs_fraction]
