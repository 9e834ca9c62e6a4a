"""`percentile`: how many of all other hands a hand beats."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from facevalue.budget import USUAL_LIMIT, check_cost, check_deadline
from facevalue.cards import DECK_SIZE
from facevalue.errors import CardError
from facevalue.poker.hands.batch import evaluate_many
from facevalue.poker.hands.games import HOLDEM_HOLE, game_named
from facevalue.poker.hands.hand_seconds import hand_seconds
from facevalue.poker.hands.masks import cards_of, mask_of
from facevalue.poker.hands.strength import check_cards
from facevalue.poker.ranges.starting_hands import STARTING_HANDS, hands_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from facevalue.cards import CardsLike
    from facevalue.poker.hands.games import Game, GameLike

# Subsets of so many cards are made at once; the other cards of a hand are added to all of them.
_AT_ONCE = 5


def percentile(
    hand: CardsLike,
    game: GameLike = "holdem",
    *,
    board: CardsLike = "",
    limit: float | None = USUAL_LIMIT,
) -> Fraction:
    """Returns the percentage of all hands that a hand beats, 0 to 100; a tie counts half.

    With a board, these are the hands that another player may hold on it. Without a board, they are
    all hands with as many cards. Two cards of hold'em without a board are compared by the order of
    `STARTING_HANDS`.

    Args:
        hand: the cards, as for `evaluate`, or two cards of hold'em.
        game: the name of a row of `GAMES`, or a `Game`; in hi-lo games, the high half counts.
        board: the cards that all players share.
        limit: the most seconds it may take, by an estimate made before it starts; None for any.

    Raises:
        CardError: a card is invalid or repeated, or there are too few or too many.
        LimitError: it would take more seconds than `limit`, which the message estimates.
        RuleError: no game has that name.

    >>> float(percentile("AhKh", board="Qh 7h 2c"))
    59.62072155411656
    >>> round(float(percentile("7H 7S 7D AS AC")), 2), round(float(percentile("AhKh")), 2)
    (99.9, 96.68)
    """
    row, mine, shared = game_named(game), mask_of(hand), mask_of(board)
    is_usual = row.deck == DECK_SIZE and row.ranking.name == "high" and not row.from_hole
    if (is_usual and row.hole == HOLDEM_HOLE == mine.bit_count()) and not shared:
        # By the order of the 169 starting hands, the best first.
        sizes = [len(hands_of(name)) for name in STARTING_HANDS]
        place = next(at for at, name in enumerate(STARTING_HANDS) if mine in hands_of(name))
        return Fraction(100 * (2 * sum(sizes[place + 1 :]) + sizes[place]), 2 * sum(sizes))
    check_cards(row, mine, shared)
    if shared and mine.bit_count() != row.hole:
        raise CardError(f"expected {row.hole} cards in {row.name}: {mine.bit_count()} given")
    taken = mine | shared if shared else 0
    cards = [1 << at for at in range(DECK_SIZE) if not (taken | row.missing_cards) >> at & 1]
    size = mine.bit_count()
    count = comb(len(cards), size)
    check_cost(
        f"comparing {count:,} hands", count * hand_seconds(row, has_board=bool(shared)), limit
    )
    values = evaluate_many([list(cards_of(mine))], game=row, board=list(cards_of(shared)))
    # Less is stronger.
    value = int(values[0])
    counts = _histogram(row, tuple(cards), size, shared)
    beaten = sum(count for other, count in counts.items() if other > value)
    return Fraction(100 * (2 * beaten + counts.get(value, 0)), 2 * sum(counts.values()))


@lru_cache(maxsize=20)
def _histogram(game: Game, cards: tuple[int, ...], size: int, board: int) -> Mapping[int, int]:
    """How many of all hands of these cards have each value."""
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    counts: dict[int, int] = {}
    shared = list(cards_of(board))
    for hands in _all_hands(cards, size):
        check_deadline()
        values = evaluate_many(hands, game=game, board=shared)
        if values.dtype == np.uint16:
            found = np.bincount(values)
            kinds = found.nonzero()[0]
            each = found[kinds]
        else:
            kinds, each = np.unique(values, return_counts=True)
        for value, count in zip(kinds.tolist(), each.tolist(), strict=True):
            counts[value] = counts.get(value, 0) + count
    return counts


def _all_hands(cards: Sequence[int], size: int) -> Iterator[NDArray[np.uint64]]:
    """All hands of so many cards as masks, in parts that fit the memory."""
    import numpy as np  # noqa: PLC0415 - only those who ask for arrays pay for NumPy

    bits = np.array(cards, np.uint64)
    # Ordered by the last card, so that the hands of the first cards come first.
    some = np.zeros(1, np.uint64)
    base = min(size, _AT_ONCE)
    for held in range(base):
        some = np.concatenate(
            [some[: comb(last, held)] | bits[last] for last in range(held, len(bits))]
        )
    for others in combinations(range(base, len(bits)), size - base):
        first = others[0] if others else len(bits)
        rest = np.bitwise_or.reduce(bits[list(others)]) if others else np.uint64(0)
        yield some[: comb(first, base)] | rest
