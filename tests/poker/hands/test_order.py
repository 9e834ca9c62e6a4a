"""All hands of five cards in order, as pokerkit orders them.

pokerkit's tests (test_lookups.py of version 0.7) have an MD5 of all hands of a ranking: each hand
as its cards, in the order of the deck, joined by line ends. Equal hands are in the order of
`itertools.combinations`.
"""

from hashlib import md5
from itertools import chain, combinations

import numpy as np
import pytest

from facevalue import poker

RANKS = "23456789TJQKA"
ACE_LOW = "A23456789TJQK"
EIGHT_OR_BETTER = poker.Game("five-card-8", hole=5, board=0, low="low-8")


def ids_of(ranks):
    """The ids of the cards of a deck, rank by rank, as pokerkit has them."""
    return [RANKS.index(rank) * 4 + suit for rank in ranks for suit in range(4)]


def hands_of(ranks):
    """All hands of five cards, one per row."""
    rows = combinations(ids_of(ranks), 5)
    return np.fromiter(chain.from_iterable(rows), dtype=np.uint8).reshape(-1, 5)


def digest(hands, keys):
    """The MD5 of the hands, from the smallest key up."""
    names = np.array([[*f"{rank}{suit}".encode()] for rank in RANKS for suit in "cdhs"], np.uint8)
    ordered = hands[np.argsort(keys, kind="stable")]
    lines = np.full((len(hands), 11), ord("\n"), np.uint8)
    lines[:, :10] = names[ordered].reshape(-1, 10)
    return md5(lines.tobytes()[:-1], usedforsecurity=False).hexdigest()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "ranks", "sign", "expected"),
    [
        ("five-card", RANKS, -1, "488cdd27873395ba75205cd02fb9d6b2"),  # the weakest hand first
        ("shortdeck", RANKS[4:], -1, "5b46b727ce4526a68d41b0e55939353c"),
        ("razz", ACE_LOW, 1, "28925b97b06a1e674eaabf241a441e15"),  # the best low hand first
    ],
)
def test_all_hands_are_in_the_order_of_pokerkit(game, ranks, sign, expected):
    hands = hands_of(ranks)
    five_cards = poker.GAMES[game].replace(hole=5, board=0)
    values = poker.evaluate_many(hands, game=five_cards).astype(np.int64)
    assert digest(hands, sign * values) == expected


@pytest.mark.slow
def test_all_hands_of_eight_or_better_are_in_the_order_of_pokerkit():
    hands = [
        hand for hand in hands_of("A2345678") if len({card // 4 for card in hand.tolist()}) == 5
    ]
    lows = [poker.evaluate(hand.tolist(), game=EIGHT_OR_BETTER).low for hand in hands]
    places = {low: place for place, low in enumerate(sorted({*lows}, reverse=True))}
    keys = [places[low] for low in lows]
    assert (len(hands), len(places)) == (57_344, 56)
    assert digest(np.array(hands), keys) == "ecf2b6b16031562a6761932b1ce1de91"
