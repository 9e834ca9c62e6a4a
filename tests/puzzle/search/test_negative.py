"""With negative numbers, zeros and fractions the search and the walk of all strings agree.

Here the sign of a part matters: a group may be worth -1, or worth 1 in one sign only.
"""

import random
from fractions import Fraction

import pytest

import facevalue as fv
from tests.oracles import puzzles as reference

HALF = Fraction(1, 2)
POOLS = {
    "signed": [-9, -8, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    "small": [-4, -3, -2, -1, 0, 1, 2, 3, 4],
    "units": [-2, -1, 1, 2],
    "halves": [0, -1, 1, 2, -3, HALF, -HALF, 3],
}
RULES = {
    "any": fv.Rules("any-of-them", use="any"),
    "no-minus": fv.Rules("no-minus", operators="+*/"),
    "no-division": fv.Rules("no-division", operators="+-*"),
    "whole": fv.Rules("whole", values="integer"),
    "all": fv.Rules("all-of-them"),
}


@pytest.mark.parametrize(
    ("numbers", "target"),
    [
        # The 3, 8 and 4 that are left over must be able to make -1: {-3}-8/{-4}, not 8+{-4}+{-3}.
        ([-4, 1, 8, -3], -1),
        # {-2}/2 begins {-2}/2/2, which 2/{-2}/2 does not stand for.
        ([2, 2, 2, -2], Fraction(3, 2)),
        ([-1, -1, 2, -2], HALF),
        ([-HALF, -HALF, HALF], 2),
    ],
)
@pytest.mark.parametrize("distinct", ["raw", "canonical", "essential"])
def test_solutions_with_negative_numbers_agree_with_the_walk(numbers, target, distinct):
    walked = len(list(fv.solve(numbers, target, distinct=distinct, method="walk")))
    assert fv.count(numbers, target, distinct=distinct) == walked
    assert len(list(fv.solve(numbers, target, distinct=distinct))) == walked


def test_cores_that_a_number_and_its_negative_share_have_separate_expressions():
    rules = RULES["no-division"]
    for method in ("search", "walk"):
        texts = [str(each) for each in fv.solve([-2, 2, 2], -2, rules, method=method)]
        assert texts == ["{-2}*2+2", "{-2}+2-2", "{-2}+(2-2)"]
    assert len(reference.essential([-2, 2, 2], -2, rules)) == 3


def test_the_reference_finds_eleven_solutions_with_a_group_that_can_be_turned():
    assert len(reference.essential([-4, 1, 8, -3], -1)) == 11
    assert fv.count([-4, 1, 8, -3], -1) == 11


@pytest.mark.parametrize(
    ("numbers", "target", "count"),
    [
        ([-2, 2, 2, -1], 2, 9),
        ([-2, -2, 2, 2], 2, 4),
        ([-1, -1, -2, 1], -1, 8),
        ([-2, -2, -2, 2], -2, 3),
    ],
)
def test_without_subtraction_a_part_worth_zero_keeps_the_sign_that_it_can_have(
    numbers, target, count
):
    rules = RULES["no-minus"]
    assert len(reference.essential(numbers, target, rules)) == count
    assert fv.count(numbers, target, rules) == count
    assert len(list(fv.solve(numbers, target, rules, method="walk"))) == count


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("pool", POOLS.values(), ids=POOLS)
@pytest.mark.parametrize("count", [25, pytest.param(1500, marks=pytest.mark.exhaustive)])
def test_random_puzzles_with_signs_agree_with_the_walk(rules, pool, count):
    rng = random.Random(f"{rules.name} {pool}")
    for _ in range(count):
        numbers = rng.choices(pool, k=rng.choice([2, 3, 4, 4]))
        target = rng.choice(
            [0, 1, -1, 2, -2, rng.randint(-12, 12), Fraction(rng.randint(-5, 5), rng.randint(1, 3))]
        )
        for distinct in ("canonical", "essential"):
            walked = len(list(fv.solve(numbers, target, rules, distinct=distinct, method="walk")))
            assert fv.count(numbers, target, rules, distinct=distinct) == walked, (numbers, target)
