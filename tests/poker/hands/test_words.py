"""The names of hands in every game."""

import pytest

from facevalue import parse_cards, poker
from facevalue.poker.hands.rankings import CATEGORIES
from tests.oracles.rows import vectors

WORDS = vectors("players", "words")


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
    assert "<title>7s 7h 7d As Ac</title>" in poker.evaluate("As Ac 7d 7s 7h 2c 3c")._repr_svg_()
