"""Push or fold heads-up: the exact equilibrium, or an approximation with its exploitability.

The small blind either goes all-in or folds; the big blind calls or folds.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import starmap
from typing import Any

import attrs

from facevalue import _core
from facevalue.poker.hands.games import GameLike, game_without_wild_cards
from facevalue.poker.ranges import grid
from facevalue.poker.ranges.holdem import Range, range_of
from facevalue.value import Value, as_json, as_share, freeze

LARGEST_STACK = _core.LARGEST_STACK  # big blinds


@attrs.frozen(repr=False)
class PushFold(Value):
    """The result of `push_fold`.

    Attributes:
        game: the name of the game.
        stacks: the stacks before blinds and antes: of the small blind, the big blind, and the
            players who have folded.
        ante: the ante of each player.
        small_blind: the small blind; like all stakes in the unit of the stacks.
        big_blind: the big blind.
        payouts: the prizes, from first place down; empty if the players win chips.
        push: the hands with which the small blind goes all-in. Weights are probabilities, rounded
            to millionths for mixed hands.
        call: the hands with which the big blind calls.
        push_mixed: how often the small blind pushes the starting hands that it plays both ways,
            exactly.
        call_mixed: the same for the big blind.
        push_share: the share of all hands of the game that are pushed, exactly.
        call_share: the share of all hands of the game that call, exactly.
        expectation: what the small blind wins per hand if both play so: in big blinds, or with
            payouts the change of the prize money that it can expect (`icm`).
        big_blind_expectation: the same for the big blind.
        exploitability: what the best responses of both players together could win per hand, in the
            unit of the expectation; 0 if the strategies are an exact equilibrium.
    """

    game: str
    stacks: tuple[Fraction, ...]
    ante: Fraction
    small_blind: Fraction
    big_blind: Fraction
    payouts: tuple[Fraction, ...]
    push: Range
    call: Range
    push_mixed: Mapping[str, Fraction] = attrs.field(converter=freeze, hash=False)
    call_mixed: Mapping[str, Fraction] = attrs.field(converter=freeze, hash=False)
    push_share: Fraction
    call_share: Fraction
    expectation: Fraction
    big_blind_expectation: Fraction
    exploitability: Fraction

    def __str__(self) -> str:
        won = (
            f"the small blind wins {float(self.expectation):+.4f} big blinds per hand"
            if not self.payouts
            else f"the small blind wins {float(self.expectation):+.4f} of the payouts per hand, "
            f"the big blind {float(self.big_blind_expectation):+.4f}"
        )
        unit = "of the payouts" if self.payouts else "big blinds"
        proof = (
            "exact: neither player can win more"
            if self.proved
            else f"approximate: exploitable by {float(self.exploitability):.1e} {unit} per hand"
        )
        return (
            f"push {float(100 * self.push_share):.1f} %: {self.push}\n"
            f"call {float(100 * self.call_share):.1f} %: {self.call}\n{won}\n{proof}"
        )

    def __repr__(self) -> str:
        game = "" if self.game == "holdem" else f" ({self.game})"
        return (
            f"<PushFold: {self._big_blinds:g} bb{game}, push {float(100 * self.push_share):.1f}%, "
            f"call {float(100 * self.call_share):.1f}%>"
        )

    @property
    def stack(self) -> Fraction:
        """The smaller stack of the two players, in the unit of the stakes."""
        return min(self.stacks[:2])

    @property
    def proved(self) -> bool:
        """True if it is proved that neither player can win more: an exact equilibrium."""
        return not self.exploitability

    @property
    def _big_blinds(self) -> float:
        return float(self.stack / self.big_blind)

    @property
    def svg(self) -> str:
        """The hands to push and the hands to call as an SVG picture of two grids."""
        with_stack = f"with {self._big_blinds:g} big blinds"
        return grid.svg_of_grids(
            [
                (f"Push {with_stack}", self.push.starting_hands),
                (f"Call {with_stack}", self.call.starting_hands),
            ],
            columns=2,
        )

    def _repr_svg_(self) -> str:
        return self.svg

    def as_dict(self) -> dict[str, Any]:
        """Return the strategies for JSON.

        JSON:
            game
            stack_size (number): the smaller stack of the two players, before blinds and antes.
            stacks (list of number): the stacks of all players, in the order in which they act.
            ante (number): the ante of each player.
            small_blind (number): the small blind.
            big_blind (number): the big blind.
            payouts (list of number): the prizes, from first place down; empty without payouts.
            push (text): the hands with which the small blind goes all-in.
            push_share (share): the share of all hands that it pushes.
            push_mixed (share by name): how often it pushes hands that it plays both ways.
            call (text): the hands with which the big blind calls.
            call_share (share): the share of all hands that it calls with.
            call_mixed (share by name): how often it calls with hands that it plays both ways.
            expectation (share): what the small blind wins per hand, in big blinds or payouts.
            big_blind_expectation (share): what the big blind wins per hand.
            exploitability (share): what the best responses could win per hand.
            proved (boolean): whether it is proved that neither player can win more.
        """
        return {
            "game": self.game,
            "stack_size": as_json(self.stack),
            "stacks": list(map(as_json, self.stacks)),
            "ante": as_json(self.ante),
            "small_blind": as_json(self.small_blind),
            "big_blind": as_json(self.big_blind),
            "payouts": list(map(as_json, self.payouts)),
            "push": str(self.push),
            "push_share": as_share(self.push_share),
            "push_mixed": {name: as_share(share) for name, share in self.push_mixed.items()},
            "call": str(self.call),
            "call_share": as_share(self.call_share),
            "call_mixed": {name: as_share(share) for name, share in self.call_mixed.items()},
            "expectation": as_share(self.expectation),
            "big_blind_expectation": as_share(self.big_blind_expectation),
            "exploitability": as_share(self.exploitability),
            "proved": self.proved,
        }


def push_fold(
    stack: object,
    *,
    ante: object = 0,
    small_blind: object = None,
    big_blind: object = 1,
    payouts: object = None,
    game: GameLike = "holdem",
) -> PushFold:
    """Compute the all-in or fold strategies of two players.

    The small blind is on the button and acts first. The result is an exact equilibrium: which hands
    are mixed is guessed in floats, their probabilities are solved in fractions, and the best
    responses of both players are computed to win nothing more. With payouts for more than two
    players, there may be no proof; then the result is an approximation, `proved` is false, and
    `exploitability`, which is computed exactly, says how good it is. A call usually takes less than
    0.1 s once the table of match-ups is loaded.

    Args:
        stack: the stack of both players, before blinds and antes; or several stacks: of the small
            blind, the big blind, and then, with payouts, of the players at the table who have
            folded. Without payouts, only the smaller one counts. It must be at least the big blind
            plus the ante, and at most 100 big blinds.
        ante: the ante of each player at the table.
        small_blind: the small blind; half the big blind if None.
        big_blind: the big blind. With the default, 1, all stakes are in big blinds; otherwise they
            are chips.
        payouts: the prizes, from first place down. The players then win prize money by the
            independent chip model (`icm`), not chips.
        game: "holdem" or "shortdeck", by name or as a `Game`.

    Raises:
        RuleError: a stack, an ante, a blind or a payout is out of bounds, or it is another game.
        DeadlineError: a deadline passed.

    >>> result = push_fold(10)
    >>> result
    <PushFold: 10 bb, push 58.3%, call 37.4%>
    >>> result.proved, result.exploitability, dict(result.push_mixed)
    (True, Fraction(0, 1), {'43s': Fraction(8731989, 12285638)})
    >>> result.push.weight("4h3h"), result.push.weight("Jh5h"), result.call.weight("Jc5d")
    (Fraction(177687, 250000), Fraction(1, 1), Fraction(0, 1))
    >>> push_fold([3000, 4500, 2500], big_blind=400, payouts=[50, 30, 20])
    <PushFold: 7.5 bb, push 52.4%, call 29.3%>
    """
    rules = game_without_wild_cards(game)
    found = _core.push_fold(rules.core, stack, ante, small_blind, big_blind, payouts)
    stacks, bets, prizes, push, call, worth = found
    ante, small_blind, big_blind = starmap(Fraction, bets)
    expectation, big_blind_expectation, exploitability = starmap(Fraction, worth)
    return PushFold(
        game=rules.name,
        stacks=tuple(starmap(Fraction, stacks)),
        ante=ante,
        small_blind=small_blind,
        big_blind=big_blind,
        payouts=tuple(starmap(Fraction, prizes)),
        push=range_of(push[0], rules.deck),
        call=range_of(call[0], rules.deck),
        push_mixed={name: Fraction(*share) for name, share in push[1]},
        call_mixed={name: Fraction(*share) for name, share in call[1]},
        push_share=Fraction(*push[2]),
        call_share=Fraction(*call[2]),
        expectation=expectation,
        big_blind_expectation=big_blind_expectation,
        exploitability=exploitability,
    )
