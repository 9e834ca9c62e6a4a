"""All values that numbers make, against every tree, and an expression for each."""

import json
import pickle
import random
from fractions import Fraction

import pytest

import facevalue as fv
from tests.oracles import puzzles as reference
from tests.oracles.rows import PLAIN_RULES

# Functions have their own slow version in test_puzzle_functions.
RULES = [*PLAIN_RULES.values(), fv.Rules("sums", operators="-+", use="any", values="nonnegative")]


def made(numbers, rules):
    """The values that some tree makes."""
    values = fv.puzzle.VALUES
    given = [Fraction(number) for number in numbers]
    found = {reference.evaluate(tree, rules) for tree in reference.walk(given, rules)}
    assert rules.values in values
    return found - {None}


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_values_agree_with_all_trees(rules):
    chance = random.Random(5)
    for size in [rules.size] if rules.size else [1, 2, 3, 4]:
        if size < 5:
            numbers = [chance.randint(-2, 9) for _ in range(size)]
            assert sorted(made(numbers, rules)) == list(fv.values(numbers, rules)), numbers


def test_fractions_may_be_given():
    numbers = [Fraction(1, 2), 3, Fraction(-5, 7)]
    assert sorted(made(numbers, fv.RULES["classic"])) == list(fv.values(numbers))


@pytest.mark.parametrize("rules", ["classic", "countdown", "oberon", "forth", "apl", "raku-left"])
def test_each_expression_makes_its_value_and_is_the_simplest(rules):
    found = fv.values("1 8 3 5", rules)
    assert len(found) > 15
    for value, expression in found.items():
        assert value == expression.value
        assert expression == fv.solve("1 8 3 5", value, rules).first


def test_five_numbers_have_an_expression_for_each_value():
    found = fv.values("2 3 5 7 11", "countdown")
    assert all(fv.check(str(way), "2 3 5 7 11", value, "countdown") for value, way in found.items())


def test_only_a_reachable_value_has_an_expression():
    found = fv.values("6 6 5 2")
    assert "×+÷5 6 2 6" == found[17].to("apl")
    assert "(5/6+2)*6" == str(found["17"])
    assert Fraction(5, 3) in found
    assert Fraction(1, 97) not in found
    assert "17" in found
    assert "x" not in found
    with pytest.raises(KeyError):
        found[997]


def test_bounds_are_part_of_the_view():
    found = fv.values("1 2 3 4", low="1/2", high=1)
    every = fv.values("1 2 3 4")
    assert [value for value in every if Fraction(1, 2) <= value <= 1] == list(found)
    assert {Fraction(1, 2), Fraction(1)} < set(found)
    assert [] == list(fv.values("1 2", low=4))
    with pytest.raises(fv.RuleError, match="`low=2` is greater than `high=1`"):
        fv.values("1 2", low=2, high=1)


def test_equal_questions_are_equal_views():
    found = fv.values("1 2", low=-1)
    assert found == fv.values([1, 2], low=-1, limit=None) != fv.values([1, 2])
    assert found == pickle.loads(pickle.dumps(found))
    assert 1 == len({found, fv.values([1, 2], low=-1)})


def test_views_are_written_as_json_and_as_lines():
    found = fv.values("1 2")
    entry = json.loads(json.dumps(found.as_dict("apl")))
    assert (5, [1, 2], "classic") == (entry["value_count"], entry["numbers"], entry["rules"])
    assert {"expression": "÷1 2", "value": "1/2", "steps": ["1 / 2 = 1/2"]} == entry["expressions"][
        1
    ]
    assert "-1 = 1-2\n1/2 = 1/2\n1 = 2-1\n2 = 1*2\n3 = 1+2" == str(found)


@pytest.mark.parametrize(
    ("message", "ask"),
    [
        ("listing the values of 8 numbers would take", lambda: fv.values("2 3 5 7 11 13 17 19")),
        ("walking through", lambda: fv.values(range(1, 10), "raku-left")),
        ("an expression for each of", lambda: list(fv.values("2 3 5 7 11 13").items())),
        ("the numbers are too large", lambda: len(fv.values([2**62 - 1, 2**62 - 3, 2**61 - 1]))),
    ],
)
def test_long_questions_are_refused_first(message, ask):
    with pytest.raises(fv.LimitError, match=message):
        ask()
