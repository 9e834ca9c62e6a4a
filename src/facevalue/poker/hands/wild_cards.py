"""Wild cards and jokers: reads jokers, and finds the best hand by trying all cards.

A wild card counts as any card of the deck that is not in the hand or on the board. A hand never
has a card twice, so there is no five of a kind, and hands rank as without wild cards.

With n wild cards there are up to C(51, n) ways to fill a hand: 1,326 for two of them take about 0.1
milliseconds, and five, the most that can play, take a tenth of a second.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from facevalue import _core
from facevalue.budget import check_deadline
from facevalue.cards import (
    DECK_SIZE,
    Card,
    CardLike,
    CardsLike,
    as_card,
    each_of,
    parse_cards,
    pattern,
)
from facevalue.errors import CardError, counted
from facevalue.poker.hands.games import Game
from facevalue.poker.hands.masks import FULL_DECK, bits_of, highest_first, mask_of, subsets
from facevalue.poker.hands.rankings import Ranking
from facevalue.system.lazy_numpy import np

JOKER = "joker"
_ENOUGH = 64  # cards; one of so many is repeated, or there are too many jokers


def parse_with_jokers(cards: CardsLike) -> list[Card | str]:
    """Parse cards as `parse_cards` does, and jokers, which become the string "joker".

    Raises:
        CardError: a card is invalid or repeated.

    >>> list(map(str, parse_with_jokers("Ah Joker 2c")))
    ['Ah', 'joker', '2c']
    """
    words: Iterable[CardLike]
    if isinstance(cards, str):
        words = pattern(f"(?i:({JOKER}))").split(cards)
    else:
        words = islice(each_of(cards), _ENOUGH)
    found: list[Card | str] = []
    for word in words:
        if isinstance(word, str) and word.strip().casefold() == JOKER:
            found.append(JOKER)
        elif not isinstance(word, str) or word.strip(" ,"):
            found += parse_cards(word) if isinstance(word, str) else [as_card(word)]
    parse_cards([card for card in found if isinstance(card, Card)])  # refuses repeated cards
    return found


def hand_masks(game: Game, *hands: CardsLike) -> list[int]:
    """Return the masks of the hands of a deal; jokers are numbered from bit 52 up.

    Raises:
        CardError: a card is invalid or repeated in a hand, or there are more jokers than in the
            deck of the game.
    """
    if not game.jokers:
        return list(map(mask_of, hands))
    found, dealt = [], 0
    for hand in hands:
        cards = parse_with_jokers(hand)
        jokers = cards.count(JOKER)
        natural = mask_of([card for card in cards if isinstance(card, Card)])
        found.append(natural | ((1 << jokers) - 1) << DECK_SIZE + dealt)
        dealt += jokers
    if dealt > game.jokers:
        raise CardError(f"the deck of {game.name} has {counted(game.jokers, 'joker')}, not {dealt}")
    return found


def names_of(mask: int) -> list[str]:
    """Return the cards of a mask as strings, the highest first and jokers last.

    >>> names_of(8195 | 1 << 52)
    ['3c', '2d', '2c', 'joker']
    """
    return [*map(str, highest_first(mask)), *[JOKER] * (mask >> DECK_SIZE).bit_count()]


def best_with_wild_cards(game: Game, ranking: Ranking, cards: int) -> tuple[int, int] | None:
    """Return the score of the best hand, and its cards as a mask, with what wild cards count as.

    Args:
        game: a game with wild cards.
        ranking: how hands are ranked.
        cards: the hand and the board, as a mask.

    Returns:
        None if no hand qualifies.

    Raises:
        CardError: there are more jokers than in the deck.
    """
    bits = DECK_SIZE + game.jokers
    if cards >> bits:
        raise CardError(f"a mask of {game.name} must have only bits 0 to {bits - 1}: {cards:#x}")
    natural = cards & ~game.wild_cards
    wild = cards.bit_count() - natural.bit_count()
    if wild >= ranking.cards:  # they may be any hand
        natural, wild = 0, ranking.cards
    others = bits_of(FULL_DECK & ~(natural | game.missing_cards))
    # The first of equally strong hands counts, which has the highest cards.
    filled = subsets(others[::-1], wild) | np.uint64(natural)
    scores = np.empty(len(filled), np.uint32)
    check_deadline()
    _core.score_masks(filled, 0, ranking.name, 0, scores, 1)
    return _core.best(ranking.name, int(filled[scores.argmax()]), 0, 0)
