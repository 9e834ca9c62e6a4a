"""Push or fold heads-up: strategies that no opponent can exploit, with the exact proof.

The small blind either goes all-in or folds; the big blind calls or folds.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs

from facevalue.amounts import exact_number
from facevalue.cards import DECK_SIZE
from facevalue.errors import RuleError
from facevalue.poker.hands.games import GameLike, game_named, game_without_wild_cards, is_holdem
from facevalue.poker.ranges import grid
from facevalue.poker.ranges.holdem import Range
from facevalue.value import Value, as_json, as_share

LARGEST_STACK = 100  # big blinds; with more, nobody plays push or fold


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

    The small blind (half a big blind) is on the button and acts first. A call takes a few
    hundredths of a second once the table of match-ups is loaded.

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
    from facevalue.poker.tournaments.strategies import Blinds  # noqa: PLC0415 - loads NumPy

    rules = game_without_wild_cards(game)
    if not is_holdem(rules) or (rules.deck != DECK_SIZE and rules.ranking.name == "high"):
        raise RuleError(f"push or fold is for holdem and shortdeck, not {rules.name}")
    blinds = Blinds(rules.ranking.name, exact_number("stack", stack), exact_number("ante", ante))
    if not 1 + blinds.ante <= blinds.stack <= LARGEST_STACK:
        raise RuleError(
            f"stack must be from {as_json(1 + blinds.ante)} (big blind and ante) to "
            f"{LARGEST_STACK} big blinds, not {as_json(blinds.stack)}"
        )
    return PushFold(rules.name, blinds.stack, blinds.ante, *blinds.solve())
