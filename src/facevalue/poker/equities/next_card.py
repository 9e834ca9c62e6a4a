"""Equity after each card that may come next."""

from __future__ import annotations

from facevalue.cards import Card, CardsLike
from facevalue.errors import CardError, RuleError
from facevalue.poker.equities.equity import equity
from facevalue.poker.equities.equity_result import Equity
from facevalue.poker.hands.games import GameLike, game_without_wild_cards
from facevalue.poker.hands.masks import FULL_DECK, highest_first, mask_of
from facevalue.poker.ranges.holdem import RangeLike


def by_next_card(
    *players: RangeLike | CardsLike,
    board: CardsLike,
    dead: CardsLike = "",
    game: GameLike = "holdem",
    seed: int | None = None,
) -> dict[Card, Equity]:
    """Compute the equity after each card that may come next.

    Args:
        players: 2 to 10 hands or ranges, as for `equity`.
        board: the board so far, to which another card can come.
        dead: cards that cannot come.
        game: the name of a game in `GAMES`, or a `Game`, with a board.
        seed: the seed of the samples, as for `equity`, where counting would take too long.

    Returns:
        The `Equity` for each card with which a deal is possible, the highest card first.

    Raises:
        CardError: a card is invalid or repeated, the board is complete, or no deal is possible.
        RangeError: a string is not a range.
        RuleError: no game has that name, it has no board, or there are not 2 to 10 players.

    >>> found = by_next_card("AhKh", "QsQd", board="Qh 7h 2c")
    >>> best = max(found, key=lambda card: found[card][0].equity)
    >>> str(best), found[best][0].equity, len(found)
    ('Jh', Fraction(17, 22), 45)
    """
    rules = game_without_wild_cards(game)
    shared = mask_of(board)
    if not rules.board:
        raise RuleError(f"{rules.name} has no board, so no card comes next")
    if shared.bit_count() >= rules.board:
        raise CardError(f"the board has {shared.bit_count()} cards, so no card comes next")
    # Two players may be in one string. This call also checks all arguments.
    known = equity(*players, board=board, dead=dead, game=rules, samples=1, seed=0)
    left = FULL_DECK & ~(shared | mask_of(dead) | rules.missing_cards)
    found = {}
    for card in highest_first(left):
        try:
            found[card] = equity(
                *known.hands, board=(*highest_first(shared), card), dead=dead, game=rules, seed=seed
            )
        except CardError:  # no deal is possible with this card
            continue
    return found
