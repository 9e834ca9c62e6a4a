"""Wild cards and jokers: reads hands that may have them, and finds the best hand.

A wild card counts as any card of the deck that is not in the hand or on the board. It also makes
five of a kind, which beats a straight flush: then it counts as a card that the hand has.
"""

from __future__ import annotations

from itertools import islice

from facevalue import _core
from facevalue.cards import DECK_SIZE, Card, CardsLike, as_card, cards_in, each_of
from facevalue.errors import CardError
from facevalue.poker.hands.games import MAX_JOKERS, Game
from facevalue.poker.hands.masks import highest_first, mask_of
from facevalue.poker.hands.rankings import Ranking
from facevalue.system.arrays import plain

JOKER = _core.JOKER
_ENOUGH = DECK_SIZE + MAX_JOKERS + 1  # cards; one of so many is repeated


def parse_with_jokers(cards: CardsLike) -> list[Card | str]:
    """Parse cards as `parse_cards` does, and jokers, which become the string "joker".

    A joker is "joker" or "Jo" in any case, "*", or one of the characters 🂿, 🃏 and 🃟.

    Raises:
        CardError: a card is invalid or repeated.

    >>> list(map(str, parse_with_jokers("Ah Joker 2c")))
    ['Ah', 'joker', '2c']
    >>> list(map(str, parse_with_jokers("AhJo*🃏")))
    ['Ah', 'joker', 'joker', 'joker']
    """
    ids = _core.read_given_cards(as_argument(cards))
    return [JOKER if number == DECK_SIZE else Card(number) for number in ids]


def hand_masks(game: Game, *hands: CardsLike) -> list[int]:
    """Return the masks of the hands of a deal; jokers are numbered from bit 52 up.

    Raises:
        CardError: a card is invalid or repeated in a hand, or there are more jokers than in the
            deck of the game.
    """
    if not game.jokers:
        return list(map(mask_of, hands))
    return _core.read_hands(game.name, game.jokers, list(map(as_argument, hands)))


def repeated_ids(game: Game, cards: CardsLike) -> list[int]:
    """Return the ids of cards of a game, of which some may be repeated; jokers have 52.

    Raises:
        CardError: a card is invalid, or a joker in a game without them.
    """
    if game.jokers:
        return _core.read_repeated_cards(as_argument(cards))
    parsed = cards_in(cards) if isinstance(cards, str) else map(as_card, each_of(cards))
    return [card.id for card in parsed]


def as_argument(cards: CardsLike) -> object:
    """Return cards with ids in the place of `Card`s, which the core does not know."""
    if isinstance(cards, str):
        return cards
    listed = plain(cards)
    if not hasattr(listed, "__iter__"):
        return listed
    some = islice(listed, _ENOUGH)
    return [card.id if isinstance(card, Card) else card for card in some]


def names_of(mask: int) -> list[str]:
    """Return the cards of a mask as strings, the highest first and jokers last.

    >>> names_of(8195 | 1 << 52)
    ['3c', '2d', '2c', 'joker']
    """
    return [*map(str, highest_first(mask)), *[JOKER] * (mask >> DECK_SIZE).bit_count()]


def best_with_wild_cards(
    game: Game, ranking: Ranking, hole: int, board: int
) -> tuple[int, list[int]] | None:
    """Return the score of the best hand, and the ids of its cards: those wild cards count as.

    Args:
        game: a game with wild cards.
        ranking: how hands are ranked.
        hole: the hand as a mask.
        board: the board as a mask.

    Returns:
        None if no hand qualifies.

    Raises:
        CardError: there are more jokers than in the deck.
    """
    bits = DECK_SIZE + game.jokers
    if (hole | board) >> bits:
        shown = f"{hole | board:#x}"
        raise CardError(f"a mask of {game.name} must have only bits 0 to {bits - 1}: {shown}")
    return _core.strongest(game.core, ranking.name, hole, board)
