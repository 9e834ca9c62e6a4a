"""Parses ranges by the game, hold'em or Omaha, and splits the hands of several players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from facevalue import _core
from facevalue.cards import CardsLike
from facevalue.errors import refuse
from facevalue.poker.hands.games import GameLike, game_without_wild_cards
from facevalue.poker.hands.masks import mask_of
from facevalue.poker.ranges.holdem import Range
from facevalue.poker.ranges.omaha import OmahaRange
from facevalue.system.arrays import plain


def parse_range(
    hands: str, game: GameLike = "holdem", *, dead: CardsLike = ""
) -> Range | OmahaRange:
    """Read a range of poker hands, with weights.

    Args:
        hands: a string, as for `Range.parse`, or for `OmahaRange` in Omaha. Percentages are of the
            hands of the game; `shortdeck` has its own order of them.
        game: the name of a game in `GAMES`, or a `Game`, with ranges (`Game.has_ranges`).
        dead: cards that the player cannot have; only in games with two hole cards.

    Raises:
        RangeError: the string is not a range.
        RuleError: no game has that name, the game has no ranges, or dead cards are given in Omaha.
        CardError: a dead card is invalid or repeated.

    >>> len(parse_range("AA")), len(parse_range("AA**", "omaha"))
    (6, 6961)
    >>> len(parse_range("33+", "shortdeck"))
    54
    """
    rules, gone = game_without_wild_cards(game), mask_of(dead)
    _core.check_ranges(rules.core, bool(gone))
    if rules.has_starting_hands:
        return Range.parse(hands, dead=dead, deck=rules.deck)
    return OmahaRange(hands, cards=rules.hole)


def split_rivals(given: Any) -> list[Any]:
    """Return the hands and ranges of other players, unread: one, or several in a list or a string.

    A list of single cards is one hand.

    Raises:
        CardError: there are none.

    >>> split_rivals("QQ+ vs JTs"), split_rivals(["Qs", "Qd"]), split_rivals(["QsQd", "JJ"])
    (['QQ+', 'JTs'], [['Qs', 'Qd']], ['QsQd', 'JJ'])
    """
    listed = plain(given)
    is_several = isinstance(listed, (list, tuple)) and any(map(_is_hand, listed))
    players = _core.split_players(listed if is_several else [listed])
    if not players:
        refuse("nobody", given)
    return players


def _is_hand(item: object) -> bool:
    """Return whether an item of a list is a hand or a range, not a card."""
    is_card = isinstance(item, str) and _core.is_card(item)
    return not is_card and isinstance(item, (str, Range, OmahaRange, Iterable))
