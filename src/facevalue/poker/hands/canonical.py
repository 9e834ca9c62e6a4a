"""Hands and boards up to a renaming of suits: strategies are the same for all of them."""

from __future__ import annotations

from functools import reduce
from itertools import permutations
from typing import Any

from facevalue.cards import RANKS, SUITS, CardsLike, parse_cards
from facevalue.errors import CardError
from facevalue.poker.hands.masks import Masks, highest_first, mask_of, refuse_clashes
from facevalue.system.lazy_numpy import np

_FLOP, _BOARD = 3, 5  # cards
_RENAMINGS = tuple(permutations(range(len(SUITS))))
_SUIT_MASK = (1 << len(RANKS)) - 1


def canonical(hand: CardsLike, board: CardsLike = "") -> tuple[str, str]:
    """Rename the suits of a hand and a board in a standard way.

    Two hands with boards have the same result if and only if renaming suits turns one into the
    other. The order of the cards in the hand and in the flop does not matter.

    Args:
        hand: the hole cards, in any game; an empty string for a board alone.
        board: up to five cards: a flop, a turn and a river.

    Returns:
        The hand and the board as strings; the flop has its highest card first.

    Raises:
        CardError: a card is invalid or in two places, or the board has more than five cards.

    >>> canonical("AhKh", "Qh 7d 2c") == canonical("KcAc", "2s 7d Qc")
    True
    >>> canonical("AhKh", "Qh 7d 2c"), canonical("AdKc")
    (('AsKs', 'Qs7h2d'), ('AsKh', ''))
    """
    shared = parse_cards(board)
    if len(shared) > _BOARD:
        raise CardError(f"a board has up to {_BOARD} cards, not {len(shared)}")
    streets = [shared[:_FLOP], *((card,) for card in shared[_FLOP:])]
    masks = [mask_of(hand), *map(mask_of, streets)]
    refuse_clashes(("in the hand", masks[0]), ("on the board", mask_of(shared)))
    renamed = max(tuple(_renamed(mask, order) for mask in masks) for order in _RENAMINGS)
    texts = ["".join(map(str, highest_first(mask))) for mask in renamed]
    return texts[0], "".join(texts[1:])


def _renamed(mask: Any, order: tuple[int, ...]) -> Any:
    """The cards with suits renamed: each suit gets the place of its number in the order."""
    size = len(RANKS)
    return sum(
        (mask >> size * suit & _SUIT_MASK) << size * place for place, suit in enumerate(order)
    )


def canonical_masks(masks: Masks) -> Masks:
    """Return the largest mask that each set of cards becomes when its suits are renamed.

    >>> import numpy as np
    >>> masks = np.array([mask_of("Ah Kh"), mask_of("Ad Kd")], np.uint64)
    >>> len(set(canonical_masks(masks).tolist()))
    1
    """
    return reduce(np.maximum, (_renamed(masks, order) for order in _RENAMINGS))
