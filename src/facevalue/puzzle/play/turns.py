"""What a turn of an episode can be, and its rewards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

import attrs

from facevalue.errors import shortened
from facevalue.options import row_named
from facevalue.puzzle.judge.reason import Reason
from facevalue.value import Value

# What a turn can be.
TURNS: Mapping[str, str] = MappingProxyType(
    {
        "step": "one or more steps, each of which replaced two numbers by their result",
        "answer": "a whole expression for the target",
        "no_solution": "the claim that the target cannot be made from the numbers of the puzzle",
        "hint": "a request for a good next step",
        "undo": "the last step taken back",
        "invalid": "something else, or a step that cannot be taken; the numbers are unchanged",
    }
)


class Facts(NamedTuple):
    """What the rewards of a turn depend on."""

    kind: str
    is_solved: bool
    was_solvable: bool
    is_solvable: bool
    distance: Fraction | None  # of the final value from the target, in the last turn only


@attrs.frozen
class Reward:
    """A reward of a turn.

    Attributes:
        name: its name.
        summary: what it rewards.
        compute: returns it from the facts of a turn.
    """

    name: str
    summary: str
    compute: Callable[[Facts], float]

    # Pickle the name, because `compute` is a function.
    def __reduce__(self) -> tuple[object, ...]:
        return _reward_named, (self.name,)


_ROWS = (
    Reward(
        "solved",
        "1 for making the target, or for correctly claiming that there is no solution",
        lambda facts: float(facts.is_solved),
    ),
    Reward(
        "progress",
        "-1 for a step after which the target cannot be made any more, 1 for taking it back",
        lambda facts: float(facts.is_solvable - facts.was_solvable),
    ),
    Reward(
        "closeness",
        "in the last turn, 1 / (1 + the distance of the final value from the target)",
        lambda facts: 0.0 if facts.distance is None else float(1 / (1 + facts.distance)),
    ),
    Reward("format", "1 for a turn that can be used", lambda facts: facts.kind != "invalid"),
    Reward("hints", "-1 for each hint", lambda facts: -float(facts.kind == "hint")),
)
REWARDS: Mapping[str, Reward] = MappingProxyType({row.name: row for row in _ROWS})


def _reward_named(name: str) -> Reward:
    return row_named("reward", name, REWARDS)


@attrs.frozen(repr=False)
class Turn(Value):
    """What a turn of an episode did.

    Attributes:
        kind: what the turn was, one of `TURNS`.
        message: the reply to the model. It reveals nothing about solutions, except for a hint.
        numbers: the numbers on the table after the turn.
        solvable: True if they make the target; the model does not see this.
        reason: why an answer or an invalid step is right or wrong; None for other turns.
        parts: the weighted rewards of the turn, as pairs of a name and a number.
        is_over: True for the last turn.
    """

    kind: str
    message: str
    numbers: tuple[Fraction, ...]
    solvable: bool
    reason: Reason | None
    parts: tuple[tuple[str, float], ...]
    is_over: bool

    @property
    def rewards(self) -> dict[str, float]:
        """The weighted rewards of the turn by name."""
        return dict(self.parts)

    @property
    def reward(self) -> float:
        """The sum of the rewards."""
        return sum(self.rewards.values())

    def __repr__(self) -> str:
        return f"<Turn: {self.kind}, {shortened(self.message)}>"


@attrs.frozen
class NextStep(Value):
    """A step that the rules allow.

    Attributes:
        step: the step with its result, such as "8 / 3 = 8/3".
        numbers: the numbers on the table after it.
        solvable: True if these make the target.
    """

    step: str
    numbers: tuple[Fraction, ...]
    solvable: bool


@attrs.frozen
class Outlook(Value):
    """What can still be made from the numbers on the table.

    Attributes:
        solvable: True if the target can be made.
        solution_count: the number of distinct (essential) solutions.
        distance: how far the closest value is from the target; None if the rules allow no value.
        best_steps: the steps after which the target can still be made, in the order of the table.
    """

    solvable: bool
    solution_count: int
    distance: Fraction | None
    best_steps: tuple[str, ...]
