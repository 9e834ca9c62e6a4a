"""Tournaments: amounts."""

from hypothesis import given
from hypothesis import strategies as st

from facevalue import RuleError, amounts
from tests.oracles import amounts as oracle

PARTS = ["1", "25", "250", "000", ",", ", ", " ", ".", "/", "e", "é", "\u3000", "12,500", "0,00"]


@given(st.lists(st.sampled_from(PARTS), max_size=9).map("".join))
def test_amounts_are_read_as_by_regular_expressions(string):
    try:
        found = amounts.split_amounts(string)
    except RuleError:
        found = None
    assert found == oracle.split_amounts(string)
    for amount in found or [string]:
        try:
            value = amounts.exact_number("a stack", amount)
        except RuleError:
            value = None
        assert value == oracle.exact_number(amount)
