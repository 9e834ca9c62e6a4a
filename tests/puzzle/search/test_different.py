"""Different solutions: as many are listed as counted, each with its own expression."""

import random
from contextlib import suppress
from fractions import Fraction
from itertools import chain, combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import facevalue as fv
from tests.oracles import puzzles as reference

TARGETS = [1, -1, 0, Fraction(1, 2), Fraction(-1, 12), 2]


def listed(*puzzle, **options):
    return [str(solution) for solution in fv.solve(*puzzle, **options)]


def test_a_solution_with_one_fraction_can_be_written_without():
    with_one = [
        hand
        for hand in combinations_with_replacement(range(1, 10), 4)
        for way in fv.solve(hand, distinct="raw")
        if sum(value.denominator > 1 for value in way.results) == 1
    ]
    assert len(with_one) == 1363
    assert all(fv.solve(hand, rules="values=integer") for hand in {*with_one})


@pytest.mark.parametrize(
    ("numbers", "target", "rules", "expected"),
    [
        ("1 1 2", 1, "classic", ["1*2-1", "(1+1)/2", "1/(2-1)"]),
        ("1 2 3", 1, "classic", ["1*3-2", "(1+2)/3", "(3-1)/2", "1/(3-2)"]),
        ("1 1 2", -1, "classic", ["1*1-2", "1/(1-2)"]),
        ("1 1 2 2", 2, "oberon", ["1+1+2-2", "1+1-2+2", "1*1+2/2"]),
        (
            "1 12 5 6",
            Fraction(-1, 12),
            "classic",
            ["(1*5-6)/12", "(1-6)/5/12", "1/(5-6)/12", "5/(1-6)/12", "(5+6)/12-1"],
        ),
    ],
)
def test_cores_that_share_an_expression_are_listed_with_their_own(numbers, target, rules, expected):
    assert expected == listed(numbers, target, rules)
    assert expected == listed(numbers, target, rules, method="walk")
    assert len(expected) == fv.count(numbers, target, rules)
    given_numbers = [Fraction(number) for number in numbers.split()]
    game = fv.RULES[rules]
    assert len(expected) == len(reference.essential(given_numbers, Fraction(target), game))


def test_an_idle_part_may_be_idle_only_after_another_has_gone():
    """Without the 1, (1+2-2)/1-3 is the sum 1+2-2-3, from which 1+2-3 can be taken."""
    rules = fv.Rules("line", order="given", grouping="left", operators="+-/")
    assert listed("1 2 2 1 3", -2, rules) == ["(1+2-2)/1-3", "(1-2+2)/1-3"]
    assert fv.count("1 2 2 1 3", -2, rules) == 2


@pytest.mark.parametrize("seed", range(12))
def test_solutions_from_left_to_right_agree_with_the_slow_version(seed):
    source = random.Random(seed)
    operators = source.choice(["+-/", "+-*", "+-*/"])
    rules = fv.Rules("line", order="given", grouping="left", operators=operators)
    numbers = [source.choice([1, 1, 2, 2, 3]) for _ in range(5)]
    values = sorted({*map(reference.evaluate, reference.trees(numbers, rules))} - {None})
    for target in source.sample(values, 8):
        found = listed(numbers, target, rules)
        expected = len(reference.essential(numbers, target, rules))
        assert len(found) == fv.count(numbers, target, rules) == expected, (numbers, target, rules)


def test_the_core_comes_first_where_all_its_expressions_are_shared():
    products = fv.Rules("products", operators="*/")
    assert ["2/2*3/3", "3/3*2/2"] == listed("2 2 3 3", 1, products)
    assert ["2/2*3/3", "3/3*2/2"] == listed("2 2 3 3", 1, products, method="walk")
    sums = fv.Rules("sums", operators="+-", values="positive")
    assert {"2+2+3+5-5", "2+5+2+3-5"} <= set(listed("2 2 3 5 5", 7, sums))


@pytest.mark.parametrize(
    ("operators", "numbers", "target", "expected"),
    [
        ("+-", "1 1 1 2", 1, ["1+1+1-2", "2-1+1-1"]),
        ("+-", "1 1 2 2", 2, ["1+1+2-2", "2+1+1-2"]),
        ("+-*", "2 2 4 4", 4, ["2+2+4-4", "4+2*2-4", "(2+4-4)*2", "(4-2)*(4-2)"]),
    ],
)
def test_a_core_with_idle_parts_has_no_result_0_where_0_is_not_allowed(
    operators, numbers, target, expected
):
    rules = fv.Rules("no zero", operators=operators, values="positive")
    assert expected == listed(numbers, target, rules)


def test_where_the_order_leaves_too_few_expressions_fewer_cores_count():
    row = fv.Rules("row", operators="-*", order="given", grouping="left")
    assert ["(1-2)*1"] == listed("1 2 1", -1, row)  # the cores are 1-2 and 1, with other signs
    assert fv.count("1 2 1", -1, row) == 1
    assert len(reference.essential([1, 2, 1], -1, row)) == 1


@pytest.mark.parametrize("size", [2, 3, pytest.param(4, marks=pytest.mark.slow)])
@pytest.mark.parametrize("target", TARGETS, ids=str)
def test_the_solutions_of_all_small_hands_are_canonically_different(size, target):
    for hand in combinations_with_replacement(range(11), size):
        texts = listed(hand, target)
        forms = {fv.Expression.parse(text).canonical() for text in texts}
        assert len(texts) == len(forms) == fv.count(hand, target), hand


@pytest.mark.few_slow(20)
@pytest.mark.few_quick(24)
@pytest.mark.parametrize("rules", fv.RULES)
@pytest.mark.parametrize("target", TARGETS, ids=str)
def test_under_every_rules_the_listed_expressions_are_different(rules, target):
    size = fv.RULES[rules].size or 3
    hands = list(combinations_with_replacement(range(1, 11), size))
    some = 100 if size < 5 else 3  # a walk of five numbers takes a tenth of a second
    for hand in hands[:: len(hands) // some]:
        check(hand, target, fv.RULES[rules])


@pytest.mark.slow
@pytest.mark.parametrize("operators", ["+-*/", "+-*", "+-", "-*", "*/"])
@pytest.mark.parametrize("values", ["rational", "nonnegative", "integer", "natural", "positive"])
def test_every_listed_solution_of_small_hands_keeps_the_rules(values, operators):
    rules = fv.Rules("any rules", operators=operators, values=values)
    hands = chain(*(combinations_with_replacement(range(7), size) for size in (3, 4, 5)))
    for hand, target in product(hands, range(7)):
        with suppress(fv.RuleError):  # the numbers are not allowed
            texts = listed(hand, target, rules)
            assert all(fv.check(text, hand, target, rules) for text in texts), texts


NUMBERS = st.one_of(
    st.integers(0, 10),
    st.integers(1, 3),
    st.integers(-4, 4),
    st.sampled_from([Fraction(1, 2), Fraction(-1, 2)]),
)
GAMES = st.builds(
    fv.Rules,
    name=st.just("any rules"),
    operators=st.sampled_from(["+-*/", "+-*/", "+-*", "+*/", "+-", "+*", "*/", "-*", "-/", "+"]),
    use=st.sampled_from(["all", "all", "any"]),
    order=st.sampled_from(["any", "any", "given"]),
    grouping=st.sampled_from(["any", "any", "left", "flat", "orders"]),
    values=st.sampled_from(["rational", "nonnegative", "integer", "natural", "positive"]),
)


@given(
    st.lists(NUMBERS, min_size=1, max_size=4),
    st.one_of(st.sampled_from(TARGETS), st.fractions(-12, 12, max_denominator=4)),
    GAMES,
)
@settings(max_examples=400)
def test_with_any_numbers_under_any_rules_the_listed_expressions_are_different(
    numbers, target, rules
):
    check(numbers, target, rules)


def check(numbers, target, rules):
    with suppress(fv.RuleError):  # the numbers are not allowed
        for distinct in ("raw", "canonical", "essential"):
            texts = listed(numbers, target, rules, distinct=distinct)
            assert (
                len(texts) == len(set(texts)) == fv.count(numbers, target, rules, distinct=distinct)
            ), (numbers, target, rules.name)
            assert texts == listed(numbers, target, rules, distinct=distinct, method="walk")
            assert all(fv.check(text, numbers, target, rules) for text in texts[-50:])
