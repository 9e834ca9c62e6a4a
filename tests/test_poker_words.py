"""The names of hands in every game."""

import pytest

from facevalue import parse_cards, poker
from facevalue.poker.hands.rankings import CATEGORIES

WORDS = [
    ("holdem", "As Ks Qs Js Ts 2c 3d", "Straight Flush", "Royal Flush"),
    ("holdem", "9h 8h 7h 6h 5h As Ah", "Straight Flush", "Straight Flush, Nine high"),
    ("holdem", "5h 4h 3h 2h Ah", "Straight Flush", "Straight Flush, Five high"),
    ("holdem", "6c 6d 6h 6s Kc", "Four of a Kind", "Four of a Kind, Sixes"),
    ("holdem", "7h 7s 7d As Ac", "Full House", "Full House, Sevens full of Aces"),
    ("holdem", "Ah As Ad Kh Ks Kd 2c", "Full House", "Full House, Aces full of Kings"),
    ("holdem", "Jh 9h 5h 3h 2h As Ad", "Flush", "Flush, Jack high"),
    ("holdem", "Ac Kd Qh Js Tc", "Straight", "Straight, Ace high"),
    ("holdem", "Ac 2d 3h 4s 5c", "Straight", "Straight, Five high"),
    ("stud", "Tc Td Th 2s 3c 5c 8d", "Three of a Kind", "Three of a Kind, Tens"),
    ("holdem", "Jc Jd 6h 6s 3c 3d Ah", "Two Pair", "Two Pair, Jacks and Sixes"),
    ("five-card", "2c 2d 6h 9s Ac", "One Pair", "One Pair, Twos"),
    ("five-card", "2c 3d 6h 9s Ac", "High Card", "High Card, Ace"),
    ("shortdeck", "Ac 9d 8h 7s 6c", "Straight", "Straight, Nine high"),
    ("shortdeck", "Ac 9c 8c 7c 6c", "Straight Flush", "Straight Flush, Nine high"),
    ("shortdeck", "Ac Kc Qc Jc Tc", "Straight Flush", "Royal Flush"),
    ("razz", "Ac 2c 3c 4c 5c Kd Kh", "Low", "Five-four low"),
    ("razz", "Kd Kh Ks 2c 2d 3h 3s", "Two Pair", "Two Pair, Threes and Twos"),
    ("razz", "Ac Ad 3s 4c 5c", "One Pair", "One Pair, Aces"),
    ("deuce7", "7c 5d 4h 3s 2c", "Low", "Seven-five low"),
    ("deuce7", "Ac 5d 4h 3s 2c", "Low", "Ace-five low"),
    ("deuce7", "6c 5d 4h 3s 2c", "Straight", "Straight, Six high"),
    ("deuce7", "7c 5c 4c 3c 2c", "Flush", "Flush, Seven high"),
    ("deuce7", "Ac Kc Qc Jc Tc", "Straight Flush", "Royal Flush"),
    ("badugi", "Ac 2d 3h 4s", "Badugi", "Badugi, Four high"),
    ("badugi", "Ac 2d 3h 4h", "Three Cards", "Three Cards, Three high"),
    ("badugi", "Ac 2d Ah 2s", "Two Cards", "Two Cards, Two high"),
    ("badugi", "9c 8c Ac Kc", "One Card", "One Card, Ace"),
    ("badugi", "Ac Ad Ah As", "One Card", "One Card, Ace"),
]


@pytest.mark.parametrize(("game", "cards", "category", "description"), WORDS)
def test_a_hand_is_called_as_at_the_table(game, cards, category, description):
    strength = poker.evaluate(cards, game)
    assert (category, description) == (strength.category, strength.description)
    assert description == str(strength)


def test_every_category_has_its_words():
    named = {category for game, _, category, _ in WORDS if not poker.GAMES[game].ranking.is_low}
    assert set(CATEGORIES) == named


@pytest.mark.parametrize(
    ("cards", "best"),
    [
        ("As Ac 7d 7s 7h", "7s 7h 7d As Ac"),
        ("2c 3d 4h 5s Ac", "5s 4h 3d 2c Ac"),
        ("2c Kd 2h Ks Ac", "Ks Kd 2h 2c Ac"),
        ("Tc Jc Qc Kc Ac", "Ac Kc Qc Jc Tc"),
    ],
)
def test_what_decides_comes_first(cards, best):
    assert parse_cards(best) == poker.evaluate(cards).best


def test_a_low_hand_that_does_not_qualify_has_no_name():
    high = poker.evaluate("As 2d Kc Kd", "omaha8", board="3h 4c Ts Qd Qh")
    assert high.low is None
    assert high.description == "Two Pair, Kings and Queens"


def test_a_notebook_draws_the_cards_that_play():
    strength = poker.evaluate("As Ac 7d 7s 7h 2c 3c")
    assert "<title>7s 7h 7d As Ac</title>" in strength._repr_svg_()
