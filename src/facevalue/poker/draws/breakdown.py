"""What a range has on a board: made hands and draws, as shares of its weight."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import starmap
from typing import Any

import attrs

from facevalue import _core
from facevalue.cards import Card, CardsLike
from facevalue.errors import counted
from facevalue.poker.hands.games import GAMES
from facevalue.poker.hands.masks import highest_first, mask_of
from facevalue.poker.ranges.holdem import RangeLike
from facevalue.value import Value, as_share, freeze

# The best first.
MADE_HANDS = tuple(_core.made_hands())
DRAWS = tuple(_core.draws())
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
    combos, made, draws = _core.breakdown(GAMES["holdem"].core, hands, shared, dead)
    return Breakdown(
        board=highest_first(shared),
        combos=combos,
        made=dict(zip(MADE_HANDS, starmap(Fraction, made), strict=True)),
        draws=dict(zip(DRAWS if draws else (), starmap(Fraction, draws), strict=True)),
    )
