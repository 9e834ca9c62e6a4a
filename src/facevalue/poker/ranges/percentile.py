"""`percentile`: how many of all other hands a hand beats."""

from __future__ import annotations

from fractions import Fraction

from facevalue import _core
from facevalue.budget import USUAL_LIMIT, check_cost
from facevalue.cards import CardsLike
from facevalue.poker.hands.games import GameLike, game_without_wild_cards
from facevalue.poker.hands.masks import mask_of
from facevalue.poker.ranges.omaha_order import core_order


def percentile(
    hand: CardsLike,
    game: GameLike = "holdem",
    *,
    board: CardsLike = "",
    limit: float | None = USUAL_LIMIT,
) -> Fraction:
    """Return the percentage of all hands that a hand beats, 0 to 100; a tie counts half.

    With a board, these are the hands that another player may hold on it. Without a board, they are
    all hands with as many cards. Two cards of hold'em or short deck, and four or five of Omaha,
    without a board are compared by their equity against a random hand.

    Args:
        hand: the cards, as for `evaluate`; or two cards of hold'em or short deck, or four or five
            of Omaha.
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
    rules = game_without_wild_cards(game)
    plan = _core.percentile_plan(rules.core, mask_of(hand), mask_of(board))
    if plan.count:
        check_cost(plan.work, plan.seconds, limit)
    order = core_order(rules.hole) if plan.needs_omaha_order else None
    return Fraction(*plan.percentile(order))
