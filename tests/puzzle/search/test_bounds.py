"""A bound of results (`largest`): the same solutions as without it, as far as they stay within."""

import random
from fractions import Fraction

import pytest

import facevalue as fv
from tests.oracles import puzzles as reference

VALUES = ["rational", "rational", "integer", "natural", "positive", "nonnegative"]


@pytest.mark.parametrize("seed", range(25))
def test_bounded_solutions_agree_with_the_slow_version(seed):
    source = random.Random(seed)
    rules = fv.Rules(
        "bounded",
        operators=source.choice(["+-*/", "+-*/", "+-*", "+*/", "*/", "+-"]),
        use=source.choice(["all", "all", "all", "any"]),
        values=source.choice(VALUES),
        largest=source.choice([2, 5, 8, 12, 20, 50]),
    )
    pool = source.choice([[0, 1, 2, 3], range(1, 10), [2, 3, 10, 25], [1, 2, Fraction(1, 2), -1]])
    numbers = [Fraction(source.choice(pool)) for _ in range(source.choice([2, 3, 4]))]
    made = {reference.evaluate(tree, rules) for tree in reference.trees(numbers, rules)} - {None}
    for target in {*source.sample(sorted(made), min(2, len(made))), Fraction(0)}:
        trees = reference.raw(numbers, target, rules)
        counts = {
            "canonical": len({reference.canonical(tree) for tree in trees}),
            "essential": len(reference.essential(numbers, target, rules)),
        }
        for distinct, expected in counts.items():
            found = [str(way) for way in fv.solve(numbers, target, rules, distinct=distinct)]
            assert len(found) == len({*found}) == expected, (numbers, target, rules, distinct)
            assert fv.count(numbers, target, rules, distinct=distinct) == expected
            assert all(fv.check(text, numbers, target, rules).correct for text in found)
        solvable = fv.solvable_many([numbers], [target], rules).tolist()
        assert solvable == [bool(trees)]


@pytest.mark.parametrize(
    ("numbers", "target", "count", "count_of_any"),
    [
        ("7 6 3 1 7 0", 0, 7, 7),
        ("5 2 6 0 1 8 1", 24, 275, 220),
        ("5 2 5 4 8 1 4", 43, 1484, 1485),
        ("9 3 6 1 7 3 0 4", 100, 1436, 1191),
    ],
)
def test_a_bound_makes_no_search_too_large(numbers, target, count, count_of_any):
    assert fv.count(numbers, target, "largest=100") == count
    assert fv.count(numbers, target, "largest=100,use=any") == count_of_any
    assert fv.count(numbers, target, "largest=1000000000") == fv.count(numbers, target)
    assert fv.solve(numbers, target, "largest=100").first is not None


@pytest.mark.parametrize("largest", [30, 100])
@pytest.mark.parametrize("numbers", ["3 3 3 1 1 2 2 5 5", "7 6 3 1 7 0 5 4 2", "1 1 1 1 1 1 2 2 2"])
def test_the_first_solution_of_many_numbers_within_a_bound_is_found_as_fast_as_without(
    numbers, largest
):
    rules = f"largest={largest}"
    first = fv.solve(numbers, 24, rules).first
    assert fv.check(str(first), numbers, 24, rules).correct
    assert fv.solvable_many([[*map(int, numbers.split())]], 24, rules).tolist() == [True]


def test_a_bound_of_nine_numbers_beyond_all_results_changes_no_count():
    numbers = "3 3 3 1 1 1 2 2 5"
    assert fv.count(numbers, 24, "largest=1000000000") == fv.count(numbers, 24) == 131_371


@pytest.mark.parametrize("seed", range(20))
def test_a_walk_through_all_expressions_lists_the_same_bounded_solutions(seed):
    source = random.Random(seed)
    numbers = [source.randint(*source.choice([(0, 9), (1, 30)])) for _ in range(5)]
    target = source.choice([0, 1, 24, sum(numbers)])
    rules = fv.Rules(
        "bounded",
        use=source.choice(["all", "any"]),
        values=source.choice(VALUES),
        largest=source.choice([4, 12, 100]),
    )
    for distinct in ("essential", "canonical"):
        searched, walked = (
            fv.solve(numbers, target, rules, distinct=distinct, method=method)
            for method in ("search", "walk")
        )
        assert list(searched) == list(walked), (numbers, target, rules, distinct)


@pytest.mark.parametrize("seed", range(20))
def test_a_bound_beyond_all_results_changes_no_count(seed):
    source = random.Random(seed)
    numbers = [source.randint(0, 9) for _ in range(source.choice([5, 6, 7]))]
    target = source.choice([0, 0, 1, 24, 100])
    values = source.choice(["rational", "integer", "natural"])
    for distinct in ("essential", "canonical") if len(numbers) == 5 else ("essential",):
        free, bounded = (
            fv.solve(numbers, target, f"values={values}{bound}", distinct=distinct)
            for bound in ("", ",largest=1000000000")
        )
        assert bounded.count() == free.count(), (numbers, target, values, distinct)
        assert list(bounded) == list(free)


def test_all_numbers_in_order_times_0_make_0_at_once():
    numbers = [4, 0, 1, 1, 6, 5, 3, 5, 5, 1, 5]
    assert str(fv.solve(numbers, 0, "train").first) == "4*0*1*1*6*5*3*5*5*1*5"
    assert fv.solvable_many([numbers], [0], "train").tolist() == [True]
