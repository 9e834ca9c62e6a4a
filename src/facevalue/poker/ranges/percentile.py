"""`percentile`: how many of all other hands a hand beats."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb

from facevalue import _core
from facevalue.budget import USUAL_LIMIT, check_cost
from facevalue.cards import DECK_SIZE, CardsLike
from facevalue.poker.hands.games import (
    HOLDEM_HOLE,
    GameLike,
    game_without_wild_cards,
    hand_seconds,
)
from facevalue.poker.hands.masks import FULL_DECK, mask_of
from facevalue.poker.hands.strength import check_cards
from facevalue.poker.ranges.omaha_order import BOARD, omaha_order
from facevalue.poker.ranges.omaha_order import HOLE as OMAHA_HOLE
from facevalue.poker.ranges.starting_hands import STARTING_HANDS, ends, names_by_hand


def percentile(
    hand: CardsLike,
    game: GameLike = "holdem",
    *,
    board: CardsLike = "",
    limit: float | None = USUAL_LIMIT,
) -> Fraction:
    """Return the percentage of all hands that a hand beats, 0 to 100; a tie counts half.

    With a board, these are the hands that another player may hold on it. Without a board, they are
    all hands with as many cards. Two cards of hold'em and four of Omaha without a board are
    compared by their equity against a random hand.

    Args:
        hand: the cards, as for `evaluate`; or two cards of hold'em, or four of Omaha.
        game: the name of a game in `GAMES`, or a `Game`; in hi-lo games, the high half counts.
        board: the cards that all players share.
        limit: the maximum number of seconds that it may take, by an estimate made before it starts;
            None for no limit.

    Raises:
        CardError: a card is invalid or repeated, or there are too few or too many.
        LimitError: it would take longer than `limit` (the message gives an estimate).
        RuleError: no game has that name.

    >>> float(percentile("AhKh", board="Qh 7h 2c"))
    59.62072155411656
    >>> round(float(percentile("7H 7S 7D AS AC")), 2), round(float(percentile("AhKh")), 2)
    (99.9, 96.68)
    """
    rules, mine, shared = game_without_wild_cards(game), mask_of(hand), mask_of(board)
    size = mine.bit_count()
    is_usual = (rules.deck, rules.ranking.name, rules.board) == (DECK_SIZE, "high", BOARD)
    if is_usual and size == rules.hole and not shared:
        if size == HOLDEM_HOLE and not rules.from_hole:
            return _percentile_of(ends()[1:], STARTING_HANDS.index(names_by_hand()[mine]))
        if size == OMAHA_HOLE and rules.is_omaha:
            order = omaha_order()
            return _percentile_of(order.ends.tolist(), order.place_of(mine))
    check_cards(rules, mine, shared)
    cards = FULL_DECK & ~(rules.missing_cards | (mine | shared if shared else 0))
    count = comb(cards.bit_count(), size)
    seconds = count * hand_seconds(rules, has_board=bool(shared))
    check_cost(f"comparing {count:,} hands", seconds, limit)
    ranking = (rules.ranking.name, rules.from_hole)
    best = _core.best(ranking[0], mine, shared, ranking[1])
    assert best is not None  # noqa: S101 - `Game` allows conditions only for the low half
    beaten, tied, total = _scores(cards, size, shared, *ranking).beaten_by(best[0])
    return Fraction(100 * (2 * beaten + tied), 2 * total)


def _percentile_of(ends: Sequence[int], place: int) -> Fraction:
    """Return the percentile of a starting hand, from the place after the last hand of each."""
    start = ends[place - 1] if place else 0
    return Fraction(100 * (2 * ends[-1] - start - ends[place]), 2 * ends[-1])


# Without a board, all hands of a size have the same counts.
_scores = lru_cache(maxsize=20)(_core.ScoreCounts)
