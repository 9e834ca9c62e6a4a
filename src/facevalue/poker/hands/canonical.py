"""Hands and boards up to a renaming of suits: strategies are the same for all of them."""

from __future__ import annotations

from facevalue import _core
from facevalue.cards import CardsLike, parse_cards
from facevalue.errors import CardError
from facevalue.options import quick
from facevalue.poker.hands.masks import Masks, mask_of, refuse_clashes


@quick(_core.quick_canonical)
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
    if len(shared) > _core.BOARD_CARDS:
        raise CardError(f"a board has up to {_core.BOARD_CARDS} cards, not {len(shared)}")
    refuse_clashes(("in the hand", mask_of(hand)), ("on the board", mask_of(shared)))
    # The core reads cards, and plain strings of them.
    return canonical(parse_cards(hand), shared)


def canonical_masks(masks: Masks) -> Masks:
    """Return the largest mask that each set of cards becomes when its suits are renamed.

    >>> import numpy as np
    >>> masks = np.array([mask_of("Ah Kh"), mask_of("Ad Kd")], np.uint64)
    >>> len(set(canonical_masks(masks).tolist()))
    1
    """
    return _core.canonical_masks(masks)
