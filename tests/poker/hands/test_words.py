"""The names of hands in every game."""

from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest

from facevalue import parse_cards, poker
from facevalue.poker.hands.rankings import CATEGORIES
from tests.oracles.hand_words import words_of
from tests.oracles.poker import text
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


def hands_of_all_classes(ranking, size):
    """One hand for each set of ranks that the cards can have, and for each flush."""
    ranks = range(6 if ranking == "short" else 2, 15)
    for held in combinations_with_replacement(ranks, size):
        if max(Counter(held).values()) <= 4:
            suits = "cdhs" if len(set(held)) < 5 else "cdhsc"
            yield [(rank, suits[place % 4]) for place, rank in enumerate(held)]
    for held in combinations(ranks, size):
        yield [(rank, "h") for rank in held]


@pytest.mark.parametrize("ranking", [name for name in poker.RANKINGS if "badugi" not in name])
def test_every_hand_is_called_as_the_slow_version_says(ranking):
    row = poker.RANKINGS[ranking]
    for hand in hands_of_all_classes(ranking, row.cards):
        category, description, order = words_of(ranking, hand)
        cards = parse_cards(text(hand))
        assert (category, description) == (row.category(cards), row.description(cards))
        assert parse_cards(text(order)) == row.arranged(cards)


def test_every_badugi_is_called_as_the_slow_version_says():
    row = poker.RANKINGS["badugi"]
    for size in range(1, 5):
        for ranks in combinations(range(2, 15), size):
            hand = list(zip(ranks, "cdhs", strict=False))
            cards = parse_cards(text(hand))
            assert words_of("badugi", hand)[:2] == (row.category(cards), row.description(cards))
