"""`python -m benchmarks.plans` compares the estimates of calls with the time that they take.

The calls are about random puzzles over all rules; those that are further from their estimate than
the tests allow are marked. Time is CPU time, so a busy machine changes little.
"""

from __future__ import annotations

import random
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

import facevalue as fv

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

# Seconds: calls that take less must not be refused.
SHORT = 1
# A call may take this many times its estimate.
FACTOR = 10
# Longer calls are stopped, in seconds.
STOPPED = 20
FAR = 10**9 + 7  # rarely reached

CALLS: dict[str, Callable[..., Any]] = {
    "first": lambda *puzzle, limit: fv.solve(*puzzle, limit=limit).first,
    "count": lambda *puzzle, limit: fv.count(*puzzle, limit=limit),
    "list": lambda *puzzle, limit: list(fv.solve(*puzzle, limit=limit)),
    "closest": lambda *puzzle, limit: fv.closest(*puzzle, limit=limit),
    "hint": lambda *puzzle, limit: fv.hint(*puzzle, limit=limit),
    "values": lambda numbers, _, rules, limit: len(fv.values(numbers, rules, limit=limit)),
    "reachable": lambda numbers, _, rules, limit: len(
        fv.reachable(numbers, rules, low=1, high=100, limit=limit)
    ),
}
SIZES = (4, 5, 6, 7, 8, 9, 10, 11, 12, 14)
POOLS = ([1, 2], [0, 1, 2, 3], [*range(10)], [*range(1, 26)], [25, 50, 75, 100, *range(1, 11)])
CHOICES = (
    ("order", [None, "given"]),
    ("use", [None, "any"]),
    ("join", [None, None, "yes"]),
    ("values", [None, None, "integer", "natural", "positive", "nonnegative"]),
    ("largest", [None, None, "100", "1000"]),
    ("operators", [None, None, None, "+-", "+-*", "*/"]),
)


class Call(NamedTuple):
    """A call about a puzzle."""

    name: str
    numbers: list[int]
    target: int
    rules: str

    def __call__(self, limit: float | None) -> None:  # noqa: D102
        CALLS[self.name](self.numbers, self.target, self.rules, limit=limit)


class Time(NamedTuple):
    """Whether a call is allowed by the usual limit, its first estimate, and its CPU time."""

    is_allowed: bool
    estimate: float
    seconds: float

    @property
    def is_wrong(self) -> bool:
        """True if a short call is refused, or one that takes far too long is allowed."""
        if self.is_allowed:
            return self.seconds > max(SHORT, FACTOR * self.estimate)
        return self.seconds < SHORT


def random_calls(count: int, seed: int = 1) -> Iterator[Call]:
    """Yield calls about random puzzles: half under rules by name, half under custom ones."""
    source = random.Random(seed)  # noqa: S311 - the same on every machine
    for _ in range(count):
        custom = [f"{name}={value}" for name, all_ in CHOICES if (value := source.choice(all_))]
        rules = source.choice([source.choice([*fv.RULES]), ",".join(custom) or "classic"])
        size = source.choice(SIZES)
        if rules in fv.RULES:
            size = fv.RULES[rules].size or size
        pool = source.choice(POOLS)
        numbers = [source.choice(pool) for _ in range(size)]
        target = source.choice([0, 1, 24, 100, source.randint(1, 999), FAR])
        yield Call(source.choice([*CALLS]), numbers, target, rules)


def measure(call: Call) -> Time | None:
    """Return the time of a call; None if it is impossible at any price."""
    estimate, is_allowed = 0.0, True
    try:
        call(0)
    except fv.LimitError as error:
        if error.seconds is None:
            return None
        estimate = error.seconds
    start = time.process_time()
    try:
        with fv.deadline(STOPPED):
            call(10)
    except fv.LimitError as error:
        if error.seconds is None:
            return None
        is_allowed = False
    except fv.DeadlineError:
        pass
    if not is_allowed:
        start = time.process_time()
        try:
            with fv.deadline(2 * SHORT):
                call(None)
        except fv.DeadlineError:
            return Time(is_allowed=False, estimate=estimate, seconds=STOPPED)
    return Time(is_allowed, estimate, time.process_time() - start)


def main() -> None:
    """Print a line for each call, and how many estimates are wrong."""
    wrong = 0
    for call in random_calls(int(sys.argv[1]) if len(sys.argv) > 1 else 300):
        made = measure(call)
        if made is None:
            continue
        wrong += made.is_wrong
        mark = "  <- wrong" if made.is_wrong else ""
        verdict = "allowed" if made.is_allowed else "refused"
        print(
            f"{made.estimate:12.3g} s  {made.seconds:8.3f} s  {verdict}  {call}{mark}", flush=True
        )
    print(f"{wrong} wrong")


if __name__ == "__main__":
    main()
