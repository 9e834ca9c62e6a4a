"""Parses the hand or range of a player by the game: hold'em, Omaha, or a hand of any other game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from facevalue import _core
from facevalue.cards import CardsLike
from facevalue.errors import quoted, refuse
from facevalue.poker.hands.games import Game, GameLike, core_cards, game_without_wild_cards
from facevalue.poker.hands.masks import cards_of, hand_text, mask_of
from facevalue.poker.hands.players import split_players
from facevalue.poker.ranges.holdem import Range, as_range
from facevalue.poker.ranges.items import HOLE_SIZE
from facevalue.poker.ranges.omaha import OmahaRange
from facevalue.system.arrays import plain
from facevalue.value import make_trusted

# The hands of a player: a range, or one hand as a mask.
PlayerHands: TypeAlias = Range | OmahaRange | int


def print_hands(hands: PlayerHands | str) -> str:
    """Return the hands of a player as a string, which may be one already.

    >>> print_hands(0b11), print_hands(as_range("AA,KK"))
    ('3c2c', 'KK+')
    """
    return hand_text(hands) if isinstance(hands, int) else str(hands)


def quote_player(player: object, hands: PlayerHands) -> str:
    """Return the hands of a player for messages, as the caller wrote them if that is a string."""
    return quoted(player if isinstance(player, str) else print_hands(hands))


def player_row(player: object, hands: PlayerHands) -> tuple[str | None, object]:
    """Return a player for `_core.PotDeal`: the string for messages, and the hands."""
    if isinstance(hands, int):
        return (player if isinstance(player, str) else hand_text(hands)), hands
    name = player if isinstance(player, str) else None
    if isinstance(hands, Range):
        return name, hands._hands  # noqa: SLF001 - it is ours
    return name or str(hands), hands.columns


def parse_range(
    hands: str, game: GameLike = "holdem", *, dead: CardsLike = ""
) -> Range | OmahaRange:
    """Read a range of poker hands, with weights.

    Args:
        hands: a string, as for `Range.parse`, or for `OmahaRange` in Omaha.
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
    _core.check_ranges(core_cards(rules), bool(gone))
    if rules.has_starting_hands:
        return Range.parse(hands).without(list(cards_of(gone | rules.missing_cards)))
    return OmahaRange(hands, cards=rules.hole)


def read_player(player: Any, game: Game) -> PlayerHands:
    """Convert a player's hand or range to a mask or a range.

    Raises:
        CardError: it is not a hand of the game.
        RangeError: it is not a range.
        RuleError: the game has no such ranges.

    >>> from facevalue.poker import GAMES
    >>> read_player("2c 3c", GAMES["stud"]), len(read_player("AA", GAMES["holdem"]))
    (3, 6)
    """
    if isinstance(player, (Range, OmahaRange)):
        size = player.cards if isinstance(player, OmahaRange) else HOLE_SIZE
        _core.check_range(core_cards(game), str(player), size)
        return player
    if isinstance(player, str):
        found = _core.read_player(core_cards(game), player)
        if found is None:
            return OmahaRange(player, cards=game.hole)
        return found if isinstance(found, int) else make_trusted(Range, _hands=found)
    hand = mask_of(player)
    _core.check_known_cards(core_cards(game), hand.bit_count(), quoted(player))
    return hand


def read_range(hands: Any, game: Game) -> Range:
    """Convert a range or a hand of two cards to a range; arguments and errors as `read_player`.

    >>> from facevalue.poker import GAMES
    >>> len(read_range("KK+", GAMES["holdem"])), str(read_range([51, 50], GAMES["holdem"]))
    (12, 'AsAh')
    """
    found = read_player(hands, game)
    return Range([tuple(cards_of(found))]) if isinstance(found, int) else as_range(found)


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
    players = split_players(listed if is_several else [listed])
    if not players:
        refuse("nobody", given)
    return players


def _is_hand(item: object) -> bool:
    """Return whether an item of a list is a hand or a range, not a card."""
    is_card = isinstance(item, str) and _core.is_card(item)
    return not is_card and isinstance(item, (str, Range, OmahaRange, Iterable))
