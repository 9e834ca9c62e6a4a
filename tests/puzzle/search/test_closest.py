"""The values nearest to a target, compared with a slow and obvious search."""

import random
from fractions import Fraction

import pytest

import facevalue as fv
from tests.oracles import puzzles as reference
from tests.oracles.rows import PLAIN_RULES

OWN = (
    fv.Rules("given", order="given"),
    fv.Rules("some in order", use="any", order="given", values="nonnegative"),
    fv.Rules("some from the left", use="any", grouping="left", values="integer"),
    fv.Rules("differences", operators="-/", use="any"),
)
RULES = (*PLAIN_RULES.values(), *OWN)


def puzzles(rules, count):
    """Random puzzles that the reference can do: few numbers, of five some equal."""
    source = random.Random(f"closest {rules.name}")
    for _ in range(count):
        size = rules.size or source.choice([1, 2, 3, 3, 3])
        most = 12 if size < 5 else 2
        numbers = [source.randint(1, most) for _ in range(size)]
        if source.random() < 0.3 and size < 4:
            numbers[0] = source.choice([0, -2, Fraction(1, 2), Fraction(7, 3)])
        yield numbers, Fraction(source.randint(-20, 60), source.choice([1, 1, 1, 2, 5]))


@pytest.mark.few_quick(1)
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_values_distance_and_fewest_steps_agree_with_the_reference(rules):
    compare(rules, puzzles(rules, {None: 30, 4: 8, 5: 1}[rules.size]))


@pytest.mark.exhaustive
@pytest.mark.parametrize("rules", [row for row in RULES if row.size is None])
def test_the_same_is_true_of_four_numbers(rules):
    source = random.Random(f"four {rules.name}")
    for _ in range(12):
        numbers = source.choices([*range(1, 14), 25, 50, 75, 100], k=4)
        compare(rules, [(numbers, source.choice([24, 101, 487, Fraction(7, 3), -5]))])


@pytest.mark.few_quick(6)
@pytest.mark.parametrize(
    "rules",
    [pytest.param(row, marks=pytest.mark.slow if row.size == 5 else ()) for row in RULES],
    ids=lambda rules: rules.name,
)
def test_numbers_and_targets_may_have_many_digits(rules):
    source = random.Random(f"digits {rules.name}")
    size = rules.size or 3
    for _ in range({3: 10, 4: 3, 5: 1}[size]):
        numbers = [source.randint(1, 10 ** source.randint(1, 18 // size)) for _ in range(size)]
        numerator = source.randint(-(10**18), 10**18)
        target = Fraction(numerator, source.randint(1, 10 ** source.choice([2, 17, 18])))
        expected = sorted(reference.closest(numbers, target, rules))
        assert expected == list(fv.closest(numbers, target, rules).values)


def test_a_target_of_38_digits_is_compared_exactly():
    target = Fraction(-8239395385945212841, 4499783446528355980)
    assert (Fraction(-4116, 2207),) == fv.closest([61, 84, 49, 27], target).values


def compare(rules, puzzles):
    for numbers, target in puzzles:
        found = fv.closest(numbers, target, rules)
        expected = sorted(reference.closest(numbers, target, rules))
        assert expected == list(found.values)
        assert found.distance == min((abs(value - target) for value in expected), default=None)
        fewest = [reference.fewest_steps(numbers, value, rules) for value in expected]
        assert fewest == list(found.steps)
        for way, value in zip(found, expected, strict=True):
            assert way.value == value
            assert way in fv.solve(numbers, value, rules)


def test_two_values_are_given_where_the_target_lies_in_the_middle():
    found = fv.closest("1 3 4 6", rules="whole")
    assert (23, 25) == found.values
    assert found.distance == 1
    assert str(found) == "23 = 3*6+1+4 (1 away, 3 steps)\n25 = (1+6)*3+4 (1 away, 3 steps)"


def test_a_solution_is_at_distance_0():
    found = fv.closest("8 8 3 3")
    assert (0, (24,), (3,)) == (found.distance, found.values, found.steps)
    assert list(found) == [fv.solve("8 8 3 3").first]


def test_a_number_that_is_the_target_takes_no_step():
    assert (0,) == fv.closest("24 3 5", rules="countdown").steps
    assert str(fv.closest("7", 9)) == "7 = 7 (2 away, 0 steps)"


def test_nothing_is_near_where_nothing_can_be_made():
    found = fv.closest("1/2 3/4", rules="whole")
    assert (0, (), (), None) == (len(found), found.values, found.steps, found.distance)
    assert str(found) == "nothing can be made"


def test_solutions_have_the_same_closest_values():
    for numbers, target in (("1 1 1 1", 24), ("1 2 3 4", 24), ("2 2", Fraction(5, 2))):
        assert fv.closest(numbers, target) == fv.solve(numbers, target).closest()


def test_the_way_takes_no_step_more_than_it_must():
    assert (1,) == fv.closest([24, 2, 100, 7, 9, 11], 26, "countdown").steps


def test_huge_numbers_are_walked_through_and_too_many_of_them_refused():
    huge = [10**16 + step for step in (1, 3, 7, 9, 13, 19)]
    found = fv.closest(huge[:3], Fraction(1, 7))
    assert list(found.values) == sorted(reference.closest(huge[:3], Fraction(1, 7)))
    with pytest.raises(fv.LimitError, match=r"walking through .* candidates would take about"):
        fv.closest(huge, Fraction(1, 1_000_003))


def test_eight_different_numbers_without_a_solution_are_refused():
    closest_of_eight = r"no solution; finding the closest value of 8 numbers would take about \d+ s"
    with pytest.raises(fv.LimitError, match=closest_of_eight):
        fv.closest([3, 5, 7, 11, 13, 17, 19, 23], Fraction(1, 10**9 + 7))


def test_equal_numbers_may_be_more():
    assert (0,) == fv.closest([1] * 10, Fraction(1, 97)).values
    with pytest.raises(fv.LimitError):
        fv.closest(range(2, 12), Fraction(1, 10**9 + 7))


@pytest.mark.slow
def test_fewer_steps_come_first_however_many_fractions_they_pass():
    # Ten steps through nine fractions make what eleven sums of whole numbers make.
    rules = fv.Rules("long", operators="+/", use="any", order="given", grouping="left")
    whole = [101, 7, 103, 11, 107, 13, 109, 17, 113, 19, 10007, 20011]
    start = Fraction(whole[0])
    for divisor, term in zip(whole[1:10:2], [*whole[2:10:2], 0], strict=True):
        start = start / divisor + term
    numbers = [*whole[:10], sum(whole) - start, *whole[10:]]
    found = fv.closest(numbers, sum(whole), rules)
    assert (0, (10,)) == (found.distance, found.steps)
