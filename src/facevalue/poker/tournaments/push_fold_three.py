"""Push or fold with three players: an approximation, with its measured exploitability.

The button goes all-in or folds; then the small blind and the big blind call, go all-in or fold.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import starmap
from typing import Any

import attrs

from facevalue import _core
from facevalue.poker.hands.games import GameLike, game_without_wild_cards
from facevalue.poker.ranges import grid
from facevalue.poker.ranges.holdem import Range, range_of
from facevalue.randomness import seed_or_random
from facevalue.value import Value, as_json, as_share

SAMPLES = _core.THREE_WAY_SAMPLES  # deals of each triple of starting hands


@attrs.frozen(repr=False)
class PushFoldThree(Value):
    """The result of `push_fold_three`: an approximation.

    The weights of the ranges are probabilities, rounded to hundredths.

    Attributes:
        game: the name of the game.
        stacks: the stacks of the button, the small blind and the big blind, before blinds and
            antes.
        ante: the ante of each player.
        small_blind: the small blind; like all stakes in the unit of the stacks.
        big_blind: the big blind.
        button_push: the hands with which the button goes all-in.
        small_blind_call: the hands with which the small blind calls the button.
        small_blind_push: the hands with which the small blind goes all-in if the button has folded.
        big_blind_call_button: the hands with which the big blind calls the button, if the small
            blind has folded.
        big_blind_call_small_blind: the hands with which the big blind calls the small blind, if the
            button has folded.
        big_blind_call_both: the hands with which the big blind calls both.
        button_push_share: the share of all hands of the game in the range, exactly; so for all
            ranges.
        small_blind_call_share: the same share.
        small_blind_push_share: the same share.
        big_blind_call_button_share: the same share.
        big_blind_call_small_blind_share: the same share.
        big_blind_call_both_share: the same share.
        button_expectation: what the button wins per hand if all play so, in big blinds.
        small_blind_expectation: the same for the small blind.
        big_blind_expectation: the same for the big blind. The sum of the three is 0.
        exploitability: the sum of what each player alone could win more by the best response, in
            big blinds per hand. It is measured exactly, on the same model of deals.
        seed: the seed of the sampled deals.
    """

    game: str
    stacks: tuple[Fraction, ...]
    ante: Fraction
    small_blind: Fraction
    big_blind: Fraction
    button_push: Range
    small_blind_call: Range
    small_blind_push: Range
    big_blind_call_button: Range
    big_blind_call_small_blind: Range
    big_blind_call_both: Range
    button_push_share: Fraction
    small_blind_call_share: Fraction
    small_blind_push_share: Fraction
    big_blind_call_button_share: Fraction
    big_blind_call_small_blind_share: Fraction
    big_blind_call_both_share: Fraction
    button_expectation: Fraction
    small_blind_expectation: Fraction
    big_blind_expectation: Fraction
    exploitability: Fraction
    seed: int

    def __str__(self) -> str:
        ranges = "\n".join(
            f"{words.capitalize()} {float(100 * share):.1f} %: {hands}"
            for words, hands, share in self._ranges
        )
        won = ", ".join(
            f"the {player} {float(expectation):+.4f}"
            for player, expectation in (
                ("button", self.button_expectation),
                ("small blind", self.small_blind_expectation),
                ("big blind", self.big_blind_expectation),
            )
        )
        return (
            f"{ranges}\nper hand, {won} big blinds\n"
            f"approximate: {SAMPLES} deals sampled for each three hands, seed {self.seed}; "
            f"exploitable by {float(self.exploitability):.1e} big blinds per hand"
        )

    def __repr__(self) -> str:
        stacks = " ".join(f"{float(stack / self.big_blind):g}" for stack in self.stacks)
        game = "" if self.game == "holdem" else f" ({self.game})"
        push = f"{float(100 * self.button_push_share):.1f}%"
        exploitable = f"exploitable by {float(self.exploitability):.1e} bb"
        return f"<PushFoldThree: {stacks} bb{game}, button {push}, {exploitable}>"

    @property
    def _ranges(self) -> tuple[tuple[str, Range, Fraction], ...]:
        return (
            ("button pushes", self.button_push, self.button_push_share),
            ("small blind calls", self.small_blind_call, self.small_blind_call_share),
            ("small blind pushes", self.small_blind_push, self.small_blind_push_share),
            (
                "big blind calls button",
                self.big_blind_call_button,
                self.big_blind_call_button_share,
            ),
            (
                "big blind calls small blind",
                self.big_blind_call_small_blind,
                self.big_blind_call_small_blind_share,
            ),
            ("big blind calls both", self.big_blind_call_both, self.big_blind_call_both_share),
        )

    @property
    def svg(self) -> str:
        """The six ranges as an SVG picture of six grids."""
        return grid.svg_of_grids(
            [(words.capitalize(), hands.starting_hands) for words, hands, _ in self._ranges],
            columns=3,
        )

    def _repr_svg_(self) -> str:
        return self.svg

    def as_dict(self) -> dict[str, Any]:
        """Return the strategies for JSON.

        JSON:
            game
            stacks
            ante
            small_blind
            big_blind
            button_push (text): the hands with which the button goes all-in.
            button_push_share (share): the share of all hands that it pushes.
            small_blind_call (text): the hands with which the small blind calls the button.
            small_blind_call_share (share): the share of all hands that it calls with.
            small_blind_push (text): the hands that the small blind pushes if the button folded.
            small_blind_push_share (share): the share of all hands that it pushes then.
            big_blind_call_button (text): the hands with which the big blind calls the button.
            big_blind_call_button_share (share): the share of all hands of this call.
            big_blind_call_small_blind (text): the hands that call only the small blind.
            big_blind_call_small_blind_share (share): the share of all hands of this call.
            big_blind_call_both (text): the hands with which the big blind calls both.
            big_blind_call_both_share (share): the share of all hands of this call.
            button_expectation (share): what the button wins per hand, in big blinds.
            small_blind_expectation (share): what the small blind wins per hand.
            big_blind_expectation
            exploitability
            exact
            method
            samples (count): the deals that were sampled for each triple of starting hands.
            seed
        """
        names = [field.name for field in attrs.fields(PushFoldThree)]
        ranges = [name.removesuffix("_share") for name in names if name.endswith("_share")]
        return {
            "game": self.game,
            "stacks": list(map(as_json, self.stacks)),
            "ante": as_json(self.ante),
            "small_blind": as_json(self.small_blind),
            "big_blind": as_json(self.big_blind),
            **{
                key: value
                for name in ranges
                for key, value in (
                    (name, str(getattr(self, name))),
                    (f"{name}_share", as_share(getattr(self, f"{name}_share"))),
                )
            },
            "button_expectation": as_share(self.button_expectation),
            "small_blind_expectation": as_share(self.small_blind_expectation),
            "big_blind_expectation": as_share(self.big_blind_expectation),
            "exploitability": as_share(self.exploitability),
            "exact": False,
            "method": "sampled",
            "samples": SAMPLES,
            "seed": self.seed,
        }


def push_fold_three(
    stack: object,
    *,
    ante: object = 0,
    small_blind: object = None,
    big_blind: object = 1,
    game: GameLike = "holdem",
    seed: int | None = None,
) -> PushFoldThree:
    """Approximate the all-in or fold strategies of three players.

    The result is an approximation, for three reasons. What three all-in hands win is sampled: 192
    deals for each triple of starting hands. If only two are all-in, each has the exact equity of
    its starting hand against the other's, without regard to the cards that the third player
    folded; how often three hands are dealt together is exact. And the search for an equilibrium
    ends when the best responses win less than about 0.00002 big blinds, or after 2000 steps;
    `exploitability` says what they win, exactly. An equilibrium of three players is not always
    unique.

    Players win chips, not prize money: there are no payouts. A call takes about 0.5 to 2 s, and the
    first one with a seed 1 to 4 s more, without vector instructions.

    Args:
        stack: the stack of all three players, before blinds and antes; or three stacks: of the
            button, the small blind and the big blind. Each must be at least the big blind plus the
            ante, and the second largest at most 100 big blinds.
        ante: the ante of each player.
        small_blind: the small blind; half the big blind if None.
        big_blind: the big blind. With the default, 1, all stakes are in big blinds; otherwise they
            are chips.
        game: "holdem" or "shortdeck", by name or as a `Game`.
        seed: 0 to 2^64 - 1, for the same samples and the same result on every machine; None for a
            random seed, which the result reports.

    Raises:
        RuleError: a stack, an ante, a blind or the seed is out of bounds, there are not one or
            three stacks, or it is another game.
        DeadlineError: a deadline passed.

    >>> result = push_fold_three(10, game="shortdeck", seed=54)
    >>> result
    <PushFoldThree: 10 10 10 bb (shortdeck), button 39.3%, exploitable by 1.4e-05 bb>
    >>> result.big_blind_call_both.weight("AhKh"), result.button_push.weight("9h6d")
    (Fraction(1, 1), Fraction(0, 1))
    """
    rules = game_without_wild_cards(game)
    seed = seed_or_random(seed)
    found = _core.push_fold_three(rules.core, stack, ante, small_blind, big_blind, seed)
    stacks, bets, acting, worth = found
    ante, small_blind, big_blind = starmap(Fraction, bets)
    push, call, small_push, call_button, call_small, call_both = (
        range_of(hands, rules.deck) for hands, _ in acting
    )
    shares = [Fraction(*share) for _, share in acting]
    button, small, big, exploitability = starmap(Fraction, worth)
    return PushFoldThree(
        game=rules.name,
        stacks=tuple(starmap(Fraction, stacks)),
        ante=ante,
        small_blind=small_blind,
        big_blind=big_blind,
        button_push=push,
        small_blind_call=call,
        small_blind_push=small_push,
        big_blind_call_button=call_button,
        big_blind_call_small_blind=call_small,
        big_blind_call_both=call_both,
        button_push_share=shares[0],
        small_blind_call_share=shares[1],
        small_blind_push_share=shares[2],
        big_blind_call_button_share=shares[3],
        big_blind_call_small_blind_share=shares[4],
        big_blind_call_both_share=shares[5],
        button_expectation=button,
        small_blind_expectation=small,
        big_blind_expectation=big,
        exploitability=exploitability,
        seed=seed,
    )
