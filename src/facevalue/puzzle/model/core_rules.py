"""Numbers and rules as the core takes them, and what it takes and allows under the rules."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from facevalue import _core
from facevalue.cards import RANKS
from facevalue.options import one_of
from facevalue.puzzle.model.decks import DeckSpec, card_values
from facevalue.puzzle.model.numbers import LARGEST_PART
from facevalue.puzzle.model.rules import Rules

DISTINCT = ("raw", "canonical", "essential")


def core_rules(rules: Rules, operators: str | None = None) -> _core.Rules:
    """Return the rules for the core; rules that allow the same share one object.

    Args:
        rules: the rules.
        operators: their operators in the order in which a walk tries them.

    Raises:
        RuleError: the core does not know an operator or another word of the rules.
    """
    symbols = operators or rules.operators
    options = (rules.use, rules.order, rules.grouping, rules.values, rules.join)
    return _core_rules(symbols, *options, rules.largest or 0, rules.functions, rules.unary)


def core_deck(rules: Rules) -> _core.Deck:
    """Return the deck that rules are dealt from, for the core."""
    return _core_deck(rules.deck, rules.dealt, rules.ace, rules.faces)


@lru_cache(maxsize=256)
def _core_deck(deck: DeckSpec, size: int, ace: int, faces: int | None) -> _core.Deck:
    values = card_values(ace, faces)
    return _core.Deck(
        deck.name,
        deck.kind,
        deck.small,
        deck.large,
        tuple(values[rank] for rank in RANKS),
        size,
        (deck.targets[0], deck.targets[-1]) if deck.targets else None,
        deck.rounds,
        deck.next_is_target,
    )


# A cache on short values: the hash of all of `Rules` takes longer than a small search.
_core_rules = lru_cache(maxsize=256)(_core.Rules)


def as_pairs(numbers: Sequence[Fraction]) -> list[tuple[int, int]]:
    """Convert numbers to pairs of numerator and denominator, for the core."""
    return [number.as_integer_ratio() for number in numbers]


def prepare(numbers: Sequence[Fraction], target: Fraction) -> _core.PreparedPuzzle:
    """Convert a puzzle for the core."""
    parts = [part for number in (*numbers, target) for part in number.as_integer_ratio()]
    if max(map(abs, parts)) > LARGEST_PART:
        return _core.PreparedPuzzle.wide(list(map(str, numbers)), str(target))
    return _core.PreparedPuzzle(as_pairs(numbers), target.as_integer_ratio())


def check_size(size: int, rules: Rules) -> None:
    """Refuse too many or too few numbers for the rules or the core."""
    joins = rules.join and rules.order == "any"
    _core.check_size(size, rules.size, rules.name, joins)


def distinct_level(distinct: str | None, rules: Rules) -> str:
    """Return which solutions count as different; None stands for the usual level of the rules.

    Raises:
        RuleError: there is no such level, or the rules do not have it.
    """
    level = None if distinct is None else one_of("distinct", distinct, DISTINCT)
    return _core.distinct_level(level, bool(rules.functions))


def step_mask(numbers: Sequence[Fraction | None], rules: Rules) -> bytes:
    """Return which steps from some numbers have a `Rules.result`, for the mask of an environment.

    Args:
        numbers: the numbers on the table, with parts of at most 64 bits; None at an empty place.
        rules: the rules.

    Returns:
        For n numbers and k operators, n * n * k bytes: 1 at `(first * n + second) * k + operator`
        if the operator at that index of `rules.operators` may be applied to the numbers at these
        places, and the parts of the result have at most 64 bits; otherwise 0.

    >>> from fractions import Fraction
    >>> from facevalue.puzzle.model.rules import RULES
    >>> list(step_mask([Fraction(8), Fraction(3)], RULES["countdown"]))
    [0, 0, 0, 0, 1, 1, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0]
    """
    pairs = [None if number is None else number.as_integer_ratio() for number in numbers]
    return _core.step_mask(pairs, core_rules(rules))
