"""Outs: the next board cards that improve a hand, or make it win against other hands."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, TypeAlias

from facevalue import _core
from facevalue.cards import DECK_SIZE, Card, CardsLike
from facevalue.errors import CardError, RuleError, quoted
from facevalue.poker.hands.games import game_without_wild_cards
from facevalue.poker.hands.masks import highest_first, mask_of, refuse_clashes
from facevalue.poker.hands.strength import check_cards, check_deck, count_error
from facevalue.poker.ranges.by_game import read_player
from facevalue.poker.ranges.holdem import Range
from facevalue.poker.ranges.omaha import OmahaRange

if TYPE_CHECKING:
    from typing import Any

    from facevalue.poker.hands.games import Game, GameLike
    from facevalue.poker.ranges.by_game import PlayerHands

# The cards or the range of one player, or of each of several.
HandsLike: TypeAlias = CardsLike | Range | OmahaRange | Iterable[CardsLike | Range | OmahaRange]
_WITH_CATEGORIES = ("high", "short")  # rankings in which a card can improve a hand


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
        against: another hand or a range, or several in a list. The hand must beat all hands
            of a range that are still possible.
        dead: cards that cannot come.
        game: the name of a game in `GAMES`, or a `Game`; in hi-lo games, the high half counts.

    Raises:
        CardError: a card is invalid or in two places, there are too few or too many, or the board
            is complete.
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
    rivals = [] if against is None else _read_rivals(against, rules)
    hands = [mine, *(rival for rival in rivals if isinstance(rival, int))]
    places = ["in the hand", *["in another hand"] * (len(hands) - 1)]
    held = zip(places, hands, strict=True)
    refuse_clashes(*held, ("on the board", shared), ("among the dead cards", gone))
    _check_counts(rules, hands, shared)
    gone |= reduce(or_, hands, shared | rules.missing_cards)
    left = ~gone & ((1 << DECK_SIZE) - 1)
    known = (mine, shared, left, rules.ranking.name, rules.from_hole)
    if rivals:
        for rival in rivals:
            if not isinstance(rival, int):
                possible = [other for other in rival.mask_weights if not other & gone]
                if not possible:
                    raise CardError(f"no hand of {quoted(str(rival))} is possible with these cards")
                hands += possible
        found = _core.winning_cards(*known, hands[1:])
    elif rules.ranking.name in _WITH_CATEGORIES:
        found = _core.improving_cards(*known)
    else:
        raise RuleError(f"{rules.name} has no categories to improve; name the hands to win against")
    return highest_first(found)


def _check_counts(game: Game, hands: list[int], board: int) -> None:
    """Check that another board card can come, and that the hands can be evaluated."""
    if not game.board:
        raise RuleError(f"{game.name} has no board, and so no outs")
    fewest = game.ranking.cards - (game.from_hole or game.hole)
    if not fewest <= board.bit_count() < game.board:
        sizes = " or ".join(map(str, range(fewest, game.board)))
        message = f"outs needs a board of {sizes} cards in {game.name}"
        raise CardError(f"{message}, not {board.bit_count()}")
    check_deck(game, board)
    for hand in hands:
        if hand.bit_count() != game.hole:
            raise count_error(game, range(game.hole, game.hole + 1), hand.bit_count())
        check_cards(game, hand, board)


def _read_rivals(against: Any, game: Game) -> list[PlayerHands]:  # noqa: ANN401 - user input
    """The hands and ranges in a list of them, or one hand or range."""
    if isinstance(against, (list, tuple)) and against:
        rivals = [
            _read_rival([item] if isinstance(item, (Card, int)) else item, game) for item in against
        ]
        if any(not isinstance(rival, int) or rival.bit_count() != 1 for rival in rivals):
            return rivals
    return [_read_rival(against, game)]


def _read_rival(rival: Any, game: Game) -> PlayerHands:  # noqa: ANN401 - user input
    if isinstance(rival, (Range, OmahaRange)):
        return read_player(rival, game)
    try:
        return mask_of(rival)
    except CardError:
        if not isinstance(rival, str) or not game.has_ranges:
            raise
        return read_player(rival, game)
