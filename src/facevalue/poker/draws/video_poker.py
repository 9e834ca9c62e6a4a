"""Video poker: the exact value of each of the 32 ways to hold cards of a hand."""

from __future__ import annotations

from fractions import Fraction

import attrs

from facevalue import _core
from facevalue.cards import DECK_SIZE, Card, CardsLike
from facevalue.errors import quoted
from facevalue.poker.draws.pay_tables import PayTableLike, draw_sums, pay_table_named
from facevalue.poker.hands.wild_cards import parse_with_jokers
from facevalue.value import Value, as_share

_HOLDS_SHOWN = 5


@attrs.frozen(repr=False)
class Hold(Value):
    """One way to play a hand of video poker.

    Attributes:
        cards: the cards to hold, in the order given; a joker is the string "joker".
        value: the exact expected payout per coin bet.
    """

    cards: tuple[Card | str, ...]
    value: Fraction

    def __str__(self) -> str:
        return " ".join(map(str, self.cards)) or "nothing"

    def __repr__(self) -> str:
        return f"<Hold: {self}, {float(self.value):.4f}>"

    def as_item(self) -> object:
        """Return the hold for JSON: the cards, and the value as `payout`.

        JSON:
            held (list of text): the cards to hold.
            payout (share): what is paid on average per coin bet.
        """
        return {"held": [str(card) for card in self.cards], "payout": as_share(self.value)}


@attrs.frozen(repr=False)
class VideoPoker(Value):
    """The result of `video_poker`.

    Attributes:
        pay_table: the name of the pay table.
        holds: all 32 ways to hold cards, the one with the largest value first.

    JSON:
        pay_table (text): the name of the pay table.
        holds (list of hold): all 32 ways to play, the best first.
    """

    pay_table: str
    holds: tuple[Hold, ...]

    @property
    def best(self) -> Hold:
        """The hold with the largest value; if several are equal, the one with the most cards."""
        return self.holds[0]

    def __str__(self) -> str:
        """Return the best holds, one per line, with what each pays on average."""
        return "\n".join(
            f"{float(hold.value):9.4f}  hold {hold}" for hold in self.holds[:_HOLDS_SHOWN]
        )

    def __repr__(self) -> str:
        return f"<VideoPoker: hold {self.best}, {float(self.best.value):.4f}>"


def video_poker(cards: CardsLike, pay_table: PayTableLike = "jacks-or-better") -> VideoPoker:
    """Find the best cards to hold in video poker.

    The first call with a pay table takes about half a second, later ones a few microseconds.

    Args:
        cards: five different cards; in a game with jokers some may be "joker".
        pay_table: a name in `PAY_TABLES`, or a `PayTable`.

    Raises:
        CardError: there are not five cards, one is invalid or repeated, or there are more jokers
            than in the deck.
        RuleError: no pay table has that name.
        DeadlineError: a deadline passed.

    >>> play = video_poker("Ah Kh Qh Jh Jc")
    >>> play.best, play.holds[1]
    (<Hold: Ah Kh Qh Jh, 18.5319>, <Hold: Jh Jc, 1.5365>)
    """
    table = pay_table_named(pay_table)
    hand = parse_with_jokers(cards)
    ids = [card.id if isinstance(card, Card) else DECK_SIZE for card in hand]
    _core.check_drawn_hand(table.name, table.jokers, ids, quoted(cards))
    holds = (
        Hold(tuple(hand[place] for place in places), Fraction(payouts, draws))
        for places, payouts, draws in draw_sums(table).holds(ids)
    )
    return VideoPoker(table.name, tuple(holds))
