"""Two hands before the flop: the table agrees with the counts of the core."""

import pickle
import random
from copy import copy
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from facevalue import Card, CardError, DeadlineError, RangeError, _core, deadline, poker
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
    preflop.matchups()


@pytest.mark.parametrize("hands", HANDS, ids=str)
def test_the_table_agrees_with_counting(hands):
    agree(equity(*hands), by_the_long_way(*hands))


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize(
    "count",
    [
        40,
        pytest.param(400, marks=pytest.mark.slow),
        pytest.param(30_000, marks=pytest.mark.exhaustive),
    ],
)
def test_hands_on_a_board_have_the_same_equity_by_the_long_way(size, count):
    randomness = random.Random(f"board of {size}")
    for _ in range(count):
        cards = [str(Card(each)) for each in randomness.sample(range(52), 4 + size)]
        hero, villain, board = ("".join(part) for part in (cards[:2], cards[2:4], cards[4:]))
        for other in (villain, "random"):
            agree(equity(hero, other, board=board), by_the_long_way(hero, other, board=board))


@pytest.mark.parametrize("call", [("AhKh", "2c3c4c5c6c7c"), ("AhAd", "AhKc7d"), ("Ah", "2c3c4c")])
def test_a_wrong_hand_against_random_has_the_same_message_by_the_long_way(call):
    hand, board = call
    with pytest.raises((CardError, RangeError)) as quick:
        equity(hand, "random", board=board)
    with pytest.raises(type(quick.value)) as slow:
        by_the_long_way(hand, "random", board=board)
    assert str(slow.value) == str(quick.value)


def test_each_hand_has_the_same_name_by_the_long_way():
    for cards in combinations(range(52), 2):
        board, rival = [
            [each for each in range(11) if each not in cards][i : i + 5] for i in (0, 5)
        ]
        hands = (list(map(Card, cards)), rival[:2])
        assert equity(*hands, board=board).hands == by_the_long_way(*hands, board=board).hands


def test_a_share_of_the_core_is_like_any_other():
    share = equity("AhKh", "QsQd", board="2h7d9c")[0]
    same = poker.Share(win=share.win, tie=share.tie, lose=share.lose, equity=share.equity)
    assert (share, hash(share), repr(share)) == (same, hash(same), repr(same))
    fresh = [equity("AhKh", "QsQd", board="2h7d9c")[0] for _ in range(3)]
    assert [same] * 3 == [copy(fresh[0]), pickle.loads(pickle.dumps(fresh[1])), fresh[2].replace()]
    with pytest.raises(AttributeError, match="no attribute 'wins'"):
        _ = share.wins


def test_a_passed_deadline_ends_the_call():
    with pytest.raises(DeadlineError), deadline(0):
        equity("AhKh", "QsQd", board="2h7d9c")


def by_the_long_way(*hands, board=""):
    """The core does not handle a custom game itself."""
    return equity(*hands, board=board, game=poker.Game("holdem", hole=2, board=5))


def agree(quick, slow):
    assert (quick, str(quick), repr(quick)) == (slow, str(slow), repr(slow))
    assert (quick.as_dict(), hash(quick)) == (slow.as_dict(), hash(slow))


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
