"""Expressions: strings in, strings out, and an exact value."""

import copy
import pickle
import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facevalue.errors import LimitError, NotationError
from facevalue.puzzle.notation.expression import Expression, trusted_expression
from tests.oracles import puzzles as reference

# The law is the same on every machine: derandomized, and nothing is kept between runs.
LAWFUL = settings(derandomize=True, database=None, deadline=None, max_examples=150)

numbers = st.one_of(
    st.integers(0, 13).map(Fraction),
    st.fractions(min_value=-9, max_value=9, max_denominator=9),
)
trees = st.recursive(
    numbers,
    lambda inner: st.tuples(st.sampled_from("+-*/"), inner, inner),
    max_leaves=10,
)


def postfix(tree):
    if not isinstance(tree, tuple):
        return [tree]
    operator, left, right = tree
    return [*postfix(left), *postfix(right), operator]


@LAWFUL
@given(tree=trees)
def test_expressions_equal_the_tree_of_their_string(tree):
    expression = Expression.from_postfix(postfix(tree))
    assert expression == Expression.parse(str(expression))
    assert expression == eval(repr(expression), {"Expression": Expression})
    assert expression == pickle.loads(pickle.dumps(expression))
    assert tuple(postfix(tree)) == expression.postfix


@LAWFUL
@given(tree=trees)
def test_values_agree_with_the_reference(tree):
    assert reference.evaluate(tree) == Expression.from_postfix(postfix(tree)).value


@LAWFUL
@given(tree=trees, other=trees)
def test_expressions_are_equal_when_their_trees_are(tree, other):
    one, two = Expression.from_postfix(postfix(tree)), Expression.from_postfix(postfix(other))
    assert (tree == other) == (one == two)
    assert (tree == other) == (str(one) == str(two))
    assert tree != other or hash(one) == hash(two)


def test_an_expression_has_numbers_a_value_and_steps():
    expression = Expression.parse("(5/6+2)*6")
    assert "(5/6+2)*6" == str(expression)
    assert "Expression.parse('(5/6+2)*6')" == repr(expression)
    assert Fraction(17) == expression.value
    assert (5, 6, 2, 6) == expression.numbers
    assert (5, 6, "/", 2, "+", 6, "*") == expression.postfix
    assert ["5 / 6 = 5/6", "(5/6) + 2 = 17/6", "(17/6) * 6 = 17"] == expression.steps()
    assert r"$\left(\frac{5}{6} + 2\right) \times 6$" == expression._repr_latex_()


def test_superfluous_parentheses_are_left_out():
    assert "(5/6+2)*6" == str(Expression.parse("((((5)/6)+(2))*(6))"))


def test_regrouped_sums_are_different_expressions():
    assert Expression.parse("1+2+3") != Expression.parse("1+(2+3)")
    assert Expression.parse("1+2+3") == Expression.parse("(1+2)+3")
    assert Expression.parse("1+2") != "1+2"


@pytest.mark.parametrize("text", ["5/0", "0*(1/(2-2))", "(1/0)-(1/0)"])
def test_a_division_by_zero_anywhere_has_no_value(text):
    expression = Expression.parse(text)
    assert expression.value is None
    assert expression.steps()[-1].endswith(" = undefined")
    assert expression == Expression.parse(expression.to("steps"))


def test_a_number_alone_is_an_expression():
    expression = Expression.parse("{-3/4}")
    assert (Fraction(-3, 4),) == expression.numbers
    assert Fraction(-3, 4) == expression.value
    assert ["-3/4"] == expression.steps()


def test_postfix_tokens_may_be_of_every_common_type():
    assert "{-5}/({3/4}-{5/2})" == str(Expression.from_postfix([-5, "3/4", "2.5", "-", "/"]))


@pytest.mark.parametrize(
    "tokens", [[], ["+"], [5, 6], [5, "+"], [5, 6, "^"], [5, 1 / 3, "+"], [True]]
)
def test_tokens_that_make_no_tree_are_refused(tokens):
    with pytest.raises(NotationError):
        Expression.from_postfix(tokens)


def test_numbers_may_have_4300_digits():
    large = 10**4300 - 1
    assert large == Expression.from_postfix([large]).value
    assert 2**64 + 1 == Expression.parse("18446744073709551616+1").value
    with pytest.raises(LimitError, match=r"^a number may have at most 4300 digits: "):
        Expression.from_postfix([large + 1])
    with pytest.raises(LimitError, match=r"^expected up to 4300 digits in a number: "):
        Expression.parse("9" * 4301)
    with pytest.raises(LimitError, match=r"^expected up to 20000 digits in all numbers: "):
        Expression.parse("+".join(["9" * 4000] * 6))


def test_a_canonical_form_needs_numbers_that_fit_the_core():
    with pytest.raises(LimitError, match=r"^the numbers are too large: '9223372036854775808\+1'"):
        Expression.parse("9223372036854775808+1").canonical()


def test_expressions_are_frozen_values():
    expression = Expression.parse("1+2")
    assert 1 == len({expression, copy.copy(expression), copy.deepcopy(expression)})
    with pytest.raises(AttributeError):
        expression.value = 3


def test_a_thousand_nested_numbers_are_safe():
    expression = Expression.parse("1-(" * 999 + "1" + ")" * 999)
    assert Fraction(0) == expression.value
    assert expression == Expression.parse(str(expression))
    assert 999 == len(expression.steps())


def test_an_expression_of_the_core_is_parsed_on_first_use():
    read = trusted_expression("(5/6+2)*6")
    assert read == Expression.parse("(5/6+2)*6")
    assert Fraction(17) == pickle.loads(pickle.dumps(read)).value


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("expected a step such as '5 / 6 = 5/6'", "1 2 +"),
        ("expected a denominator other than 0", "1/0 + 1 = 2"),
        ("expected a denominator other than 0", "1 + 1 = 2/0"),
        ("expected the true result", "1 / 0 = 2"),
        ("expected the true result", "1 + 1 = 3"),
        ("expected one result left over", "1 + 1 = 2\n2 + 3 = 5\n1 + 1 = 2"),
    ],
)
def test_steps_that_are_not_a_calculation_are_refused(message, text):
    with pytest.raises(NotationError, match=re.escape(message)):
        Expression.parse(text, "steps")


def test_a_division_by_zero_has_no_canonical_form():
    with pytest.raises(NotationError, match="division by zero"):
        Expression.parse("1/(2-2)").canonical()
