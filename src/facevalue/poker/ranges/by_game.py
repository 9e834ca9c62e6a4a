"""Parses the range of a game: hold'em or Omaha, without the cards missing from its deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facevalue.errors import RuleError
from facevalue.poker.hands.games import game_named
from facevalue.poker.hands.masks import cards_of, mask_of
from facevalue.poker.ranges.holdem import Range
from facevalue.poker.ranges.omaha import OmahaRange

if TYPE_CHECKING:
    from facevalue.cards import CardsLike
    from facevalue.poker.hands.games import GameLike


def parse_range(
    hands: str, game: GameLike = "holdem", *, dead: CardsLike = ""
) -> Range | OmahaRange:
    """Read a range of poker hands, with weights.

    Args:
        hands: a string, as for `Range.parse`, or for `OmahaRange` in Omaha.
        game: the name of a row of `GAMES`, or a `Game`, with ranges (`Game.has_ranges`).
        dead: cards that the player cannot hold; only in games with two hole cards.

    Raises:
        RangeError: the text is not a range.
        RuleError: no game has that name, the game has no ranges, or dead cards are given in Omaha.
        CardError: a dead card is invalid or repeated.

    >>> len(parse_range("AA")), len(parse_range("AA**", "omaha"))
    (6, 6961)
    >>> len(parse_range("33+", "shortdeck"))
    54
    """
    row = game_named(game)
    if row.has_starting_hands:
        gone = mask_of(dead) | row.missing_cards
        return Range.parse(hands).without(list(cards_of(gone)))
    if not row.is_omaha:
        raise RuleError(f"{row.name} has no ranges")
    if mask_of(dead):
        raise RuleError(f"ranges of {row.name} take no dead cards")
    return OmahaRange(hands, cards=row.hole)
