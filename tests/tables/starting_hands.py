"""The order of the 169 starting hands: `python -m tests.tables.starting_hands` prints equities.

With `shortdeck` after it, these are the 81 starting hands of short deck.

Every board of five cards, up to suits, is dealt once; on it every two cards are shown down against
every other two, by counting weaker and equal hands row by row. That is a minute of
work; the resulting orders are in `core/poker/holdem/starting_hands.cpp`.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import combinations
from math import comb

import numpy as np

from facevalue import poker
from facevalue.cards import RANKS
from facevalue.poker.hands.canonical import canonical_masks


def deck(game: str) -> list[int]:
    """The places (13 * suit + rank) of the cards of a game."""
    return [place for place in range(52) if not poker.GAMES[game].missing_cards >> place & 1]


def boards(game: str) -> tuple[np.ndarray, np.ndarray]:
    """A board of each kind up to suits as a mask, and how many boards are of that kind."""
    places = np.array(list(combinations(deck(game), 5)), np.uint64)
    return np.unique(canonical_masks((np.uint64(1) << places).sum(axis=1)), return_counts=True)


def shares(board: int, game: str) -> tuple[np.ndarray, np.ndarray]:
    """The places of the cards left, and how often each two of them win.

    A win counts 2 and a tie 1, against all other two cards.
    """
    left = np.array([place for place in deck(game) if not board >> place & 1])
    first, second = np.triu_indices(len(left), 1)
    bits = np.uint64(1) << left.astype(np.uint64)
    hands = bits[first] | bits[second] | np.uint64(board)
    values = poker.evaluate_many(hands, game=game).astype(np.int32)
    ordered = np.sort(values)
    # Smaller values are stronger, and impossible hands are neither weaker nor equal.
    weaker = len(ordered) - np.searchsorted(ordered, values, "right")
    equal = np.searchsorted(ordered, values, "right") - np.searchsorted(ordered, values, "left") - 1
    table = np.full((len(left), len(left)), -1, np.int32)
    table[first, second] = table[second, first] = values
    is_weaker = (table[:, None, :] > table[:, :, None]).sum(axis=2)
    is_equal = (table[:, None, :] == table[:, :, None]).sum(axis=2) - 1
    for one, other in ((first, second), (second, first)):
        weaker -= is_weaker[one, other]
        equal -= is_equal[one, other]
    points = np.zeros((len(left), len(left)), np.int64)
    points[first, second] = 2 * weaker + equal
    return left, points


def name(first: int, second: int) -> str:
    """The starting hand of two cards: AA, AKs or AKo."""
    (one, high), (other, low) = sorted(
        (divmod(place, len(RANKS)) for place in (first, second)), key=lambda card: -card[1]
    )
    kind = "" if high == low else "s" if one == other else "o"
    return RANKS[high] + RANKS[low] + kind


def points(game: str) -> Counter[str]:
    """The points of each starting hand against any two cards, on all boards: wins count twice."""
    by_places = np.zeros((52, 52), np.int64)
    for board, count in zip(*boards(game), strict=True):
        left, won = shares(int(board), game)
        by_places[np.ix_(left, left)] += count * won
    total: Counter[str] = Counter()
    for first, second in combinations(deck(game), 2):
        total[name(first, second)] += int(by_places[first, second])
    return total


def sizes(game: str) -> Counter[str]:
    """How many combinations each starting hand has."""
    return Counter(name(*places) for places in combinations(deck(game), 2))


def main(game: str = "holdem") -> None:
    """Print the starting hands, the best first, with their points and equities."""
    size, won, cards = sizes(game), points(game), len(deck(game))
    most = 2 * comb(cards - 2, 5) * comb(cards - 7, 2)
    for hand in sorted(won, key=lambda hand: won[hand] / size[hand], reverse=True):
        print(hand, won[hand], won[hand] / size[hand] / most)  # noqa: T201 - this is a command


if __name__ == "__main__":
    main(*sys.argv[1:])
