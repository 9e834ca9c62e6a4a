"""Push or fold heads-up: strategies that no opponent can exploit, with the exact proof.

The small blind either goes all-in or folds; the big blind calls or folds.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs

from facevalue import _core
from facevalue.poker.hands.games import (
    GameLike,
    game_named,
    game_without_wild_cards,
)
from facevalue.poker.ranges import grid
from facevalue.poker.ranges.holdem import Range, range_of
from facevalue.value import Value, as_json, as_share

LARGEST_STACK = _core.LARGEST_STACK  # big blinds


@attrs.frozen(repr=False)
class PushFold(Value):
    """The result of `push_fold`.

    Attributes:
        game: the name of the game.
        stack: the smaller stack in big blinds, before blinds and antes.
        ante: the ante of each player in big blinds.
        push: the hands with which the small blind goes all-in; weights are probabilities.
        call: the hands with which the big blind calls.
        expectation: what the small blind wins per hand if both play so, in big blinds.
        exploitability: what the best responses of both players together could win, in big blinds
            per hand: at most 0.000001. Each strategy is at most this much worse than perfect.
    """

    game: str
    stack: Fraction
    ante: Fraction
    push: Range
    call: Range
    expectation: Fraction
    exploitability: Fraction

    def __str__(self) -> str:
        return (
            f"push {float(100 * self.push_share):.1f} %: {self.push}\n"
            f"call {float(100 * self.call_share):.1f} %: {self.call}\n"
            f"the small blind wins {float(self.expectation):+.4f} big blinds per hand\n"
            f"exploitable by {float(self.exploitability):.1e} big blinds per hand"
        )

    def __repr__(self) -> str:
        game = "" if self.game == "holdem" else f" ({self.game})"
        return (
            f"<PushFold: {float(self.stack):g} bb{game}, push {float(100 * self.push_share):.1f}%, "
            f"call {float(100 * self.call_share):.1f}%>"
        )

    @property
    def push_share(self) -> Fraction:
        """The share of all hands of the game that are pushed."""
        return self.push.total / game_named(self.game).hand_count

    @property
    def call_share(self) -> Fraction:
        """The share of all hands of the game that call."""
        return self.call.total / game_named(self.game).hand_count

    @property
    def svg(self) -> str:
        """The hands to push and the hands to call as an SVG picture of two grids."""
        push, call = (
            grid.svg(hands.starting_hands, f"{name} with {float(self.stack):g} big blinds")
            for name, hands in (("Push", self.push), ("Call", self.call))
        )
        width = grid.WIDTH
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * width + 30}" height="{width}" '
            f'viewBox="0 0 {2 * width + 30} {width}">\n{push}'
            f'{call.replace("<svg ", f"""<svg x="{width + 30}" """, 1)}</svg>\n'
        )

    def _repr_svg_(self) -> str:
        return self.svg

    def as_dict(self) -> dict[str, Any]:
        """Return the strategies for JSON.

        JSON:
            game
            stack_size (number): the smaller stack in big blinds.
            ante (number): the ante of each player in big blinds.
            push (text): the hands with which the small blind goes all-in.
            push_share (share): the share of all hands that it pushes.
            call (text): the hands with which the big blind calls.
            call_share (share): the share of all hands that it calls with.
            expectation (share): what the small blind wins per hand, in big blinds.
            exploitability (share): what the best responses could win, in big blinds per hand.
        """
        return {
            "game": self.game,
            "stack_size": as_json(self.stack),
            "ante": as_json(self.ante),
            "push": str(self.push),
            "push_share": as_share(self.push_share),
            "call": str(self.call),
            "call_share": as_share(self.call_share),
            "expectation": as_share(self.expectation),
            "exploitability": as_share(self.exploitability),
        }


def push_fold(stack: object, *, ante: object = 0, game: GameLike = "holdem") -> PushFold:
    """Compute the all-in or fold strategies of two players.

    The small blind (half a big blind) is on the button and acts first. A call usually
    takes a few milliseconds once the table of match-ups is loaded.

    Args:
        stack: the smaller stack in big blinds, before blinds and antes; at least 1 plus the ante,
            at most 100.
        ante: the ante of each player in big blinds.
        game: "holdem" or "shortdeck", by name or as a `Game`.

    Raises:
        RuleError: the stack or ante is out of bounds, or it is another game.
        DeadlineError: a deadline passed.

    >>> result = push_fold(10)
    >>> result
    <PushFold: 10 bb, push 58.3%, call 37.4%>
    >>> result.push.weight("Jh5h"), result.call.weight("Jc5d"), result.exploitability < 1e-6
    (Fraction(1, 1), Fraction(0, 1), True)
    """
    rules = game_without_wild_cards(game)
    found = _core.push_fold(rules.core, stack, ante)
    size, bet, push, call, expectation, exploitability = found
    return PushFold(
        rules.name,
        Fraction(*size),
        Fraction(*bet),
        range_of(push),
        range_of(call),
        Fraction(*expectation),
        Fraction(*exploitability),
    )
