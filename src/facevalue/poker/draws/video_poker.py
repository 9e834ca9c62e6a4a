"""Video poker: the exact value of each of the 32 ways to hold cards of a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import attrs

from facevalue import _core
from facevalue.cards import DECK_SIZE, Card, CardsLike
from facevalue.errors import counted, quoted
from facevalue.poker.draws.pay_tables import Pays, PayTableLike, draw_sums, pay_table_named
from facevalue.poker.hands.wild_cards import JOKER, parse_with_jokers
from facevalue.system.arrays import plain
from facevalue.value import Value, as_share

_HOLDS_SHOWN = 5
MAX_SESSION_HANDS = _core.MOST_SESSION_HANDS


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


@attrs.frozen(repr=False)
class VideoSession(Value):
    """The best hold of each hand, returned by `video_session`.

    `video_session(...)[0]` is the `Hold` of the first hand; `len` and iteration are over the hands.

    Attributes:
        pay_table: the name of the pay table.
        hands: the cards of each hand, in the order given; a joker is the string "joker".
        holds: the hold with the largest value of each hand.
    """

    pay_table: str
    hands: tuple[tuple[Card | str, ...], ...]
    holds: tuple[Hold, ...]

    @property
    def total_payout(self) -> Fraction:
        """The sum of the values of all holds, exactly."""
        return _sum([hold.value for hold in self.holds])

    def as_dict(self) -> dict[str, Any]:
        """Return the holds for JSON.

        JSON:
            pay_table
            plays (list of hold): the best way to play each hand, in the order given.
            total_payout (share): what all hands pay on average together, per coin bet on each.
        """
        return {
            "pay_table": self.pay_table,
            "plays": [hold.as_item() for hold in self.holds],
            "total_payout": as_share(self.total_payout),
        }

    def __getitem__(self, place: int) -> Hold:
        """The hold of a hand, counted from 0."""
        return self.holds[place]

    def __len__(self) -> int:
        return len(self.holds)

    def __iter__(self) -> Iterator[Hold]:
        return iter(self.holds)

    def __str__(self) -> str:
        """Return one line per hand: its cards, what to hold, and what that pays; then the total."""
        hands = [" ".join(map(str, hand)) for hand in self.hands]
        holds = [f"hold {hold}" for hold in self.holds]
        width, hold_width = (max(map(len, column), default=0) for column in (hands, holds))
        lines = [
            f"{hand:<{width}}  {hold:<{hold_width}}  {float(best.value):8.4f}"
            for hand, hold, best in zip(hands, holds, self.holds, strict=True)
        ]
        verb = "pays" if len(self) == 1 else "pay"
        total = f"{counted(len(self), 'hand')} {verb} {float(self.total_payout):.4f} on average"
        each = f", {float(self.total_payout / len(self)):.4f} each" if len(self) > 1 else ""
        return "\n".join([*lines, total + each])

    def __repr__(self) -> str:
        return f"<VideoSession: {counted(len(self), 'hand')}, {float(self.total_payout):.4f}>"


def _sum(values: list[Fraction]) -> Fraction:
    """Add up fractions that have few denominators: of draws, and of parts of a coin."""
    by_denominator: Counter[int] = Counter()
    for value in values:
        by_denominator[value.denominator] += value.numerator
    return sum((Fraction(*reversed(item)) for item in by_denominator.items()), Fraction(0))


def video_poker(
    cards: CardsLike, pay_table: PayTableLike = "jacks-or-better", *, pays: Pays | None = None
) -> VideoPoker:
    """Find the best cards to hold in video poker.

    The first call with a pay table takes about half a second, later ones a few microseconds.

    Args:
        cards: five different cards; in a game with jokers some may be "joker".
        pay_table: a name in `PAY_TABLES`, in any spelling ("Deuces Wild", "9/6"), or a `PayTable`.
        pays: other payouts for the deck of the pay table, as for `PayTable`: a mapping, or a string
            such as "royal-flush=800, flush=1.5".

    Raises:
        CardError: there are not five cards, one is invalid or repeated, or there are more jokers
            than in the deck.
        RuleError: no pay table has that name, the payouts are wrong, or the deck does not have a
            hand that pays.
        DeadlineError: a deadline passed.

    >>> play = video_poker("Ah Kh Qh Jh Jc")
    >>> play.best, play.holds[1]
    (<Hold: Ah Kh Qh Jh, 18.5319>, <Hold: Jh Jc, 1.5365>)
    """
    table = pay_table_named(pay_table, pays)
    hand = parse_with_jokers(cards)
    ids = [card.id if isinstance(card, Card) else DECK_SIZE for card in hand]
    _core.check_drawn_hand(table.name, table.jokers, ids, quoted(cards))
    holds = (
        Hold(tuple(hand[place] for place in places), Fraction(payouts, draws))
        for places, payouts, draws in draw_sums(table).holds(ids)
    )
    return VideoPoker(table.name, tuple(holds))


def video_session(
    hands: str | Iterable[CardsLike],
    pay_table: PayTableLike = "jacks-or-better",
    *,
    pays: Pays | None = None,
) -> VideoSession:
    """Find the best cards to hold for many hands of video poker.

    The payouts of all draws are added up once, so after half a second each hand takes a few
    microseconds.

    Args:
        hands: up to 100,000 hands of five cards, as for `video_poker`; or a string with a hand per
            line, where empty lines and comments after # are ignored.
        pay_table: a name in `PAY_TABLES`, in any spelling, or a `PayTable`.
        pays: other payouts for the deck of the pay table, as for `video_poker`.

    Raises:
        CardError: a hand is wrong, as for `video_poker` (the message says which), or there are too
            many.
        RuleError: as for `video_poker`.
        DeadlineError: a deadline passed.

    >>> session = video_session(["Ah Kh Qh Jh Jc", "2c 2d 7h 8s Ts"])
    >>> list(session)
    [<Hold: Ah Kh Qh Jh, 18.5319>, <Hold: 2c 2d, 0.8237>]
    >>> session.total_payout
    Fraction(104617, 5405)
    """
    table = pay_table_named(pay_table, pays)
    dealt, holds = [], []
    sums, given = draw_sums(table), plain(hands)
    for ids, (places, payouts, draws) in sums.session(table.name, table.jokers, given):
        hand = tuple(JOKER if number == DECK_SIZE else Card(number) for number in ids)
        dealt.append(hand)
        holds.append(Hold(tuple(hand[place] for place in places), Fraction(payouts, draws)))
    return VideoSession(table.name, tuple(dealt), tuple(holds))
