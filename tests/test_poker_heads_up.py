"""Two hands before the flop: the table agrees with the counts of the core."""

import random
from fractions import Fraction

import numpy as np
import pytest

from facevalue import Card, CardError, RangeError, _core, poker
from facevalue.poker.equities import preflop
from facevalue.poker.equities.equity import equity
from facevalue.poker.equities.equity_result import ratio

HANDS = [
    ("AhKh", "QsQd"),
    ("QsQd", "AhKh"),
    ("2c 2d", "2h2s"),
    ("10h 9H", "t♠ T♦"),
    (["Ah", "Kh"], (Card("Qs"), 41)),
    ([0, 1], "random"),
    ("AKs", "QQ"),
]


@pytest.fixture(autouse=True)
def table():
    preflop.prepare()


@pytest.mark.parametrize("hands", HANDS, ids=str)
def test_the_table_agrees_with_counting(hands):
    # A game of one's own takes the long way.
    quick, slow = equity(*hands), equity(*hands, game=poker.Game("holdem", hole=2, board=5))
    assert (quick, str(quick), repr(quick)) == (slow, str(slow), repr(slow))
    assert quick.as_dict() == slow.as_dict()


def test_random_hands_have_the_equity_that_the_core_counts():
    randomness = random.Random(20)
    for _ in range(300):
        cards = randomness.sample(range(52), 4)
        hero, villain = (
            "".join(str(Card(each)) for each in pair) for pair in (cards[:2], cards[2:])
        )
        masks = [int(poker.masks([hand])[0]) for hand in (hero, villain)]
        wins, ties, boards = _core.matchup(*masks)
        shares = equity(hero, villain).players
        assert (wins, ties, boards - wins - ties) == (shares[0].win, shares[0].tie, shares[0].lose)
        assert (shares[0].win, shares[0].lose) == (shares[1].lose, shares[1].win)
        assert 1 == shares[0].equity + shares[1].equity
        assert poker.matchup(hero, villain) == (wins, ties, boards - wins - ties)


@pytest.mark.parametrize(
    "hands",
    [("AhKh", "AhQd"), ("AhAh", "QsQd"), ("Ah", "QsQd"), ("AhKhQh", "QsQd"), ("AhKx", "QsQd")],
)
def test_invalid_hands_are_refused_as_without_the_table(hands, monkeypatch):
    with pytest.raises((CardError, RangeError)) as quick:
        equity(*hands)
    monkeypatch.setattr(preflop, "_SHELF", [])
    with pytest.raises(type(quick.value)) as slow:
        equity(*hands)
    assert str(slow.value) == str(quick.value)


@pytest.mark.parametrize(
    "option", [{"seed": 0.0}, {"seed": True}, {"workers": True}, {"workers": 0}, {"seed": [0, 1]}]
)
def test_wrong_options_are_also_refused_for_two_hands(option):
    with pytest.raises(ValueError, match=next(iter(option))):
        equity("AhKh", "QsQd", **option)


def test_an_array_of_cards_is_a_hand():
    assert equity("AhKh", "QsQd") == equity(np.array([50, 46]), "QsQd")


@pytest.mark.parametrize(("part", "whole"), [(0, 5), (5, 5), (6, 8), (2**80, 3 * 2**70), (7, 1)])
def test_a_ratio_is_the_fraction(part, whole):
    found, expected = ratio(part, whole), Fraction(part, whole)
    assert (expected, hash(expected), repr(expected)) == (found, hash(found), repr(found))
    assert expected + Fraction(1, 3) == found + Fraction(1, 3)


def test_slots_are_filled_by_their_descriptors_only():
    slots = (poker.Share.win, poker.Share.tie)
    made = poker.Share.__new__(poker.Share)
    _core.fill_slots(made, slots, (1, 2))
    assert (1, 2) == (made.win, made.tie)
    with pytest.raises(ValueError, match="for each slot"):
        _core.fill_slots(made, slots, (1,))
    with pytest.raises(ValueError, match="descriptors"):
        _core.fill_slots(made, ("win",), (1,))
    with pytest.raises(TypeError):
        _core.fill_slots(object(), slots, (1, 2))
