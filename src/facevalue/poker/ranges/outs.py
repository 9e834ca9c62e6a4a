"""Outs: the next board cards that improve a hand, or make it win against other hands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from facevalue import _core
from facevalue.cards import Card, CardsLike
from facevalue.poker.hands.games import GameLike, game_without_wild_cards
from facevalue.poker.hands.masks import highest_first, mask_of
from facevalue.poker.ranges.by_game import split_rivals
from facevalue.poker.ranges.holdem import Range
from facevalue.poker.ranges.omaha import OmahaRange

# The cards or the range of one player, or of each of several.
HandsLike: TypeAlias = CardsLike | Range | OmahaRange | Iterable[CardsLike | Range | OmahaRange]


def outs(
    hand: CardsLike,
    board: CardsLike,
    against: HandsLike | None = None,
    *,
    dead: CardsLike = "",
    game: GameLike = "holdem",
) -> tuple[Card, ...]:
    """Find the next board cards that help a hand.

    The highest card comes first. Against other hands, these are the cards with which the hand wins
    alone. Otherwise, they are the cards that make its category better than the category of the new
    board alone, and that either improve the hand by more than they improve the board, or pair a
    hole card. Cards that help everybody do not count: a fifth heart on the board gives everybody a
    flush, even if it pairs a hole card.

    Args:
        hand: the hole cards.
        board: the board so far, which may get another card: in hold'em three or four.
        against: another hand or a range, as for `equity`; or several in a list, or in a string with
            "vs" between them. The hand must beat every hand that another player may then have:
            hands of several players that share a card are not dealt together.
        dead: cards that cannot come.
        game: the name of a game in `GAMES`, or a `Game`; in hi-lo games, the high half counts.

    Raises:
        CardError: a card is invalid or in two places, there are too few or too many, the board is
            complete, or no deal is possible.
        LimitError: a range has too many hands, or finding hands that can be dealt together takes
            too long.
        RangeError: a string is neither a hand nor a range.
        RuleError: no game has that name, or it has no categories to improve.

    >>> flush_draw = outs("AhKh", "Qh 7h 2c")
    >>> len(flush_draw), " ".join(map(str, flush_draw[:4]))
    (15, 'As Ad Ac Ks')
    >>> len(outs("AhKh", "Qh 7h 2c", "QsQd")), len(outs("8s7s", "9d 6c 2h", ["AhAd", "KsKd"]))
    (8, 8)
    >>> len(outs("AhKh", "Qh 7h 2c", "JJ, TT"))
    15
    >>> " ".join(map(str, outs("As4d", "6h9h2hKh")))
    'Ad Ac 4s 4c'
    """
    rules = game_without_wild_cards(game)
    mine, shared, gone = mask_of(hand), mask_of(board), mask_of(dead)
    rivals = [] if against is None else split_rivals(against)
    return highest_first(_core.outs(rules.core, mine, shared, gone, rivals))
