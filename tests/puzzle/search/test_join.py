"""Joined numbers (1 and 5 to 15) and limited results: tables, walks and judges agree."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import facevalue as fv
from tests.oracles import puzzles as reference
from tests.puzzle.search.test_solve import compare, to_text

ROW = fv.Rules("row", order="given", join=True)
SUMS = fv.Rules("sums", order="given", grouping="flat", operators="+-", join=True)
FREE = fv.Rules("free", join=True)
OPTIONS = list(product(["all", "any"], ["any", "given"], ["any", "flat", "orders"]))
VALUES = ["rational", "nonnegative", "integer", "natural", "positive"]


def random_numbers(source, size):
    kind = source.choice(["digits", "digits", "whole", "fractions"])
    if kind == "digits":
        return [Fraction(source.randint(0, 9)) for _ in range(size)]
    if kind == "whole":
        return [Fraction(source.choice([-3, 0, 1, 5, 10, 12, 123])) for _ in range(size)]
    return [Fraction(source.randint(-6, 9), source.choice([1, 1, 2])) for _ in range(size)]


def random_target(source, numbers, rules):
    """A target that some expression makes, or a small one."""
    trees = sorted(reference.trees(numbers, rules), key=str)
    made = [reference.evaluate(source.choice(trees), rules) for _ in range(8)]
    return next((value for value in made if value is not None), Fraction(source.randint(-9, 30)))


def walked(numbers, target, rules, distinct="essential"):
    return list(fv.solve(numbers, target, rules, distinct=distinct, method="walk"))


@pytest.mark.parametrize(("use", "order", "grouping"), OPTIONS)
def test_joined_solutions_agree_with_the_reference(use, order, grouping):
    source = random.Random(f"{use} {order} {grouping}")
    for size in (1, 2, 2, 3, 3, 3):
        values = source.choice(VALUES)
        rules = fv.Rules("j", use=use, order=order, grouping=grouping, values=values, join=True)
        numbers = random_numbers(source, size)
        target = random_target(source, numbers, rules)
        compare(numbers, target, rules)
        for distinct in ("raw", "canonical", "essential"):
            found = list(fv.solve(numbers, target, rules, distinct=distinct))
            assert walked(numbers, target, rules, distinct) == found, (numbers, target, rules)
        goal = target + source.choice([0, Fraction(1, 3), 1, 50])
        assert reference.closest(numbers, goal, rules) == set(
            fv.closest(numbers, goal, rules).values
        )


@pytest.mark.parametrize("order", ["any", "given"])
@pytest.mark.parametrize("use", ["all", "any"])
def test_every_pair_and_triple_of_digits_is_joined_right(order, use):
    rules = fv.Rules("j", order=order, use=use, join=True)
    hands = product(range(4), repeat=2) if order == "given" else ()
    hands = [*hands, *combinations_with_replacement(range(3), 3)]
    for hand in hands:
        trees = reference.trees(hand, rules)
        values = {tree: reference.evaluate(tree, rules) for tree in trees}
        assert {value for value in values.values() if value is not None} == set(
            fv.values(hand, rules)
        )
        assert fv.candidates(hand, rules).count() == len(trees)
        assert {to_text(tree) for tree in trees} == set(map(str, fv.candidates(hand, rules)))
        reached = {v for v in values.values() if v is not None and v in range(-5, 40)}
        assert sorted(reached) == list(fv.reachable(hand, rules, low=-5, high=39).values)
        targets = list(range(-5, 40))
        solvable = fv.solvable_many([hand] * len(targets), targets, rules)
        assert [target in reached for target in targets] == solvable.tolist()
        assert (fv.count_many([hand] * len(targets), targets, rules) > 0).tolist() == [*solvable]


@pytest.mark.parametrize(("use", "order"), [(use, order) for use, order, _ in OPTIONS[::3]])
def test_the_judge_accepts_exactly_what_the_reference_can_write(use, order):
    """Every expression of a few numbers is judged, whether the rules can write it or not."""
    rules = fv.Rules("j", use=use, order=order, join=True, operators="+-")
    free = fv.Rules("f", use="any", join=True, operators="+-")
    for numbers in ([1, 1, 2], [1, 11, 1], [0, 1, 10], [12, 1, 2], [1, -1, 1], [5, 0]):
        allowed = reference.trees(numbers, rules)
        for tree in reference.trees([*numbers, 1], free):
            value = reference.evaluate(tree)
            verdict = fv.check(to_text(tree), numbers, value, rules)
            assert verdict.correct == (tree in allowed), (tree, numbers, verdict)


@pytest.mark.parametrize("use", ["all", "any"])
def test_more_than_three_numbers_are_solved_alike_by_tables_and_a_walk(use):
    source = random.Random(use)
    for size, order in ((4, "any"), (4, "any"), (5, "given"), (6, "given")):
        values = source.choice(["rational", "positive"])
        rules = fv.Rules("j", use=use, order=order, values=values, join=True)
        numbers = [source.randint(0, 9) for _ in range(size)]
        target = source.randint(0, 99)
        found = list(fv.solve(numbers, target, rules))
        assert walked(numbers, target, rules) == found
        assert len(found) == fv.count(numbers, target, rules)
        assert all(fv.check(str(way), numbers, target, rules).correct for way in found)
        assert (fv.count_many([numbers] * 9, target, rules) == len(found)).all()


@given(
    st.lists(st.sampled_from([0, 1, 2, 3, 7, 10, 12, 111]), min_size=1, max_size=6),
    st.sampled_from(["all", "any"]),
    st.randoms(use_true_random=False),
)
def test_a_shuffled_joined_answer_is_correct_in_any_order_only(numbers, use, source):
    """Numbers that are joined and then added are an answer, whatever other ways there are."""
    left = list(map(str, numbers))
    source.shuffle(left)
    words: list[str] = []
    while left:
        take = source.randint(1, len(left))
        word = "".join(left[:take]) if left[0] != "0" else left[0]
        words.append(word)
        del left[: take if word != "0" else 1]
    if use == "any":
        words = words[: source.randint(1, len(words))]
    answer, total = "+".join(words), sum(map(int, words))
    assert fv.check(answer, numbers, total, FREE.replace(use=use)).correct
    in_order = fv.check(answer, numbers, total, ROW.replace(use=use)).correct
    sums = ROW.replace(use=use, operators="+", grouping="flat")
    possible = fv.candidates(numbers, sums)
    assert in_order == (answer in map(str, possible))


def test_the_digits_1_to_9_make_100_in_11_ways_with_plus_and_minus():
    """H. Dudeney, Amusements in Mathematics (1917), problem 94; 9 to 1 have 15 ways."""
    assert 11 == len(fv.solve(range(1, 10), 100, SUMS, distinct="raw"))
    assert 15 == len(fv.solve(range(9, 0, -1), 100, SUMS, distinct="raw"))
    four = SUMS.replace(operators="+-*/")
    assert 101 == len(fv.solve(range(1, 10), 100, four, distinct="raw", limit=60))


def test_zero_negative_numbers_and_fractions_start_no_joined_number():
    assert set(fv.values([0, 5], ROW)) == {5, -5, 0}
    assert Fraction(50) in fv.values([5, 0], ROW)
    assert Fraction(50) in fv.values([0, 5], FREE)
    assert fv.check("{-1}5", [-1, 5], -15, FREE).reason is fv.Reason.MALFORMED
    assert not fv.check("-15", [-1, 5], -15, FREE)
    assert fv.check("05", [0, 5], 5, FREE).reason is fv.Reason.MALFORMED


def test_a_typed_negative_number_may_be_next_to_joined_ones():
    for answer, numbers, value in (
        ("15 + -5", [1, 5, -5], 10),
        ("15-5", [1, 5, -5], 10),
        ("12 * 1/2", [1, 2, Fraction(1, 2)], 6),
    ):
        for rules in (ROW, FREE):
            assert fv.check(answer, numbers, value, rules, syntax="relaxed").correct


def test_joined_numbers_have_at_most_18_digits():
    assert fv.check("9" * 18, [9] * 16 + [99], 10**18 - 1, ROW).correct
    assert not fv.check("9" * 19, [9] * 17 + [99], 10**19 - 1, ROW).correct
    big = [10**9, 10**9]
    assert len(list(fv.values(big, ROW))) == 4
    assert not fv.check(f"{10**9}{10**9}", big, 10**18 * 10 + 10**9, ROW)
    assert fv.check(f"{10**8}{10**8}", [10**8, 10**8], 10**17 + 10**8, ROW).correct


def test_numbers_of_any_size_are_judged_next_to_joined_ones():
    huge = 10**30
    assert fv.check(f"{huge}+15", [huge, 1, 5], huge + 15, FREE).correct
    assert fv.check(f"{huge}+51", [huge, 1, 5], huge + 51, ROW).reason is fv.Reason.WRONG_NUMBERS
    with pytest.raises(fv.LimitError, match="at most 16 numbers are joined in any order, not 17"):
        fv.check("1", [1] * 17, 1, FREE)
    assert not fv.check("1" * 18, [1] * 17, 1, ROW)


def test_many_equal_numbers_are_judged_fast():
    numbers = [1, 11] * 8
    assert fv.check("+".join(["111"] * 8), numbers, 888, FREE).correct
    assert fv.check("+".join(["1111"] * 6), numbers, 6666, FREE).correct
    assert not fv.check("+".join(["111"] * 10), [1, 1] + [11] * 14, 1110, FREE).correct


def test_long_numbers_are_walked():
    found = fv.solve([10**12, 7, 10**12], 10**13 + 7 - 10**12, FREE)
    assert ["10000000000007-1000000000000"] == [str(way) for way in found]


def test_too_many_numbers_in_any_order_are_refused():
    for call in (fv.solve, fv.count, fv.values, fv.candidates, fv.closest):
        with pytest.raises(fv.LimitError, match="joins at most 7 numbers in any order, not 8"):
            call(range(1, 9), rules=FREE)
    with pytest.raises(fv.LimitError, match="joins at most 7 numbers"):
        fv.solvable_many(np.arange(8).reshape(1, 8), 1, FREE)


@pytest.mark.parametrize("grouping", ["left", "forth"])
def test_some_groupings_refuse_to_join(grouping):
    size = 4 if grouping == "forth" else None
    with pytest.raises(fv.RuleError, match="`join` needs the grouping any, flat or orders"):
        fv.Rules("no", grouping=grouping, size=size, join=True)


def test_work_in_steps_is_refused_with_a_sentence():
    with pytest.raises(fv.RuleError, match="steps cannot join numbers as 'free' allows"):
        fv.check_steps("15 - 3 = 12", [1, 5, 3], 12, FREE)
    with pytest.raises(fv.RuleError, match="and no joined numbers, unlike 'free'"):
        fv.puzzle.still_solvable("5 - 3 = 2", [1, 5, 3], 12, FREE)
    with pytest.raises(fv.RuleError, match="a table does not join digits, as 'sums' allows"):
        next(iter(fv.table(range(1, 4), 6, SUMS)))


def test_messages_name_the_numbers():
    verdict = fv.check("16-3", [1, 5, 3], 13, ROW)
    assert "16 and 3 cannot be made from 1, 5 and 3, alone or joined, each once" == verdict.message
    assert fv.check_many(["16-3"], [1, 5, 3], 13, ROW).tolist() == [False]


def test_joining_is_an_option_of_rules():
    rules = fv.puzzle.rules_named("train, join=yes")
    assert (rules.join, fv.RULES["train"].join) == (True, False)
    assert not fv.puzzle.rules_named("train,join=no").join
    assert fv.count("15 6", 156, "train,join=yes") == 1
    assert rules.replace(name="a") == fv.Rules(**rules.replace(name="a").as_dict())
    with pytest.raises(fv.RuleError, match="join must be yes or no, not 'maybe'"):
        fv.puzzle.rules_named("join=maybe")


def test_hints_difficulty_and_other_work_on_solutions_join_numbers():
    assert fv.hint("2 4", 24, FREE).solution_count == 1
    assert fv.difficulty("1 5 6", 21, FREE).model == "steps"
    assert fv.difficulty("1 5 6", 22, FREE) is None
    labels = fv.label_many([[1, 5, 6, 0]] * 9 + [[1, 1, 1, 1]], 75, FREE)
    assert labels.solvable.tolist() == [True] * 9 + [False]
    assert fv.Puzzle.parse("2 4 = 24").digest != fv.Puzzle([2, 4], 24, FREE).digest


# Limited results ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("use", "order", "grouping"), [*OPTIONS, ("all", "given", "left")])
def test_limited_solutions_agree_with_the_reference(use, order, grouping):
    source = random.Random(f"limited {use} {order} {grouping}")
    for size in (1, 2, 3, 3, 3):
        values = source.choice(VALUES)
        options = {"use": use, "order": order, "grouping": grouping, "values": values}
        rules = fv.Rules("limited", **options, largest=source.choice([1, 4, 12, 100]))
        numbers = random_numbers(source, size)
        target = random_target(source, numbers, rules)
        compare(numbers, target, rules)
        assert walked(numbers, target, rules) == list(fv.solve(numbers, target, rules))
        nearest = set(fv.closest(numbers, target + Fraction(1, 2), rules).values)
        assert reference.closest(numbers, target + Fraction(1, 2), rules) == nearest
        expected = {reference.evaluate(tree, rules) for tree in reference.trees(numbers, rules)}
        assert expected - {None} == set(fv.values(numbers, rules))


def test_a_limit_of_results_is_judged():
    small = fv.Rules("small", largest=100)
    assert fv.check("(50-25)*4", [50, 25, 4], 100, small).correct
    verdict = fv.check("50*4-25*4", [50, 4, 25, 4], 100, small)
    assert verdict.reason is fv.Reason.FORBIDDEN_VALUE
    needed = "a rational number from -100 to 100"
    assert f"200 is not allowed: every intermediate result must be {needed}" == verdict.message
    assert fv.check("1-102", [1, 102], -101, small).reason is fv.Reason.FORBIDDEN_VALUE
    assert fv.check("1002", [1002], 1002, small).correct, "a given number is no result"
    steps = "50 * 4 = 200\n200 / 2 = 100"
    assert fv.check_steps(steps, [50, 4, 2], 100, small).reason is fv.Reason.FORBIDDEN_VALUE
    assert fv.puzzle.still_solvable("50 * 4 = 200", [50, 4, 2], 100, small) == [False]


def test_values_beyond_128_bits_are_compared_exactly_with_the_limit():
    small = fv.Rules("small", largest=10**15)
    numbers = [10**17, 10**17, 10**17, 3, 10**18 - 1]
    fraction = "1/100000000000000000/100000000000000000/3"
    assert fv.check(fraction, [1, 10**17, 10**17, 3], Fraction(1, 3 * 10**34), small).correct
    product_of_all = fv.check("*".join(map(str, numbers)), numbers, 1, small)
    assert product_of_all.reason is fv.Reason.FORBIDDEN_VALUE
    assert fv.check("10**18", [10], 1, small).reason is not fv.Reason.CORRECT


@pytest.mark.parametrize("largest", [0, -1, 10**15 + 1, 1.5, "big", True])
def test_a_limit_of_results_is_a_whole_number_from_1(largest):
    with pytest.raises(fv.RuleError, match="largest must be"):
        fv.Rules("limited", largest=largest)


def test_limited_results_of_many_puzzles():
    small = fv.RULES["countdown"].replace(largest=100, name="small")
    source = random.Random(7)
    rows = [[source.randint(1, 30) for _ in range(4)] for _ in range(60)]
    targets = [source.randint(10, 130) for _ in rows]
    counts = fv.count_many(rows, targets, small)
    free = fv.count_many(rows, targets, "countdown")
    assert counts.tolist() == [fv.count(*row, small) for row in zip(rows, targets, strict=True)]
    assert (counts <= free).all()
    assert 0 < counts.sum() < free.sum()
    assert not counts[np.array(targets) > 100].any() or max(map(max, rows)) > 100


def test_raw_expressions_with_limited_results_are_counted():
    source = random.Random(8)
    for _ in range(8):
        rules = fv.Rules("r", order=source.choice(["any", "given"]), largest=40, values="integer")
        numbers = [source.choice([1, 2, 2, 3, 7]) for _ in range(4)]
        raw = fv.solve(numbers, source.randint(0, 9), rules, distinct="raw")
        assert raw.count() == len(list(raw))
        assert raw.count() == len(walked(numbers, raw.target, rules, "raw"))


def test_eight_numbers_have_tables_and_more_are_searched_without_the_bound():
    small = fv.Rules("small", operators="+-", largest=30)
    assert fv.solve(range(1, 9), 30, small, limit=None).first.value == 30
    assert fv.solve(range(1, 10), 25, small).first.value == 25
