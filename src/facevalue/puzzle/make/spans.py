"""The smallest and the largest number, target or amount that a query allows."""

from __future__ import annotations

from facevalue.errors import LimitError, RuleError, quoted
from facevalue.options import as_whole
from facevalue.puzzle.model.rules import Rules

MAX_VALUE = 10**9


def number_span(low: object, high: object, rules: Rules) -> tuple[int, int] | None:
    """Return the smallest and the largest number; None for the numbers of the deck."""
    if low is None and high is None:
        return None
    values = rules.deck_values
    first = as_whole(min(values) if low is None else low)
    last = as_whole(max(values) if high is None else high)
    if first is None or last is None:
        raise RuleError(f"low and high must be whole numbers, not {quoted((low, high))}")
    if first > last:
        raise RuleError(f"`low={quoted(first)}` is greater than `high={quoted(last)}`")
    if max(-first, last) > MAX_VALUE:
        shown = f"{quoted(first)} to {quoted(last)}"
        message = f"low and high must be from -{MAX_VALUE} to {MAX_VALUE}, not {shown}"
        raise LimitError(message, MAX_VALUE)
    return first, last


def target_span(target: object, rules: Rules) -> tuple[int, int]:
    """Return the smallest and the largest target."""
    deck = rules.deck
    if target is None and deck.targets:
        return deck.targets[0], deck.targets[-1]
    if target is None:
        dealt = rules.deck_values
        target = (min(dealt), max(dealt)) if deck.next_is_target else rules.target
    first, last = map(as_whole, ends_of("target", target))
    if first is None or last is None or max(-first, last) > MAX_VALUE:
        raise RuleError(f"target must be a whole number up to {MAX_VALUE}, not {quoted(target)}")
    return first, last


def ends_of(name: str, bounds: object) -> tuple[float, float]:
    """Return the ends of a range; a single number is both ends."""
    pair = bounds if isinstance(bounds, (tuple, list)) else (bounds, bounds)
    are_numbers = all(isinstance(end, float) or as_whole(end) is not None for end in pair)
    if are_numbers and len(pair) == 2 and pair[0] <= pair[1]:
        return pair[0], pair[1]
    expected = "a number, or the smallest and the largest"
    raise RuleError(f"{name} must be {expected}, not {quoted(bounds)}")
