"""Outs: the next board cards that improve a hand, or make it win against other hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from facevalue.cards import DECK_SIZE, Card, CardsLike
from facevalue.errors import CardError, RuleError
from facevalue.poker.hands.games import game_named
from facevalue.poker.hands.masks import cards_of, mask_of, refuse_clashes
from facevalue.poker.hands.rankings import CATEGORIES, HAND_SIZE
from facevalue.poker.hands.strength import check_cards, check_deck, evaluate

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from facevalue.poker.hands.games import Game, GameLike

# The cards of one player, or of each of several.
HandsLike: TypeAlias = CardsLike | Iterable[CardsLike]
_SWAPPED = {"Full House": "Flush", "Flush": "Full House"}
# The categories of each ranking that has boards, the best first.
_ORDERS = {
    "high": CATEGORIES,
    "short": tuple(_SWAPPED.get(category, category) for category in CATEGORIES),
}
# Fewer than five cards of a board can be no straight, flush or full house.
_OF_FEW = {(4,): "Four of a Kind", (2, 2): "Two Pair"}
_OF_MOST = {3: "Three of a Kind", 2: "One Pair", 1: "High Card"}


def outs(
    hand: CardsLike,
    board: CardsLike,
    against: HandsLike | None = None,
    *,
    dead: CardsLike = "",
    game: GameLike = "holdem",
) -> tuple[Card, ...]:
    """Find the next board cards that help a hand.

    The highest card is first.

    Against other hands, these are the cards with which the hand wins alone. Otherwise, these are
    the cards that lift its category above the category of the new board alone, if they also lift it
    by more than they lift the board's, or pair a hole card. Cards that help everybody do not count:
    a fifth heart on the board gives everybody a flush, even one that pairs a hole card.

    Args:
        hand: the hole cards.
        board: the board so far, which may get another card: in hold'em three or four.
        against: another hand, or several in a list.
        dead: cards that cannot come.
        game: the name of a row of `GAMES`, or a `Game`; in hi-lo games, the high half counts.

    Raises:
        CardError: a card is invalid or in two places, there are too few or too many, or the board
            is complete.
        RuleError: no game has that name, or it has no categories to improve.

    >>> flush_draw = outs("AhKh", "Qh 7h 2c")
    >>> len(flush_draw), " ".join(map(str, flush_draw[:4]))
    (15, 'As Ad Ac Ks')
    >>> len(outs("AhKh", "Qh 7h 2c", "QsQd")), len(outs("8s7s", "9d 6c 2h", ["AhAd", "KsKd"]))
    (8, 8)
    >>> " ".join(map(str, outs("As4d", "6h9h2hKh")))
    'Ad Ac 4s 4c'
    """
    row = game_named(game)
    mine, shared, gone = mask_of(hand), mask_of(board), mask_of(dead)
    rivals = [] if against is None else _hands(against)
    held = [("in the hand", mine), *(("in another hand", rival) for rival in rivals)]
    refuse_clashes(*held, ("on the board", shared), ("among the dead cards", gone))
    _check(row, [mine, *rivals], shared)
    for _, mask in held:
        gone |= mask
    left = ~(gone | shared | row.missing_cards) & ((1 << DECK_SIZE) - 1)
    cards = sorted(cards_of(left), key=lambda card: -card.id)
    now = list(cards_of(shared))
    if not rivals:
        return tuple(card for card in cards if _lifts(row, mine, now, card))
    hands = [list(cards_of(hand)) for hand in (mine, *rivals)]
    found = []
    for card in cards:
        strength, *others = (evaluate(hand, row, board=[*now, card]) for hand in hands)
        if strength > max(others):
            found.append(card)
    return tuple(found)


def _hands(against: Any) -> list[int]:  # noqa: ANN401 - a hand, or several
    """The hands as masks: of a list of hands, or of one hand."""
    if isinstance(against, (list, tuple)) and against:
        masks = [mask_of([item] if isinstance(item, (Card, int)) else item) for item in against]
        if any(mask.bit_count() != 1 for mask in masks):
            return masks
    return [mask_of(against)]


def _check(game: Game, hands: Sequence[int], board: int) -> None:
    if not game.board:
        raise RuleError(f"{game.name} has no board, so no card of it is an out")
    fewest = game.ranking.cards - (game.from_hole or game.hole)
    if not fewest <= board.bit_count() < game.board:
        wanted = (
            f"expected a board of {fewest} to {game.board - 1} cards, so that one more can come"
        )
        raise CardError(f"{wanted}: {board.bit_count()} given")
    check_deck(game, board)
    for hand in hands:
        if hand.bit_count() != game.hole:
            raise CardError(f"expected {game.hole} cards in {game.name}: {hand.bit_count()} given")
        check_cards(game, hand, board)


def _lifts(game: Game, hand: int, board: list[Card], card: Card) -> bool:
    """Whether a card lifts the category of the hand, and not that of everybody."""
    order = _ORDERS.get(game.ranking.name)
    if order is None:
        raise RuleError(f"{game.name} has no categories to improve; give hands to win against")
    held = list(cards_of(hand))
    boards = board, [*board, card]
    now, later = (order.index(evaluate(held, game, board=cards).category) for cards in boards)
    before, after = (order.index(_board_category(game, cards)) for cards in boards)
    is_above = later < min(now, after)
    return is_above and (now - later > before - after or card.rank in {own.rank for own in held})


def _board_category(game: Game, board: Sequence[Card]) -> str:
    if len(board) == HAND_SIZE:
        return game.ranking.category(board)
    counts = sorted(Counter(card.rank for card in board).values(), reverse=True)
    return _OF_FEW.get(tuple(counts)) or _OF_MOST[counts[0]]
