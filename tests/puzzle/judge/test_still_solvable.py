"""Partial credit: compared with a search through every continuation."""

from fractions import Fraction
from itertools import combinations
from operator import add, mul, sub, truediv

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import facevalue as fv
from facevalue.errors import NotationError, RuleError

LAWFUL = settings(derandomize=True, database=None, deadline=None, max_examples=100)
OPERATIONS = {"+": add, "-": sub, "*": mul, "/": truediv}


def reaches(table, target, *, use_all, positive):
    """The slow and obvious way: every operation on every two values, to the end."""
    if (len(table) == 1 or not use_all) and target in table:
        return True
    return any(
        reaches(after, target, use_all=use_all, positive=positive)
        for _, after in moves(table, positive=positive)
    )


def moves(table, *, positive):
    for i, j in combinations(range(len(table)), 2):
        rest = [value for at, value in enumerate(table) if at not in (i, j)]
        for a, b in ((table[i], table[j]), (table[j], table[i])):
            for symbol, function in OPERATIONS.items():
                if symbol == "/" and b == 0:
                    continue
                made = function(a, b)
                if not positive or (made.denominator == 1 and made >= 1):
                    yield f"{a} {symbol} {b} = {made}", [*rest, made]


@given(
    st.data(),
    st.lists(st.integers(0, 9), min_size=2, max_size=4),
    st.integers(1, 30),
    st.sampled_from(["classic", "countdown"]),
)
@LAWFUL
def test_after_each_step_it_agrees_with_a_full_search(data, numbers, target, rules):
    positive = rules == "countdown"
    table, steps, expected = [Fraction(number) for number in numbers], [], []
    while choices := list(moves(table, positive=positive)):
        step, table = data.draw(st.sampled_from(choices))
        steps.append(step)
        expected.append(reaches(table, target, use_all=not positive, positive=positive))
    assert expected == fv.puzzle.still_solvable(steps, numbers, target, rules)


def test_fractions_on_the_table_count():
    steps = "8 / 3 = 8/3 (left: 3 8 8/3)\n3 - 8/3 = 1/3 (left: 8 1/3)\n8 / (1/3) = 24 (left: 24)"
    assert fv.puzzle.still_solvable(steps, "3 3 8 8") == [True, True, True]


def test_steps_may_come_one_by_one_and_blank_lines_count_as_none():
    assert fv.puzzle.still_solvable(["3 * 8 = 24", "", "24 * 1 = 24\n"], [3, 8, 1]) == [True, True]


@pytest.mark.parametrize(
    "wrong",
    ["3 * 8 = 25", "3 * 7 = 21", "3 * 8 = 24 (left: 8)"],
)
def test_a_step_that_is_wrong_by_itself_ends_all_credit(wrong):
    assert fv.puzzle.still_solvable([wrong, "3 * 8 = 24"], [3, 8]) == [False, False]


@pytest.mark.parametrize(
    "unreadable",
    ["3 ** 8 = 6561", "3 * 8", "we add 3 + 8 now", "3 * 8 = 24 (left: x)", "\\frac{8}{3} = 8/3"],
)
def test_a_step_that_cannot_be_read_is_not_a_bad_step(unreadable):
    assert fv.puzzle.still_solvable([unreadable, "3 * 8 = 24"], [3, 8]) == [None, None]
    made = fv.puzzle.still_solvable(["3 * 1 = 3", unreadable, "8 + 3 = 11"], [3, 8, 1])
    assert made == [True, None, None]
    made = fv.puzzle.still_solvable(["8 + 3 = 12", unreadable, "8 + 3 = 11"], [3, 8])
    assert made == [False, None, False]


@pytest.mark.parametrize(
    "steps",
    [
        "Steps:\n8 / 3 = 8/3\n3 - 8/3 = 1/3",
        "1. 8 / 3 = 8/3\n2. 3 - 8/3 = 1/3",
        "8 ÷ 3 = 8/3\n3 \N{MINUS SIGN} 8/3 = 1/3",
        "**Step 1:** 8 / 3 = (8/3) -> 3 - (8/3) = 1/3",
        ["I divide first.", "- 8 / 3 = 8/3; 3 - 8/3 = 1/3 (left: 8, 1/3)"],
    ],
)
def test_headings_numbering_and_signs_cost_no_credit(steps):
    assert fv.puzzle.still_solvable(steps, "3 3 8 8") == [True, True]


def test_an_answer_line_counts_as_no_step():
    assert fv.puzzle.still_solvable("3 * 8 = 24\nAnswer: 3 * 8 = 24", [3, 8]) == [True]


def test_no_steps_have_no_credit():
    assert fv.puzzle.still_solvable("", [3, 8]) == []


def test_the_number_of_values_may_shrink_under_rules_of_five_numbers():
    steps = ["13 - 9 = 4", "16 - 11 = 5", "4 + 5 = 9"]
    assert fv.puzzle.still_solvable(steps, "13 9 2 16 11", 11, "krypto") == [True, True, True]


def test_rules_that_keep_the_order_are_refused():
    with pytest.raises(RuleError, match=r"the rules must allow .* unlike 'oberon'"):
        fv.puzzle.still_solvable("1 + 2 = 3", [1, 2], 3, "oberon")


def test_only_strings_are_accepted():
    with pytest.raises(RuleError, match="steps must be a string"):
        fv.puzzle.still_solvable([24], [3, 8])
    with pytest.raises(NotationError):
        fv.puzzle.still_solvable("3 * 8 = 24", [3, None])
