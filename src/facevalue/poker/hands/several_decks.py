"""Compares hands from several decks, in which a card may occur twice: five cards at a time.

Five cards of one rank are the best hand. Five cards of one suit are a flush also if some are equal;
flushes are compared by their cards, from the highest to the lowest. About 0.3 ms for seven cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from typing import Any, TypeAlias

from facevalue import _core
from facevalue.cards import RANKS, SUITS, Card, CardsLike, as_card, cards_in, each_of
from facevalue.errors import CardError
from facevalue.poker.hands.games import Game
from facevalue.poker.hands.masks import mask_of
from facevalue.poker.hands.rankings import CATEGORIES, HAND_SIZE, Ranking
from facevalue.poker.hands.strength import check_deck, check_sizes, evaluate_masks

_ACE = len(RANKS) - 1
# What ranks above what: greater is stronger.
_Key: TypeAlias = tuple[int, ...]


def parse_repeated(cards: CardsLike) -> tuple[Card, ...]:
    """Parse cards as `parse_cards` does, but a card may be repeated.

    >>> len(parse_repeated("Ah Ah Kd"))
    3
    """
    return cards_in(cards) if isinstance(cards, str) else tuple(map(as_card, each_of(cards)))


def strengths_of(
    game: Game, hands: Sequence[tuple[Card, ...]], board: tuple[Card, ...]
) -> list[Any]:
    """Return what can be compared to see which hand is the strongest, for each hand.

    Raises:
        CardError: a hand and the board cannot be evaluated.
    """
    if not any(len({*hand, *board}) < len(hand) + len(board) for hand in hands):
        return [evaluate_masks(game, mask_of(hand), mask_of(board)) for hand in hands]
    for hand in hands:
        check_deck(game, mask_of({*hand, *board}))
        check_sizes(game, len(hand), len(board))
        repeated = [card for card, times in Counter(hand + board).items() if times > 1]
        if repeated and game.has_wild_cards:
            message = f"a hand of {game.name}, which has wild cards, must have different cards"
            raise CardError(f"{message}: {str(repeated[0])!r} is repeated")
    return [_best(game, hand, board) for hand in hands]


def _best(game: Game, hand: tuple[Card, ...], board: tuple[Card, ...]) -> _Key:
    ranking = game.ranking
    if ranking.cards != HAND_SIZE:  # in badugi, equal cards cannot both play
        found = _core.best(ranking.name, mask_of({*hand, *board}), 0, 0)
        assert found is not None  # noqa: S101 - every card is a hand
        return (found[0],)
    if not game.from_hole:
        return max(_key(ranking, cards) for cards in combinations(hand + board, HAND_SIZE))
    parts = combinations(hand, game.from_hole), combinations(board, HAND_SIZE - game.from_hole)
    return max(_key(ranking, one + other) for one, other in product(*parts))


def _key(ranking: Ranking, cards: tuple[Card, ...]) -> _Key:
    """What five cards are worth under a ranking."""
    ranks = [card.id // len(SUITS) for card in cards]
    if ranking.is_ace_low:
        ranks = [-1 if rank == _ACE else rank for rank in ranks]
    is_flush = ranking.has_sequences and len({card.suit for card in cards}) == 1
    counts = Counter(ranks)
    if len(counts) == 1:
        key: _Key = (len(CATEGORIES), ranks[0])
    elif len(counts) == HAND_SIZE:
        category = ranking.category_of(ranks, one_suit=is_flush)
        top = _straight_top(ranks, ranking.wheel) if ranking.has_sequences else None
        key = (_place(ranking, category), *(sorted(ranks, reverse=True) if top is None else (top,)))
    else:
        of_ranks = (
            _place(ranking, ranking.category_of(ranks, one_suit=False)),
            *sorted(counts, key=lambda rank: (-counts[rank], -rank)),
        )
        of_suit = (_place(ranking, "Flush"), *sorted(ranks, reverse=True))
        key = max(of_ranks, of_suit) if is_flush else of_ranks
    return tuple(-part for part in key) if ranking.is_low else key


def _place(ranking: Ranking, category: str) -> int:
    """How strong a category of high hands is; 0 is the weakest."""
    order = _core.categories(ranking.name)
    return len(order) - 1 - order.index(category) if category in order else 0  # 0 for "Low"


def _straight_top(ranks: Sequence[int], wheel: int | None) -> int | None:
    """Return the top rank of a straight; None if five different ranks, 0 to 12, are not one."""
    if wheel is not None and set(ranks) == {_ACE, *range(wheel - 3, wheel + 1)}:
        return wheel
    return max(ranks) if max(ranks) - min(ranks) == HAND_SIZE - 1 else None
