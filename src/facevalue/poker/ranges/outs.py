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
from facevalue.poker.hands.strength import check_cards, check_deck, count_error, evaluate

if TYPE_CHECKING:
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
    by more than they lift the board, or pair a hole card. Cards that help everybody do not count:
    a fifth heart on the board gives everybody a flush, even if it pairs a hole card.

    Args:
        hand: the hole cards.
        board: the board so far, which may get another card: in hold'em three or four.
        against: another hand, or several in a list.
        dead: cards that cannot come.
        game: the name of a game in `GAMES`, or a `Game`; in hi-lo games, the high half counts.

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
    rules = game_named(game)
    mine, shared, gone = mask_of(hand), mask_of(board), mask_of(dead)
    rivals = [] if against is None else _masks(against)
    held = [("in the hand", mine), *(("in another hand", rival) for rival in rivals)]
    refuse_clashes(*held, ("on the board", shared), ("among the dead cards", gone))
    if not rules.board:
        raise RuleError(f"{rules.name} has no board, so no card of it is an out")
    fewest = rules.ranking.cards - (rules.from_hole or rules.hole)
    if not fewest <= shared.bit_count() < rules.board:
        message = f"outs need a board of {fewest} to {rules.board - 1} cards in {rules.name}"
        raise CardError(f"{message}, not {shared.bit_count()}")
    check_deck(rules, shared)
    for mask in (mine, *rivals):
        if mask.bit_count() != rules.hole:
            raise count_error(rules, range(rules.hole, rules.hole + 1), mask.bit_count())
        check_cards(rules, mask, shared)
        gone |= mask
    left = ~(gone | shared | rules.missing_cards) & ((1 << DECK_SIZE) - 1)
    cards = sorted(cards_of(left), key=lambda card: -card.id)
    now = list(cards_of(shared))
    if not rivals:
        return tuple(card for card in cards if _helps(rules, mine, now, card))
    hands = [list(cards_of(mask)) for mask in (mine, *rivals)]
    found = []
    for card in cards:
        strength, *others = (evaluate(hand, rules, board=[*now, card]) for hand in hands)
        if strength > max(others):
            found.append(card)
    return tuple(found)


def _masks(against: Any) -> list[int]:  # noqa: ANN401 - a hand, or several
    """The hands as masks: of a list of hands, or of one hand."""
    if isinstance(against, (list, tuple)) and against:
        masks = [mask_of([item] if isinstance(item, (Card, int)) else item) for item in against]
        if any(mask.bit_count() != 1 for mask in masks):
            return masks
    return [mask_of(against)]


def _helps(game: Game, hand: int, board: list[Card], card: Card) -> bool:
    """Whether a card lifts the category of the hand, and not only the board."""
    order = _ORDERS.get(game.ranking.name)
    if order is None:
        raise RuleError(f"{game.name} has no categories to improve; give hands to win against")
    held = list(cards_of(hand))
    strengths, boards = [], []
    for cards in (board, [*board, card]):
        strengths.append(order.index(evaluate(held, game, board=cards).category))
        if len(cards) == HAND_SIZE:
            category = game.ranking.category(cards)
        else:
            counts = sorted(Counter(shared.rank for shared in cards).values(), reverse=True)
            category = _OF_FEW.get(tuple(counts)) or _OF_MOST[counts[0]]
        boards.append(order.index(category))
    (now, later), (before, after) = strengths, boards
    pairs_hole_card = card.rank in {own.rank for own in held}
    return later < min(now, after) and (now - later > before - after or pairs_hole_card)
