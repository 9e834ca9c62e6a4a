"""`percentile`: how many of all other hands a hand beats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb

from facevalue.budget import USUAL_LIMIT, check_cost, check_deadline
from facevalue.cards import DECK_SIZE, CardsLike
from facevalue.poker.hands.batch import evaluate_many
from facevalue.poker.hands.games import (
    HOLDEM_HOLE,
    Game,
    GameLike,
    game_without_wild_cards,
    hand_seconds,
)
from facevalue.poker.hands.masks import FULL_DECK, bits_of, cards_of, mask_of, subsets
from facevalue.poker.hands.strength import check_cards
from facevalue.poker.ranges.omaha_order import BOARD, omaha_order
from facevalue.poker.ranges.omaha_order import HOLE as OMAHA_HOLE
from facevalue.poker.ranges.starting_hands import STARTING_HANDS, ends, names_by_hand
from facevalue.system.lazy_numpy import np

_AT_ONCE = 5  # cards of a hand of which all subsets are in one array


def percentile(
    hand: CardsLike,
    game: GameLike = "holdem",
    *,
    board: CardsLike = "",
    limit: float | None = USUAL_LIMIT,
) -> Fraction:
    """Return the percentage of all hands that a hand beats, 0 to 100; a tie counts half.

    With a board, these are the hands that another player may hold on it. Without a board, they are
    all hands with as many cards. Two cards of hold'em and four of Omaha without a board are
    compared by their equity against a random hand.

    Args:
        hand: the cards, as for `evaluate`; or two cards of hold'em, or four of Omaha.
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
    rules, mine, shared = game_without_wild_cards(game), mask_of(hand), mask_of(board)
    size = mine.bit_count()
    is_usual = (rules.deck, rules.ranking.name, rules.board) == (DECK_SIZE, "high", BOARD)
    if is_usual and size == rules.hole and not shared:
        if size == HOLDEM_HOLE and not rules.from_hole:
            return _percentile_of(ends()[1:], STARTING_HANDS.index(names_by_hand()[mine]))
        if size == OMAHA_HOLE and rules.is_omaha:
            order = omaha_order()
            return _percentile_of(order.ends.tolist(), order.place_of(mine))
    check_cards(rules, mine, shared)
    missing = rules.missing_cards | (mine | shared if shared else 0)
    cards = bits_of(FULL_DECK & ~missing)
    count = comb(len(cards), size)
    seconds = count * hand_seconds(rules, has_board=bool(shared))
    check_cost(f"comparing {count:,} hands", seconds, limit)
    values = evaluate_many([list(cards_of(mine))], game=rules, board=list(cards_of(shared)))
    value = int(values[0])
    counts = _histogram(rules, tuple(cards), size, shared)
    beaten = sum(count for other, count in counts.items() if other > value)  # lower is stronger
    return Fraction(100 * (2 * beaten + counts.get(value, 0)), 2 * sum(counts.values()))


def _percentile_of(ends: Sequence[int], place: int) -> Fraction:
    """Return the percentile of a starting hand, from the place after the last hand of each."""
    start = ends[place - 1] if place else 0
    return Fraction(100 * (2 * ends[-1] - start - ends[place]), 2 * ends[-1])


@lru_cache(maxsize=20)
def _histogram(game: Game, cards: tuple[int, ...], size: int, board: int) -> Mapping[int, int]:
    """Count how many of all hands of these cards have each value."""
    bits = np.array(cards, np.uint64)
    # Hands of the first `base` cards, ordered by the last card, so that hands of low cards come
    # first. The other cards are added to all of them that have only lower ones.
    base = min(size, _AT_ONCE)
    hands = subsets(cards, base)
    counts: dict[int, int] = {}
    for others in combinations(range(base, len(bits)), size - base):
        check_deadline()
        first = others[0] if others else len(bits)
        rest = np.bitwise_or.reduce(bits[list(others)]) if others else np.uint64(0)
        part = hands[: comb(first, base)] | rest
        values = evaluate_many(part, game=game, board=list(cards_of(board)))
        if values.dtype == np.uint16:
            frequencies = np.bincount(values)
            different = frequencies.nonzero()[0]
            frequencies = frequencies[different]
        else:
            different, frequencies = np.unique(values, return_counts=True)
        for value, count in zip(different.tolist(), frequencies.tolist(), strict=True):
            counts[value] = counts.get(value, 0) + count
    return counts
