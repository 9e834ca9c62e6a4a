"""Hands with wild cards, of three and four cards and of eight and more, as pokersolver names them.

Its games `joker` and `deuceswild` are video poker: they name a natural royal flush, four deuces and
a royal flush with wild cards, and no pairs that pay nothing. The shim maps its games to ours and
our categories to its names; tests/js runs the same rows in JavaScript.
"""

import pytest

from facevalue import poker
from tests.oracles.rows import vectors

PAIRS = {"One Pair": "Pair"}
# For each game of pokersolver: ours, the wild cards of a hand, and its names of our categories.
GAMES = {
    "joker": ("stud,jokers=2", "Jo", {"One Pair": "High Card"}),
    "deuceswild": ("stud,wild=2", "2", {"One Pair": "High Card", "Two Pair": "High Card"}),
    "threecard": ("three-card", "", PAIRS),
    "fourcard": ("four-card", "", PAIRS),
    "standard": ("stud", "", PAIRS),
}


def solver_name(game, cards, category, description, best):
    """What pokersolver calls a hand that we evaluated."""
    _, wild, names = GAMES[game]
    if game == "deuceswild" and cards.count("2") == 4:
        return "Four Wild Cards"
    if description == "Royal Flush" and "card" not in game:
        is_natural = all(card in cards.split() for card in best)
        return "Wild Royal Flush" if wild and not is_natural else "Royal Flush"
    return names.get(category, category)


@pytest.mark.parametrize(("game", "cards", "wrong", "right"), vectors("pokersolver", "wrong"))
def test_hands_that_pokersolver_misjudges_are_better(game, cards, wrong, right):
    strength = poker.evaluate(cards, GAMES[game][0])
    assert strength.category == right != wrong


@pytest.mark.parametrize("game", GAMES)
def test_hands_have_the_names_of_pokersolver(game):
    rows = vectors("pokersolver", game)
    assert len(rows) > 50
    named = {}
    for cards, _ in rows:
        hand = poker.evaluate(cards, GAMES[game][0])
        best = list(map(str, hand.best))
        named[cards] = solver_name(game, cards, hand.category, hand.description, best)
    assert named == dict(rows)
