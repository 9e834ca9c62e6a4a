"""Outs: the next board cards that improve a hand, or make it win against other hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import TypeAlias

from facevalue import _core
from facevalue.cards import Card, CardsLike
from facevalue.errors import CardError, LimitError, RuleError
from facevalue.poker.hands.games import Game, GameLike, game_without_wild_cards
from facevalue.poker.hands.masks import FULL_DECK, highest_first, mask_of, refuse_clashes
from facevalue.poker.hands.rankings import ORDERS
from facevalue.poker.hands.strength import check_deck, count_error
from facevalue.poker.ranges.by_game import PlayerHands, quote_player, read_player, split_rivals
from facevalue.poker.ranges.holdem import Range
from facevalue.poker.ranges.omaha import OmahaRange
from facevalue.poker.ranges.omaha_items import MAX_HANDS

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
    ranges = [read_player(rival, rules) for rival in rivals]
    hands = list(map(_masks_of, rivals, ranges))
    # A rival with only one hand has it, so its cards cannot come.
    held = [mine, *(masks[0] for masks in hands if len(masks) == 1)]
    places = ["in the hand", *["in another hand"] * (len(held) - 1)]
    refuse_clashes(
        *zip(places, held, strict=True), ("on the board", shared), ("among the dead cards", gone)
    )
    _check_counts(rules, held, shared)
    gone |= mine | shared | rules.missing_cards
    left = FULL_DECK & ~reduce(or_, held, gone)
    known = (mine, shared, left, rules.ranking.name, rules.from_hole)
    if rivals:
        possible = [[hand for hand in masks if not hand & gone] for masks in hands]
        if not all(possible):
            number = possible.index([])
            name = quote_player(rivals[number], ranges[number])
            raise CardError(f"no hand of {name} is possible with these cards")
        winning = _core.winning_cards(*known, possible)
        if winning is None:
            message = "so few of these hands fit together that finding them takes too long"
            raise LimitError(message, _core.MOST_STEPS_TO_FIT, "use larger ranges")
        found, may_come = winning
        if not may_come:
            names = ", ".join(map(quote_player, rivals, ranges))
            raise CardError(f"these hands cannot be dealt together: {names}")
    elif rules.ranking.name in ORDERS:
        found = _core.improving_cards(*known)
    else:
        raise RuleError(f"{rules.name} has no categories to improve; name the hands to win against")
    return highest_first(found)


def _masks_of(rival: object, hands: PlayerHands) -> Sequence[int]:
    """Return the hands that a rival may have, as masks."""
    if isinstance(hands, int):
        return (hands,)
    if isinstance(hands, Range):
        return hands.masks
    if len(hands) > MAX_HANDS:
        message = f"a rival may have up to {MAX_HANDS:,} hands, not {len(hands):,}"
        shown = quote_player(rival, hands)
        raise LimitError(f"{message}: {shown}", MAX_HANDS, "use a smaller range")
    masks: list[int] = hands.masks.tolist()
    return masks


def _check_counts(game: Game, hands: list[int], board: int) -> None:
    """Check that another board card can come, and that the hands have the right cards."""
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
        check_deck(game, hand)
