"""The poker words of the Factor program that facevalue grew from, by Cactus Kev's evaluator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facevalue.errors import StackError
from facevalue.poker import cactus
from facevalue.stack.values import array, is_integer, items_of

# A hand of each category, the strongest first.
_CATEGORIES = (
    *("AS KS QS JS TS", "AS AH AD AC KS", "AS AH AD KS KH", "AS KS QS JS 9S", "AS KH QS JS TS"),
    *("AS AH AD KS QS", "AS AH KS KH QS", "AS AH KS QS JS", "AS KH QS JS 9S"),
)
_HAND = len("8C TS KC 9H 4S")

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from facevalue.stack.values import Data, Sequence


def _hand_value(hand: Data) -> int:
    cards = items_of(hand)
    if not all(map(is_integer, cards)):
        raise StackError("'hand-value' expects cards as >ckf makes them", "hand-value")
    return cactus.hand_value(cards)


def _source(machine: Data) -> Sequence:
    """The hands of both players, as in the file of Project Euler's problem 54."""
    if not machine.hands:
        message = "'source-054' needs lines of hands: run(text, hands=...) or --hands FILE"
        raise StackError(message, "source-054")
    return array(array((line[:_HAND], line[-_HAND:])) for line in machine.hands)


def _categories() -> Sequence:
    return array(map(cactus.hand_rank, _CATEGORIES))


# Name, effect, function. The names of an effect say what a word takes; see `words`.
POKER: dict[str, tuple[tuple[str, str, Callable[..., Any]], ...]] = {
    "poker": (
        (">ckf", "str -- n", cactus.bitfield),
        ("parse-cards", "str -- seq", lambda text: array(cactus.words(text))),
        ("hand-value", "seq -- value", _hand_value),
        ("value>rank", "n -- n", cactus.value_rank),
        ("card>string", "n -- str", lambda word: cactus.card_text(word).upper()),
        ("VALUE_STR", "-- seq", _categories),
    ),
}
# Likewise, of the machine first.
HANDS: dict[str, tuple[tuple[str, str, Callable[..., Any]], ...]] = {
    "project-euler.054": (("source-054", "-- seq", _source),),
}
