"""What a range has on a board: made hands and draws, as shares of its weight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import attrs

from facevalue.budget import check_deadline
from facevalue.cards import RANKS, SUITS, Card, CardsLike
from facevalue.errors import CardError, counted
from facevalue.poker.hands.games import GAMES
from facevalue.poker.hands.masks import highest_first, mask_of
from facevalue.poker.hands.rankings import CATEGORIES
from facevalue.poker.hands.strength import evaluate
from facevalue.poker.ranges.by_game import read_range
from facevalue.poker.ranges.holdem import RangeLike
from facevalue.value import Value, as_share, freeze

_FLOP, _RIVER = 3, 5  # cards of the board
_FLUSH = 5  # cards
_FIVE_CARDS = CATEGORIES[:5]
# The best first.
MADE_HANDS = (
    *_FIVE_CARDS,
    "Set",
    "Trips",
    "Two Pair",
    "Overpair",
    "Top Pair",
    "Middle Pair",
    "Low Pair",
    "Ace High",
    "Nothing",
)
DRAWS = ("Flush Draw", "Open-Ended Straight Draw", "Gutshot", "Flush and Straight Draw", "No Draw")
_BAR = 40  # signs for the whole range


@attrs.frozen(repr=False)
class Breakdown(Value):
    """What a range has on a board, returned by `breakdown`.

    Attributes:
        board: the board, highest card first.
        combos: how many hands of the range are possible.
        made: the share of the range with each of `MADE_HANDS`, 0 to 1, the best first.
        draws: the share of the range with each of `DRAWS`; empty on a complete board.
    """

    board: tuple[Card, ...]
    combos: int
    made: Mapping[str, Fraction] = attrs.field(converter=freeze, hash=False)
    draws: Mapping[str, Fraction] = attrs.field(converter=freeze, hash=False)

    def __repr__(self) -> str:
        best = max(self.made, key=self.made.__getitem__)
        board = "".join(map(str, self.board))
        hands, part = counted(self.combos, "hand"), float(self.made[best])
        return f"<Breakdown: {hands} on {board}, {best} {part:.1%}>"

    def as_dict(self) -> dict[str, Any]:
        """Return JSON: cards as strings, parts as fractions and decimals.

        JSON:
            board, combo_count
            made (share by name): the share of the range with each made hand, the best first.
            draw_parts (share by name): the share of the range with each draw; empty on the
                river.
        """
        return {
            "board": [str(card) for card in self.board],
            "combo_count": self.combos,
            "made": {name: as_share(part) for name, part in self.made.items()},
            "draw_parts": {name: as_share(part) for name, part in self.draws.items()},
        }

    def __str__(self) -> str:
        lines = [counted(self.combos, "hand")]
        for parts in (self.made, self.draws):
            lines += [
                f"{name:24}  {float(100 * part):7.2f}%  {'#' * round(_BAR * part)}".rstrip()
                for name, part in parts.items()
                if part
            ]
        return "\n".join(lines)


def breakdown(hands: RangeLike, board: CardsLike, *, dead: CardsLike = "") -> Breakdown:
    """Show which made hands and draws a range has on a board.

    Hold'em hands are counted by their weights.

    Made hands are named by what the hole cards add. With 88 on 8-5-2 it is a set; with 8x on 8-8-2,
    trips. A pocket pair above the board is an overpair; a pair with the highest rank of the board
    is a top pair, and with the second highest rank a middle pair. A smaller pocket pair is a middle
    pair if only one rank of the board is higher, and otherwise a low pair. What the board alone has
    does not count: A-K on 8-8-2 is ace high, and a hand that plays the board has nothing.

    A flush draw has four cards of a suit, of which one or two are hole cards. With an open-ended
    straight draw, two ranks or more make a straight that the board alone would not have; with a
    gutshot, one rank does. Draws to a worse hand than the made one do not count.

    Args:
        hands: a `Range`, a string such as "QQ+, AKs", or two cards.
        board: three to five cards.
        dead: cards that nobody can have.

    Raises:
        CardError: a card is invalid or repeated, there are not three to five board cards, or no
            hand of the range is possible.
        RangeError: a string is not a range.
        DeadlineError: a deadline passed.

    >>> found = breakdown("QQ+, AKs, 98s", "Qh 7h 6c")
    >>> [(name, str(part)) for name, part in found.made.items() if part]
    [('Set', '3/23'), ('Overpair', '12/23'), ('Ace High', '4/23'), ('Nothing', '4/23')]
    >>> str(found.draws["Open-Ended Straight Draw"]), str(found.draws["Flush and Straight Draw"])
    ('3/23', '1/23')
    """
    shared = mask_of(board)
    if not _FLOP <= shared.bit_count() <= _RIVER:
        raise CardError(f"a breakdown needs a board of 3 to 5 cards, not {shared.bit_count()}")
    cards = highest_first(shared)
    left = read_range(hands, GAMES["holdem"]).without([*cards, *highest_first(mask_of(dead))])
    if not left.masks:
        raise CardError("no hand of the range is possible with this board and these dead cards")
    made: Counter[str] = Counter()
    draws: Counter[str] = Counter()
    for combo, weight in left.mask_weights.items():
        check_deadline()
        hand = highest_first(combo)
        kind = _made(hand, cards)
        made[kind] += weight
        if len(cards) < _RIVER:
            draws[_draw(hand, cards, kind)] += weight
    return Breakdown(
        board=cards,
        combos=len(left.masks),
        made=_parts(made, MADE_HANDS),
        draws=_parts(draws, DRAWS if len(cards) < _RIVER else ()),
    )


def _parts(weights: Counter[str], names: Sequence[str]) -> Mapping[str, Fraction]:
    total = sum(weights.values())
    return {name: Fraction(weights[name], total) for name in names}


def _made(hand: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """Name what a hand has on a board: one of `MADE_HANDS`."""
    strength = evaluate(hand + board)
    category, ranks = strength.category, [card.rank for card in hand]
    times = Counter(card.rank for card in board)
    shared = sorted(times, key=RANKS.index, reverse=True)
    if len(board) == _RIVER and strength == evaluate(board):
        return "Nothing"  # everybody has what the board has
    is_shared = category == "Four of a Kind" and max(times.values()) == len(SUITS)
    if category in _FIVE_CARDS and not is_shared:
        return category
    is_pair = ranks[0] == ranks[1]
    paired = [rank for rank in ranks if rank in shared]
    if category == "Three of a Kind" and paired:
        return "Set" if is_pair else "Trips"
    if len(set(paired)) == 2:
        return "Two Pair"
    if is_pair or paired:
        above = sum(RANKS.index(rank) > RANKS.index((paired or ranks)[0]) for rank in shared)
        return ("Overpair" if is_pair else "Top Pair", "Middle Pair", "Low Pair")[min(above, 2)]
    return "Ace High" if "A" in ranks else "Nothing"


def _draw(hand: tuple[Card, ...], board: tuple[Card, ...], made: str) -> str:
    """Name what a hand may become with the next card: one of `DRAWS`."""
    place = MADE_HANDS.index(made)
    suits = Counter(card.suit for card in hand + board)
    is_flush_draw = place > MADE_HANDS.index("Flush") and any(
        count == _FLUSH - 1 and any(card.suit == suit for card in hand)
        for suit, count in suits.items()
    )
    own, shared = _ranks(hand + board), _ranks(board)
    outs = [
        rank
        for rank in range(1, len(RANKS) + 1)
        if _top(own | _bits(rank)) > max(_top(own), _top(shared | _bits(rank)))
    ]
    is_straight_draw = bool(outs) and place > MADE_HANDS.index("Straight")
    if is_flush_draw:
        return "Flush and Straight Draw" if is_straight_draw else "Flush Draw"
    if is_straight_draw:
        return "Open-Ended Straight Draw" if len(outs) > 1 else "Gutshot"
    return "No Draw"


def _bits(rank: int) -> int:
    """The bit of a rank from 1, the two, to 13; the ace is also bit 0."""
    return 1 << rank | (rank == len(RANKS))


def _ranks(cards: tuple[Card, ...]) -> int:
    bits = 0
    for card in cards:
        bits |= _bits(RANKS.index(card.rank) + 1)
    return bits


def _top(ranks: int) -> int:
    """The highest rank of a straight; 0 without one."""
    return max((top for top in range(4, 14) if ranks >> top - 4 & 0b11111 == 0b11111), default=0)
